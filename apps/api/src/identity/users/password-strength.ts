import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { API_FOLDER } from '../../platform/api-folder.js';
import { BloomFilter } from './bloom-filter.js';

/** ASVS 2.1.1: twelve characters. */
export const MIN_PASSWORD_CHARACTERS = 12;
/** The estimator's cost grows faster than its input: what follows makes a password no weaker. */
const ESTIMATED_CHARACTERS = 64;
/** At least 10^10 guesses, the estimator's best class: a common word with a year and marks is below it. */
const MIN_SCORE = 4;
/** Beside the owner's names: the estimator rates `mario.rossi.1980` too high. */
const MIN_OTHER_CHARACTERS = 8;

export interface StrengthQuestion {
  readonly password: string;
  /** What others know about the owner: names, e-mail, user name. */
  readonly known: readonly string[];
}

export type Weakness = 'SHORT' | 'LEAKED' | 'GUESSABLE';

let leaked: BloomFilter | undefined;
/** Leaked passwords of twelve characters and more; see scripts/leaked-passwords.mjs. */
const isLeaked = (password: string): boolean => {
  const file = join(API_FOLDER, 'data/leaked-passwords.bin');
  leaked ??= new BloomFilter(readFileSync(file));
  return leaked.has(password.toLowerCase());
};

let made: Promise<ZxcvbnFactory> | undefined;

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

/** Why a password is refused; `undefined` when it is not. */
export async function weaknessOf({ password, known }: StrengthQuestion): Promise<Weakness | undefined> {
  if ([...password].length < MIN_PASSWORD_CHARACTERS) return 'SHORT';
  if (isLeaked(password)) return 'LEAKED';
  const words = [...known].sort((a, b) => b.length - a.length);
  const rest = words.reduce((left, word) => left.replaceAll(word.toLowerCase(), ''), password.toLowerCase());
  if ([...rest].length < MIN_OTHER_CHARACTERS) return 'GUESSABLE';
  const { score } = (await (made ??= makeEstimator())).check(password.slice(0, ESTIMATED_CHARACTERS), words);
  return score < MIN_SCORE ? 'GUESSABLE' : undefined;
}
