import {
  carriedForward,
  carriedOver,
  closingBalances,
  isInQuarter,
  operationArrivalDay,
  previousQuarter,
  saysAnything,
  type Account,
  type Operation,
  type Problem,
  type QuarterDate,
  withGoals,
  withLots,
} from '@fibado/planning';
import type { Operation as StoredOperation, Setup } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { OperationStore } from '../ledger/operation-store.js';
import { QuarterGate, type QuarterRecord } from '../ledger/quarter-gate.js';
import { type Household, HouseholdFacts, plain } from './household-facts.js';

/** Which rule an operation comes from changes nothing of a plan. */
export const plainOperation = ({ recurrenceId: _, ...operation }: StoredOperation) => plain(operation);

/** What an account takes into the next quarter. */
export interface Forward {
  /** Before what the quarter's last day books. */
  readonly closingBalanceCents: number;
  readonly next: Pick<Setup, 'openingBalanceCents' | 'carried'>;
}

/** Puts a household's quarter together as the referee and the optimizer take it. */
@Injectable()
export class ProblemService {
  constructor(
    private readonly facts: HouseholdFacts,
    private readonly quarters: QuarterGate,
    private readonly operations: OperationStore,
  ) {}

  /**
   * The quarter complete, with what the one before left under way. A closed quarter is answered as it was closed.
   * @throws DomainError NOT_FOUND
   */
  async load(scope: TenantScope, date: QuarterDate): Promise<Problem> {
    return this.of(scope, await this.quarters.expect(scope, date));
  }

  async of(scope: TenantScope, quarter: QuarterRecord): Promise<Problem> {
    if (quarter.closedProblem) return quarter.closedProblem;
    const household = await this.facts.of(scope);
    return this.quarterOf(scope, quarter.date, household, await this.carried(scope, quarter.date, household));
  }

  /** Movements of the quarter before of which something falls into this one, such as a transfer under way. */
  async carriedOver(scope: TenantScope, date: QuarterDate): Promise<Operation[]> {
    return this.carried(scope, date, await this.facts.of(scope));
  }

  /**
   * What every account takes into the quarter after one: the bank's closing balance where it was reported, else what is
   * planned, with what the last day's periods book; and the history of the periods that go on.
   */
  async forward(scope: TenantScope, quarter: QuarterRecord): Promise<Map<string, Forward>> {
    const problem = await this.of(scope, quarter);
    const closing = closingBalances(problem);
    const reported = await this.quarters.reportedIn(scope, quarter.date);
    return new Map(
      carriedForward(problem).map(({ accountId, openingBalanceCents, carried }) => {
        const closingBalanceCents = closing.get(accountId) ?? openingBalanceCents;
        // The bank's balance has nothing that the bank has not booked.
        const history = reported.has(accountId) ? { ...carried, anticipated: undefined } : carried;
        return [
          accountId,
          {
            closingBalanceCents,
            next: {
              openingBalanceCents: reported.has(accountId) ? closingBalanceCents : openingBalanceCents,
              carried: saysAnything(history) ? { source: 'QUARTERS', ...history } : undefined,
            },
          },
        ];
      }),
    );
  }

  private async quarterOf(
    scope: TenantScope,
    date: QuarterDate,
    { termDeposits, goals, ...household }: Household,
    carried: readonly Operation[],
  ): Promise<Problem> {
    const operations = await this.operations.list(scope, date);
    const problem = {
      quarter: date,
      ...household,
      setups: await this.quarters.setups(scope, date),
      operations: [...operations.map(plainOperation), ...carried],
    };
    return withGoals(withLots(problem, termDeposits), goals);
  }

  private async carried(scope: TenantScope, date: QuarterDate, household: Household): Promise<Operation[]> {
    const previous = await this.quarters.find(scope, previousQuarter(date));
    return previous ? this.carriedInto(scope, date, previous, household) : [];
  }

  private async carriedInto(
    scope: TenantScope,
    date: QuarterDate,
    previous: QuarterRecord,
    household: Household,
  ): Promise<Operation[]> {
    const before = previous.closedProblem ?? (await this.quarterOf(scope, previous.date, household, []));
    const accounts = new Map(household.accounts.map((account) => [account.id, account]));
    return carriedOver(before).filter((operation) => {
      const arrives = effectiveDay(operation, accounts, household.settings.calendar);
      return operation.quarter !== date && arrives !== undefined && isInQuarter(arrives, date);
    });
  }
}

/** The day on which an operation's last part happens; nothing when it names an account that is gone. */
function effectiveDay(
  operation: Operation,
  accounts: ReadonlyMap<string, Account>,
  calendar: Household['settings']['calendar'],
): string | undefined {
  const source = accounts.get(operation.accountId);
  if (!source) return undefined;
  if (operation.toAccountId === undefined) return operation.valueDate;
  const destination = accounts.get(operation.toAccountId);
  return destination && operationArrivalDay(operation, source, destination, calendar);
}
