import { isApiError } from '@fibado/client';
import type { ErrorCode } from '@fibado/contracts';
import { createStore, useStore } from './store';

/** Refusals that a person can lift, after which the same call succeeds. */
const CODES = [
  'STEP_UP_REQUIRED',
  'BREAK_GLASS_REQUIRED',
  'SECOND_FACTOR_REQUIRED',
] as const satisfies readonly ErrorCode[];
export type ChallengeCode = (typeof CODES)[number];

export interface Challenge {
  readonly code: ChallengeCode;
  readonly params: readonly string[];
  /** Told once: whether the person did what was asked. */
  readonly settle: (met: boolean) => void;
}

interface Waiting extends Challenge {
  readonly outcome: Promise<boolean>;
}

const store = createStore<readonly Waiting[]>([]);
/** How many dialogs are there to ask in; without one a challenge would never be answered. */
let listeners = 0;

export const challenges = {
  /** Asks for what a refusal wants; calls refused for the same reason wait for one answer. */
  meet(error: unknown): Promise<boolean> {
    if (!isApiError(error, ...CODES) || listeners === 0) return Promise.resolve(false);
    const { code, params } = error;
    const same = store.get().find((one) => one.code === code && one.params.join() === params.join());
    if (same) return same.outcome;
    let settle: (met: boolean) => void = () => undefined;
    const outcome = new Promise<boolean>((resolve) => {
      settle = (met) => {
        store.set((all) => all.filter((one) => one.outcome !== outcome));
        resolve(met);
      };
    });
    store.set((all) => [...all, { code, params, outcome, settle }]);
    return outcome;
  },
  /** Says that there is a dialog; answers how to take that back. */
  listen(): () => void {
    listeners += 1;
    return () => {
      listeners -= 1;
    };
  },
};

/** The challenge to put to the person now. */
export function useChallenge(): Challenge | undefined {
  return useStore(store)[0];
}
