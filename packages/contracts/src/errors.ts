import { z } from 'zod';
import type { Output } from './readonly.js';

/**
 * The closed list of error codes and the HTTP status each answers with. A code here without texts under
 * `API_ERRORS` in a language file fails a test; a code without a status does not compile.
 */
export const ERROR_STATUS = {
  /** params: the paths of the wrong fields. */
  VALIDATION: 400,
  /** params: the field. */
  PASSWORD_WEAK: 400,
  /** It appears in public lists of leaked passwords. params: the field. */
  PASSWORD_LEAKED: 400,
  PASSWORD_WRONG: 400,
  /** A stored password is not used for another server or user. params: the field. */
  PASSWORD_REQUIRED: 400,
  /** params: row, column. Errors of files carry the place where there is one. */
  FILE_EMPTY: 400,
  FILE_UNREADABLE: 400,
  FILE_PDF: 400,
  FILE_ENCRYPTED: 400,
  FILE_MACROS: 400,
  FILE_EXTERNAL_LINKS: 400,
  FILE_TOO_COMPLEX: 400,
  FILE_LAYOUT_UNKNOWN: 400,
  FILE_LAYOUT_UNSIGNED: 400,
  /** params: day, cents and text of up to three rows of a card. */
  FILE_SIGNS_UNKNOWN: 400,
  /** params: the currency. */
  FILE_CURRENCY: 400,
  FILE_NO_ROWS: 400,
  /** params: row, kind of figure, what the file states, what its rows give; cents, for COUNT a number of rows. */
  FILE_CHECKSUM: 400,
  FILE_CELL: 400,
  FILE_WRONG_ACCOUNT: 400,
  SECOND_FACTOR_WRONG: 400,
  IMAGE_UNREADABLE: 400,
  UNAUTHENTICATED: 401,
  BAD_CREDENTIALS: 401,
  FORBIDDEN: 403,
  NO_TENANT: 403,
  TENANT_MISMATCH: 403,
  TENANT_SUSPENDED: 403,
  USER_BLOCKED: 403,
  IDENTITY_REFUSED: 403,
  /** params: the role. */
  ROLE_NOT_HELD: 403,
  /** The person has to prove anew who it is (`account.stepUp`); params: how the session was opened. */
  STEP_UP_REQUIRED: 403,
  /** The tenant asks for a second factor, or the account has one and the password alone is no proof. */
  SECOND_FACTOR_REQUIRED: 403,
  /** The household has to be entered first, with a reason; params: the tenant's id and name. */
  BREAK_GLASS_REQUIRED: 403,
  NOT_FOUND: 404,
  /** params: the methods the path knows, as in the header Allow. */
  METHOD_NOT_ALLOWED: 405,
  /** The body arrived too slowly. */
  UPLOAD_TIMEOUT: 408,
  STALE_VERSION: 409,
  /** params: what uses it, `family:name`. */
  IN_USE: 409,
  /** params: the field. */
  ALREADY_EXISTS: 409,
  /** params: the quarter's state. */
  QUARTER_STATE: 409,
  /** params: the reason (see `canInitReason`). */
  QUARTER_CANNOT_INIT: 409,
  /** params: descriptions of operations still planned. */
  QUARTER_OPEN_OPERATIONS: 409,
  /** params: the quarter's last day, which is not over. */
  QUARTER_NOT_OVER: 409,
  /** More than `REOPEN_HOURS` have passed since the quarter was started or closed. */
  QUARTER_REOPEN_LATE: 409,
  /** params: the next quarter, `quarters:date`, which is further than the one to be reopened would be. */
  QUARTER_NEXT_ADVANCED: 409,
  /** params: account names whose figures are missing. */
  QUARTER_INCOMPLETE: 409,
  /** params: MATURED, BROKEN, RENEWED, NO_EXIT, PART (no part of it, or no such part), EARLY (before it was opened) or CONTRACT (terms that lots have). */
  LOT_STATE: 409,
  LAST_ADMINISTRATOR: 409,
  /** Without it the account could not be signed in to. */
  LAST_SIGN_IN_METHOD: 409,
  NOT_EXPORTED: 409,
  /** No planned transfer is left to export. */
  NOTHING_TO_EXPORT: 409,
  /** params: names of accounts without an IBAN. */
  IBAN_MISSING: 409,
  IDEMPOTENCY_CONFLICT: 409,
  PLAN_STALE: 409,
  /** The instance offers no bank connection, or the household has stored no key. */
  CONNECTION_OFF: 409,
  /** The provider refuses the application, its key or the request; params: the provider's own code. */
  CONNECTION_REFUSED: 409,
  /** The consent is over or was withdrawn: it has to be given anew. */
  CONSENT_ENDED: 409,
  /** The bank sent the person back without a consent. */
  CONSENT_DECLINED: 409,
  /** There is no plan yet, or none keeps all limits. */
  NO_PLAN: 409,
  LINK_EXPIRED: 410,
  /** What was begun (a sign-in, an enrolment) took too long or was completed before. */
  TICKET_EXPIRED: 410,
  PAYLOAD_TOO_LARGE: 413,
  /** params: what there is too much of, how much there is, the most there may be. */
  PROBLEM_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA: 415,
  /** params: seconds to wait. */
  TOO_MANY_REQUESTS: 429,
  /** No more fetches today; params: how many there are a day. */
  FETCH_LIMIT: 429,
  /** The client went away or cancelled. */
  CANCELLED: 499,
  UNEXPECTED: 500,
  MAIL_FAILED: 502,
  /** What the provider of bank connections answered is not what it documents. */
  BANK_ANSWER_UNREADABLE: 502,
  SERVICE_UNAVAILABLE: 503,
  /** The bank or the provider of bank connections does not answer, or fails; params: its code. */
  BANK_UNAVAILABLE: 503,
  IDENTITY_PROVIDER_UNAVAILABLE: 503,
  /** The queue has no place left for the household. */
  SOLVER_BUSY: 503,
  /** Time or memory ended with neither a plan nor the proof that there is none. */
  NO_PLAN_IN_TIME: 504,
  FILE_TIMEOUT: 504,
  /** The disk of the database is full: nothing was stored. */
  STORAGE_FULL: 507,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;

export const errorCodes = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

export const errorBody = z
  .strictObject({ error: z.enum(errorCodes), params: z.array(z.string()) })
  .meta({ id: 'Error' });

/** The body of every answer that is not a success. */
export type ErrorBody = Output<typeof errorBody>;
