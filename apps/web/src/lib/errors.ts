import { isApiError, TransportError } from '@fibado/client';
import type { TFunction } from 'i18next';

/** Puts `params` one after the other in the place of each `%s`; a `%s` too many becomes empty. */
export function fillPlaceholders(text: string, params: readonly string[]): string {
  let index = 0;
  return text.replaceAll('%s', () => params[index++] ?? '');
}

/**
 * What went wrong in the reader's words: the text of the API's code, the raw code where there is no text, and the
 * words for an instance that is down (503) or cannot be reached (0).
 */
export function errorMessage(error: unknown, t: TFunction): string {
  if (isApiError(error)) {
    return fillPlaceholders(t(`API_ERRORS.${error.code}`, { defaultValue: error.code }), error.params);
  }
  if (error instanceof TransportError) {
    if (error.status === 0) return t('COMMON.ERROR.UNREACHABLE');
    if (error.status === 503) return t('COMMON.ERROR.SERVICE_NOT_AVAILABLE');
  }
  return t('COMMON.ERROR.UNEXPECTED');
}

/** The error's code when the API gave one. */
export const errorCode = (error: unknown): string | undefined => (isApiError(error) ? error.code : undefined);
