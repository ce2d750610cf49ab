import { FETCHES_PER_DAY } from '@fibado/contracts';
import { DomainError } from '../../../platform/http/domain-error.js';

/** The consent, or the account within it, can be read no more. */
const ENDED = new Set([
  'EXPIRED_SESSION',
  'CLOSED_SESSION',
  'REVOKED_SESSION',
  'SESSION_DOES_NOT_EXIST',
  'WRONG_SESSION_STATUS',
  'ACCOUNT_DOES_NOT_EXIST',
  'ASPSP_ACCOUNT_NOT_ACCESSIBLE',
  'ASPSP_PSU_ACTION_REQUIRED',
]);
/** What the bank sent the person back with was used before or came too late. */
const CODE_SPENT = new Set(['EXPIRED_AUTHORIZATION_CODE', 'WRONG_AUTHORIZATION_CODE', 'ALREADY_AUTHORIZED']);
const BANK_FAILS = new Set(['ASPSP_ERROR', 'ASPSP_TIMEOUT']);

/** Seconds to wait where a refusal for too many requests names none. */
const DEFAULT_WAIT = '60';

/** A refusal the provider documents, in the contract's codes. */
export class ProviderRefusal extends DomainError {
  constructor(
    readonly providerCode: string,
    error: DomainError,
  ) {
    super(error.code, ...error.params);
  }
}

/**
 * @param code the provider's own code; its HTTP status in digits where it gives none
 * @param retryAfter seconds, as the header says
 */
export function refusalOf(status: number, code: string, retryAfter: string | null): ProviderRefusal {
  return new ProviderRefusal(code, errorOf(status, code, retryAfter));
}

function errorOf(status: number, code: string, retryAfter: string | null): DomainError {
  if (ENDED.has(code)) return new DomainError('CONSENT_ENDED');
  if (CODE_SPENT.has(code)) return new DomainError('TICKET_EXPIRED');
  if (code === 'ASPSP_RATE_LIMIT_EXCEEDED') return new DomainError('FETCH_LIMIT', String(FETCHES_PER_DAY));
  if (status === 429) {
    const wait = /^\d{1,5}$/.test(retryAfter ?? '') ? String(retryAfter) : DEFAULT_WAIT;
    return new DomainError('TOO_MANY_REQUESTS', wait);
  }
  if (BANK_FAILS.has(code) || status === 408 || status >= 500)
    return new DomainError('BANK_UNAVAILABLE', code);
  return new DomainError('CONNECTION_REFUSED', code);
}
