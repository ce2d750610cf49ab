import type { ErrorCode } from '@fibado/contracts';
import { ApiError, TransportError } from '../errors.js';
import { CommandError, EXIT, type ExitCode } from './exit-codes.js';

type Sentence = (...params: readonly string[]) => string;
type FileCode = Extract<ErrorCode, `FILE_${string}`>;

const list = (params: readonly string[]): string => params.filter((param) => param !== '').join(', ');

/** Why the instance refused and what to do about it. Refusals of files have sentences of their own. */
const SENTENCES: Readonly<Partial<Record<Exclude<ErrorCode, FileCode>, Sentence>>> = {
  VALIDATION: (...fields) =>
    `The instance does not take these values: ${list(fields)}. Correct them and try again.`,
  UNAUTHENTICATED: () => 'The key is no longer valid. Make a new one: fibado login',
  BAD_CREDENTIALS: () => 'The name or password is wrong. Try again: fibado login',
  FORBIDDEN: () => 'This key may not do it. Ask for the role, or make a key that may: fibado login',
  NO_TENANT: () => 'You belong to no household. Ask an administrator to add you.',
  TENANT_MISMATCH: () => 'The key is of another household. Make one for this household: fibado login',
  TENANT_SUSPENDED: () => 'The household is suspended. Ask an administrator of the instance.',
  USER_BLOCKED: () => 'Your access is blocked. Ask an administrator of the household.',
  STEP_UP_REQUIRED: () => 'It has to be confirmed in the browser: do it there.',
  NOT_FOUND: (what = '') =>
    `It is not there${what === '' ? '' : `: ${what}`}. List what there is, and try again.`,
  STALE_VERSION: () => 'It was changed in the meantime. Read it again and retry.',
  ALREADY_EXISTS: (...fields) => `It exists already (${list(fields)}). Nothing was saved twice.`,
  IN_USE: (...users) => `It is still used by ${list(users)}. Remove that first.`,
  QUARTER_STATE: (state = '') =>
    `The quarter is ${state}, which does not allow it. Look at it: fibado quarter summary`,
  IDEMPOTENCY_CONFLICT: () => 'The same request is still under way. Wait for it and look at the result.',
  PAYLOAD_TOO_LARGE: () => 'It is too large for the instance. Send a smaller file or a shorter period.',
  UNSUPPORTED_MEDIA: () => 'The instance does not take this kind of file. Download another format.',
  UPLOAD_TIMEOUT: () => 'Sending took too long. Try again over a faster connection.',
  TOO_MANY_REQUESTS: (seconds = '') =>
    `Too many requests. Try again${seconds === '' ? ' later' : ` in ${seconds} seconds`}.`,
  UNEXPECTED: () => 'The instance failed unexpectedly. Try again; if it stays so, its log says why.',
  SERVICE_UNAVAILABLE: () => 'The instance is starting or busy. Try again in a minute.',
  STORAGE_FULL: () =>
    "The disk of the instance's database is full: nothing was saved. Make space and try again.",
};

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
    const sentence = (SENTENCES as Readonly<Partial<Record<ErrorCode, Sentence>>>)[code];
    return {
      exitCode: ['UNAUTHENTICATED', 'BAD_CREDENTIALS'].includes(code) ? EXIT.signedOut : EXIT.failed,
      text: sentence ? `${sentence(...params)} [${message}]` : `Refused: ${message}`,
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
