import type { ErrorCode } from '@fibado/contracts';
import { ApiError, TransportError } from '../errors.js';
import { CommandError, EXIT, type ExitCode } from './exit-codes.js';
import { fileRefusal } from './file-refusals.js';

type Sentence = (...params: readonly string[]) => string;
type FileCode = Extract<ErrorCode, `FILE_${string}`>;

const list = (params: readonly string[]): string => params.filter((param) => param !== '').join(', ');

/** Why the instance refused and what to do about it, for every code. Refusals of files have sentences of their own. */
const SENTENCES: Readonly<Record<Exclude<ErrorCode, FileCode>, Sentence>> = {
  VALIDATION: (...fields) =>
    `The instance does not take these values: ${list(fields)}. Correct them and try again.`,
  PASSWORD_WEAK: () => 'The password is too weak. Choose a longer one.',
  PASSWORD_LEAKED: () => 'The password is in public lists of leaked passwords. Choose another one.',
  PASSWORD_WRONG: () => 'The password is wrong. Type it again.',
  PASSWORD_REQUIRED: () => 'The password has to be given again for another server or user. Type it.',
  SECOND_FACTOR_WRONG: () => 'The code is wrong or was used before. Wait for the next one and type it.',
  IMAGE_UNREADABLE: () => 'The picture cannot be read. Choose a PNG or JPEG file.',
  UNAUTHENTICATED: () => 'The key is no longer valid. Make a new one: fibado login',
  BAD_CREDENTIALS: () => 'The name or password is wrong. Try again: fibado login',
  FORBIDDEN: () => 'This key may not do it. Ask for the role, or make a key that may: fibado login',
  NO_TENANT: () => 'You belong to no household. Ask an administrator to add you.',
  TENANT_MISMATCH: () => 'The key is of another household. Make one for this household: fibado login',
  TENANT_SUSPENDED: () => 'The household is suspended. Ask an administrator of the instance.',
  USER_BLOCKED: () => 'Your access is blocked. Ask an administrator of the household.',
  IDENTITY_REFUSED: () =>
    'The identity provider refused the sign-in. Sign in again, or ask an administrator of the instance.',
  ROLE_NOT_HELD: (role = '') =>
    `Only a person who holds the role ${role} can give or take it. Ask such a person.`,
  STEP_UP_REQUIRED: () => 'It has to be confirmed in the browser: do it there.',
  SECOND_FACTOR_REQUIRED: () =>
    'The household asks for a second factor. Sign in anew and give it: fibado login',
  BREAK_GLASS_REQUIRED: () => 'The household has to be entered first, with a reason. Do it in the browser.',
  NOT_FOUND: (what = '') =>
    `It is not there${what === '' ? '' : `: ${what}`}. List what there is, and try again.`,
  METHOD_NOT_ALLOWED: () =>
    'The instance does not know this call: command and instance differ in version. Update the older one.',
  STALE_VERSION: () => 'It was changed in the meantime. Read it again and retry.',
  ALREADY_EXISTS: (...fields) => `It exists already (${list(fields)}). Nothing was saved twice.`,
  IN_USE: (...users) => `It is still used by ${list(users)}. Remove that first.`,
  QUARTER_STATE: (state = '') =>
    `The quarter is ${state}, which does not allow it. Look at it: fibado quarter summary`,
  QUARTER_CANNOT_INIT: (reason = '') =>
    `The quarter cannot be initialised (${reason}). Look at the quarters: fibado quarter list`,
  QUARTER_OPEN_OPERATIONS: (...operations) =>
    `Operations are still planned: ${list(operations)}. Confirm or delete them first.`,
  QUARTER_NOT_OVER: (day = '') => `The quarter ends on ${day}. Close it afterwards.`,
  QUARTER_REOPEN_LATE: () =>
    'A quarter can be reopened for a day after it was started or closed. Correct it in the next one.',
  QUARTER_NEXT_ADVANCED: (next = '') =>
    `The quarter after it was started or closed (${next}). Reopen that one first.`,
  QUARTER_INCOMPLETE: (...accounts) => `Figures are missing for ${list(accounts)}. Enter them first.`,
  LOT_STATE: (reason = '') => `The lot does not allow it (${reason}). Look at its offer and its dates.`,
  LAST_ADMINISTRATOR: () => 'It would leave no administrator. Name another one first.',
  LAST_SIGN_IN_METHOD: () => 'It is the only way to sign in. Add a password or another identity first.',
  NOT_EXPORTED: () => 'The data has to be exported first. Make an archive, and try again.',
  NOTHING_TO_EXPORT: () => 'No planned transfer is left to export. Plan, and try again.',
  IBAN_MISSING: (...accounts) => `These accounts have no IBAN: ${list(accounts)}. Enter it.`,
  IDEMPOTENCY_CONFLICT: () => 'The same request is still under way. Wait for it and look at the result.',
  PLAN_STALE: () => 'The plan is out of date. Compute it again: fibado plan',
  NO_PLAN: () => 'There is no plan, or none keeps all limits. Compute one: fibado plan',
  CONNECTION_OFF: () =>
    'The bank connection is off: the instance does not offer it, or there is no key. Import a file, or store a key in the browser.',
  CONNECTION_REFUSED: (reason = '') =>
    `Enable Banking refuses the application or the request (${reason}). Check it in its control panel.`,
  CONSENT_ENDED: () => "The bank's consent is over. Renew it in the browser.",
  CONSENT_DECLINED: () => 'The bank gave no consent. Begin again in the browser.',
  LINK_EXPIRED: () => 'The link has expired. Ask for a new one.',
  TICKET_EXPIRED: () => 'It took too long, or was completed before. Begin again.',
  PAYLOAD_TOO_LARGE: () => 'It is too large for the instance. Send a smaller file or a shorter period.',
  PROBLEM_TOO_LARGE: (what = '', count = '', most = '') =>
    `Too many ${what}: ${count}, and ${most} are allowed. Leave some out.`,
  UNSUPPORTED_MEDIA: () => 'The instance does not take this kind of file. Download another format.',
  UPLOAD_TIMEOUT: () => 'Sending took too long. Try again over a faster connection.',
  TOO_MANY_REQUESTS: (seconds = '') =>
    `Too many requests. Try again${seconds === '' ? ' later' : ` in ${seconds} seconds`}.`,
  FETCH_LIMIT: (count = '') =>
    `Banks answer ${count} requests a day for an account. Try again tomorrow, or import a file.`,
  CANCELLED: () => 'It was cancelled. Start it again.',
  UNEXPECTED: () => 'The instance failed unexpectedly. Try again; if it stays so, its log says why.',
  MAIL_FAILED: (reason = '') => `The mail server refused: ${reason}. Check its settings.`,
  BANK_ANSWER_UNREADABLE: () =>
    'The answer of the bank connection cannot be read. Try again later, or import a file.',
  BANK_UNAVAILABLE: (reason = '') =>
    `The bank does not answer (${reason}). Try again later, or import a file.`,
  SERVICE_UNAVAILABLE: () => 'The instance is starting or busy. Try again in a minute.',
  IDENTITY_PROVIDER_UNAVAILABLE: () => 'The identity provider does not answer. Try again in a minute.',
  SOLVER_BUSY: () => 'Too many plans of the household are waiting. Wait for them, and try again.',
  NO_PLAN_IN_TIME: () => 'No plan was found in the time given. Allow more time, or fewer accounts.',
  STORAGE_FULL: () =>
    "The disk of the instance's database is full: nothing was saved. Make space and try again.",
};

/** The sentence of a code; undefined for a code of a newer instance. */
const sentenceOf = (code: ErrorCode, params: readonly string[]): string | undefined =>
  code in SENTENCES ? SENTENCES[code as Exclude<ErrorCode, FileCode>](...params) : fileRefusal(code, params);

/** What the command says of an error, and the code it ends with; `data` is for machines. */
interface Told {
  readonly exitCode: ExitCode;
  readonly text: string;
  readonly data: { readonly error: string; readonly params: readonly string[] };
}

/** An error that is no bug, as sentences with what to do; undefined for any other. */
export function toldOf(error: unknown): Told | undefined {
  if (error instanceof ApiError) {
    const { code, params, message } = error as ApiError;
    const sentence = sentenceOf(code, params);
    return {
      exitCode: ['UNAUTHENTICATED', 'BAD_CREDENTIALS'].includes(code) ? EXIT.signedOut : EXIT.failed,
      text: sentence === undefined ? `Refused: ${message}` : `${sentence} [${message}]`,
      data: { error: code, params },
    };
  }
  if (error instanceof TransportError) {
    const text =
      error.status === 0
        ? 'The instance cannot be reached. Look whether it runs, and at its address: fibado whoami'
        : `No answer of a Fibado: ${error.message}. Look at the address: fibado whoami`;
    return { exitCode: EXIT.unreachable, text, data: { error: 'UNREACHABLE', params: [error.message] } };
  }
  if (error instanceof CommandError) {
    const { exitCode, message } = error;
    return { exitCode, text: message, data: error.data ?? { error: 'USAGE', params: message.split('\n') } };
  }
  return undefined;
}

/** The same error with the name of the file it is about before its sentence, for mails of unattended runs. */
export function aboutFile(file: string, error: unknown): unknown {
  const told = toldOf(error);
  if (!told || told.text.startsWith(file)) return error;
  return new CommandError(told.exitCode, `${file}: ${told.text}`, told.data);
}
