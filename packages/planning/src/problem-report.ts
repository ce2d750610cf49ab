/** What the checks of a problem share: the issues they report, the references they follow, the ranges they allow. */

import { isCents, isRatePct } from './money.js';
import type { Account, Problem } from './problem.js';

/** One wrong field: its path (`accounts.3.rates.0.tiers.1.upToCents`) and what is wrong, in English. */
export interface ProblemIssue {
  readonly path: string;
  readonly message: string;
}

const MAX_RATE_PCT = 100;

/** Collects issues under a path. */
export class Report {
  constructor(
    readonly issues: ProblemIssue[] = [],
    private readonly path = '',
  ) {}

  at(key: string | number): Report {
    return new Report(this.issues, this.path === '' ? String(key) : `${this.path}.${String(key)}`);
  }

  /** Notes `message` on the field `key` unless `right`. Answers `right`. */
  expect(right: boolean, key: string | number, message: string): boolean {
    if (!right) this.issues.push({ path: this.at(key).path, message });
    return right;
  }

  each<T>(key: string, items: readonly T[], check: (item: T, report: Report) => void): void {
    for (const [index, item] of items.entries()) check(item, this.at(key).at(index));
  }
}

/** A problem with the references its parts may make. */
export interface Context {
  readonly problem: Problem;
  readonly banks: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  readonly accounts: ReadonlyMap<string, Account>;
  readonly setups: ReadonlySet<string>;
}

export function contextOf(problem: Problem): Context {
  return {
    problem,
    banks: new Set(problem.banks.map((bank) => bank.id)),
    groups: new Set(problem.accountGroups.map((group) => group.id)),
    accounts: new Map(problem.accounts.map((account) => [account.id, account])),
    setups: new Set(problem.setups.map((setup) => setup.accountId)),
  };
}

export const isPositive = (value: number): boolean => isCents(value) && value > 0;
export const isNotNegative = (value: number): boolean => isCents(value) && value >= 0;
export const isRate = (value: number): boolean => isRatePct(value) && Math.abs(value) <= MAX_RATE_PCT;
