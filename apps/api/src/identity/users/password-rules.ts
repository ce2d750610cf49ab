import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { DomainError } from '../../platform/http/domain-error.js';

/** ASVS 2.1.1: twelve characters; and at least the estimator's "safely unguessable" against an online attack. */
export const MIN_PASSWORD_CHARACTERS = 12;
const MIN_SCORE = 3;
/** Beside the owner's names: the estimator is too kind to `mario.rossi.1980`. */
const MIN_OTHER_CHARACTERS = 8;

let made: Promise<ZxcvbnFactory> | undefined;
/** Loaded when somebody chooses a password: its dictionaries are memory an instance at rest does without. */
const estimator = (): Promise<ZxcvbnFactory> => (made ??= makeEstimator());

async function makeEstimator(): Promise<ZxcvbnFactory> {
  const [core, common, italian] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-it'),
  ]);
  return new core.ZxcvbnFactory({
    graphs: common.adjacencyGraphs,
    dictionary: { ...common.dictionary, ...italian.dictionary },
  });
}

export interface PasswordOwner {
  readonly username: string;
  readonly name: string;
  readonly email: string;
}

/**
 * Refuses a password that is short, known, or made of what everybody knows about its owner. No rule about kinds
 * of characters: they make passwords worse.
 * @param field the request's field, for the error.
 * @throws DomainError PASSWORD_WEAK
 */
export async function requireStrong(password: string, owner: PasswordOwner, field: string): Promise<void> {
  const known = [owner.username, owner.name, owner.email].flatMap((text) => text.split(/[\s.@_+-]+/));
  const inputs = [...new Set([...known, owner.email, owner.username, 'fibado'])].filter((t) => t.length > 2);
  const { score } = (await estimator()).check(password, inputs);
  const own = [...inputs].sort((a, b) => b.length - a.length);
  const rest = own.reduce((left, word) => left.replaceAll(word.toLowerCase(), ''), password.toLowerCase());
  const short = [...password].length < MIN_PASSWORD_CHARACTERS || [...rest].length < MIN_OTHER_CHARACTERS;
  if (short || score < MIN_SCORE) throw new DomainError('PASSWORD_WEAK', field);
}
