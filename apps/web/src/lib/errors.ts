import { isApiError, TransportError } from '@fibado/client';
import type { TFunction } from 'i18next';
import { quarterParts } from './day';

/** Puts `params` one after the other in the place of each `%s`; a `%s` too many becomes empty. */
export function fillPlaceholders(text: string, params: readonly string[]): string {
  let index = 0;
  return text.replaceAll('%s', () => params[index++] ?? '');
}

/** A parameter in words: what the API calls by its own names, alone or before the name of an entry. */
function inWords(param: string, t: TFunction): string {
  const [, name, entry] = /^([A-Za-z]+)(?::(.+))?$/.exec(param) ?? [];
  if (name === undefined) return param;
  if (name === 'quarters' && entry !== undefined)
    return t('FINANCE.QUARTER.NAME', { ...quarterParts(entry) });
  const word = t(`API_WORDS.${name}`, { defaultValue: name });
  return word === name ? param : entry === undefined ? word : `${word} «${entry}»`;
}

/** As many parameters as there are places: what is left over joins the last one, so that a list is told whole. */
function fitted(text: string, params: readonly string[]): readonly string[] {
  const places = text.split('%s').length - 1;
  if (places === 0 || params.length <= places) return params;
  return [...params.slice(0, places - 1), params.slice(places - 1).join(', ')];
}

/**
 * What went wrong in the reader's words: the text of the API's code, the raw code where there is no text, and the
 * words for an instance that is down (503) or cannot be reached (0).
 */
export function errorMessage(error: unknown, t: TFunction): string {
  if (isApiError(error)) {
    const text = t(`API_ERRORS.${error.code}`, { defaultValue: error.code });
    const params = error.params.map((param) => inWords(param, t));
    return fillPlaceholders(text, fitted(text, params));
  }
  if (error instanceof TransportError) {
    if (error.status === 0) return t('COMMON.ERROR.UNREACHABLE');
    if (error.status === 503) return t('COMMON.ERROR.SERVICE_NOT_AVAILABLE');
  }
  return t('COMMON.ERROR.UNEXPECTED');
}

/** The error's code when the API gave one. */
export const errorCode = (error: unknown): string | undefined => (isApiError(error) ? error.code : undefined);
