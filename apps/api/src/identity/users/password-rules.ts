import { DomainError } from '../../platform/http/domain-error.js';
import { WorkerPool, workerProgram } from '../../platform/jobs/worker-pool.js';
import type { StrengthQuestion, Weakness } from './password-strength.js';

const TIME_LIMIT_MS = 10_000;

let pool: WorkerPool<StrengthQuestion, Weakness | undefined> | undefined;
/** One thread, made when a person chooses a password and given back later: its dictionaries take memory. */
const judges = () =>
  (pool ??= new WorkerPool<StrengthQuestion, Weakness | undefined>({
    program: workerProgram('identity/users/password-strength'),
    threads: 1,
    queue: 32,
    memory: { oldMb: 256, youngMb: 32 },
    codes: { busy: 'SERVICE_UNAVAILABLE', late: 'PASSWORD_WEAK', overflow: 'PASSWORD_WEAK' },
  }));

const CODES = { SHORT: 'PASSWORD_WEAK', LEAKED: 'PASSWORD_LEAKED', GUESSABLE: 'PASSWORD_WEAK' } as const;

export interface PasswordOwner {
  readonly username: string;
  readonly name: string;
  readonly email: string;
}

/**
 * Refuses a password that is short, leaked, guessable, or made of what others know about its owner. No rule about
 * kinds of characters: they make passwords worse.
 * @param field the request's field, for the error.
 * @throws DomainError PASSWORD_WEAK, PASSWORD_LEAKED, SERVICE_UNAVAILABLE when too many are being judged.
 */
export async function requireStrong(password: string, owner: PasswordOwner, field: string): Promise<void> {
  const words = [owner.username, owner.name, owner.email].flatMap((text) => text.split(/[\s.@_+-]+/));
  const known = [...new Set([...words, owner.email, owner.username, 'fibado'])].filter((t) => t.length > 2);
  const weakness = await judges().run({ password, known }, { timeLimitMs: TIME_LIMIT_MS });
  if (weakness !== undefined) throw new DomainError(CODES[weakness], field);
}
