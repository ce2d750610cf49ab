import {
  horizonOfQuarters,
  quartersOf,
  type Operation,
  type Problem,
  type QuarterDate,
} from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { OperationStore } from '../ledger/operation-store.js';
import { QuarterGate, type QuarterRecord } from '../ledger/quarter-gate.js';
import { RecurrenceStore } from '../ledger/recurrence-store.js';
import { plainOperation, ProblemService } from './problem.service.js';

/** The first quarters of a problem, as they are when no more are asked for. */
export function firstQuarters({ horizon: _, ...problem }: Problem, quarters: number): Problem {
  const horizon = horizonOfQuarters(problem.quarter, quarters);
  const operations = problem.operations.filter(({ quarter }) => quarter <= horizon.to);
  return { ...problem, ...(quarters === 1 ? {} : { horizon }), operations };
}

/** Puts a household's quarter together with those that follow it. */
@Injectable()
export class HorizonProblems {
  constructor(
    private readonly problems: ProblemService,
    private readonly gate: QuarterGate,
    private readonly operations: OperationStore,
    private readonly recurrences: RecurrenceStore,
  ) {}

  /**
   * The quarter alone.
   * @throws DomainError NOT_FOUND
   */
  load(scope: TenantScope, date: QuarterDate): Promise<Problem> {
    return this.problems.load(scope, date);
  }

  /**
   * The quarter and the ones after it: with the operations of those that exist, and projected from the stored rules for
   * the others.
   */
  async of(scope: TenantScope, quarter: QuarterRecord, quarters: number): Promise<Problem> {
    const problem = await this.problems.of(scope, quarter);
    if (quarters === 1) return problem;
    const horizon = horizonOfQuarters(quarter.date, quarters);
    const operations = [...problem.operations];
    for (const date of quartersOf(horizon).slice(1)) {
      operations.push(...(await this.operationsOf(scope, date, problem)));
    }
    return { ...problem, horizon, operations };
  }

  private async operationsOf(scope: TenantScope, date: QuarterDate, problem: Problem): Promise<Operation[]> {
    if (await this.gate.find(scope, date)) {
      return (await this.operations.list(scope, date)).map(plainOperation);
    }
    const { setups, settings } = problem;
    const taking = new Set(setups.map(({ accountId }) => accountId));
    const accounts = new Map(
      problem.accounts.filter(({ id }) => taking.has(id)).map((account) => [account.id, account]),
    );
    return this.recurrences.projected(scope, date, accounts, settings.calendar);
  }
}
