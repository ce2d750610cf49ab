/** The one door to a solver. Every engine takes the same program and gives the same answer. */

import { integerCount, type Program, type Term } from '../modelling/program.js';

export interface SolveLimits {
  readonly timeLimitMs: number;
  /** Stop when the proven bound is within this of the best solution (objective units). */
  readonly absoluteGap?: number | undefined;
  /** Stop after this many branch-and-bound nodes: a limit that is the same on every machine. */
  readonly nodeLimit?: number | undefined;
  /**
   * Solutions not better than this are of no use (objective units): what promises none is not searched, and a run
   * without one ends `UNKNOWN` with this as its bound. Engines that cannot use it ignore it.
   */
  readonly cutoff?: number | undefined;
  /** A point to start from, one value a column, NaN where unknown; engines that cannot use it ignore it. */
  readonly start?: Float64Array | undefined;
  /** Called now and then with the bound and the best objective so far. */
  readonly onProgress?: ((progress: { bound: number; best: number | undefined }) => void) | undefined;
  /** Polled now and then; true stops the run with what is known. */
  readonly shouldStop?: (() => boolean) | undefined;
}

/** Expected outcomes are values; an engine throws only on a bug. */
export type SolveOutcome =
  | {
      readonly status: 'OPTIMAL' | 'FEASIBLE';
      readonly objective: number;
      /** No solution of the program is better. */
      readonly bound: number;
      readonly values: Float64Array;
      readonly nodes: number;
    }
  | { readonly status: 'INFEASIBLE'; readonly nodes: number }
  /** Limits ran out before any solution was found; `bound` may be infinite. */
  | { readonly status: 'UNKNOWN'; readonly bound: number; readonly nodes: number };

export interface Engine {
  readonly name: 'highs' | 'glpk';
  readonly version: string;
  solve(program: Program, limits: SolveLimits): SolveOutcome;
}

/** One linear program asked many questions, each answered from where the last one ended. */
export interface LinearSession {
  /** Maximises these columns instead of the program's objective; without terms, the objective itself. */
  maximise(terms?: readonly Term[]): LinearOutcome;
  /** Adds `lower ≤ Σ coefficient × column`. */
  atLeast(lower: number, terms: readonly Term[]): void;
  bound(column: number, lower: number, upper: number): void;
}

export type LinearOutcome =
  | {
      readonly status: 'OPTIMAL';
      readonly objective: number;
      readonly values: Float64Array;
      /** What a unit of each row's limit is worth, objective units, without a sign. */
      readonly shadowPrices: Float64Array;
    }
  | { readonly status: 'INFEASIBLE' | 'UNKNOWN' };

/** An engine that keeps a program between questions. */
export interface SessionEngine extends Engine {
  /**
   * Opens the program without its integrality, and closes it when `ask` is done. No question takes longer than what
   * `leftMs` says when it is asked; one that would is answered `UNKNOWN`.
   */
  session<T>(program: Program, leftMs: () => number, ask: (session: LinearSession) => T): T;
}

export interface Engines {
  readonly highs: SessionEngine;
  readonly glpk: Engine;
}

/**
 * Picks the engine by the class of the model, as measured by `bench/optimizer`: GLPK starts faster and wins on
 * small pure linear programs; with integers, or on large ones, HiGHS.
 */
export function engineFor(engines: Engines, program: Program): Engine {
  return integerCount(program) === 0 && program.columns <= GLPK_COLUMNS ? engines.glpk : engines.highs;
}

const GLPK_COLUMNS = 1500;
