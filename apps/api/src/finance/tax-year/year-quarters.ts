import type { QuarterState } from '@fibado/contracts';
import { addQuarters, dayOf, type Problem, type QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import { ProblemService } from '../problem/problem.service.js';

/** A quarter of a year; without a problem the household does not have it. */
export interface KeptQuarter {
  readonly date: QuarterDate;
  readonly kept?: { readonly state: QuarterState; readonly problem: Problem } | undefined;
}

/** The four quarters of a calendar year as they are kept: a closed one as it was closed. */
@Injectable()
export class YearQuarters {
  constructor(
    private readonly gate: QuarterGate,
    private readonly problems: ProblemService,
  ) {}

  async of(scope: TenantScope, year: number): Promise<KeptQuarter[]> {
    const states = new Map((await this.gate.list(scope)).map(({ date, state }) => [date, state]));
    const quarters: KeptQuarter[] = [];
    for (const count of [0, 1, 2, 3]) {
      const date = addQuarters(dayOf(year, 1, 1), count);
      const state = states.get(date);
      const kept = state && { state, problem: await this.problems.load(scope, date) };
      quarters.push({ date, kept });
    }
    return quarters;
  }
}

export const problemsOf = (quarters: readonly KeptQuarter[]): Problem[] =>
  quarters.flatMap(({ kept }) => kept?.problem ?? []);
