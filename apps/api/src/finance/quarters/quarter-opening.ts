import type { Quarter, quarters, ResponseOf } from '@fibado/contracts';
import { type Account, previousQuarter, type QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { AccountsService } from '../accounts/accounts.service.js';
import type { QuarterEntity } from '../ledger/quarter.entity.js';
import { toQuarter, toSetupRow } from '../ledger/quarters.mapper.js';
import { QuartersRepository } from '../ledger/quarters.repository.js';
import { RecurrenceStore } from '../ledger/recurrence-store.js';
import type { SetupEntity } from '../ledger/setup.entity.js';
import { ProblemService } from '../problem/problem.service.js';
import { orNull } from '../shared/absent.js';

type CanInit = ResponseOf<typeof quarters.canInit>;

/** A quarter's beginning: its row, the setups that follow from the quarter before, the operations of recurrences. */
@Injectable()
export class QuarterOpening {
  constructor(
    private readonly rows: QuartersRepository,
    private readonly accounts: AccountsService,
    private readonly problems: ProblemService,
    private readonly recurrences: RecurrenceStore,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async canInit(scope: TenantScope, date: QuarterDate): Promise<CanInit> {
    const reason = await this.obstacle(scope, date);
    return reason ? { canInit: false, reason } : { canInit: true };
  }

  private async obstacle(scope: TenantScope, date: QuarterDate): Promise<CanInit['reason']> {
    const existing = (await this.rows.list(scope)).map((quarter) => quarter.date);
    if (existing.includes(date)) return 'ALREADY_EXISTS';
    if (existing.length > 0 && !existing.includes(previousQuarter(date))) return 'PREVIOUS_MISSING';
    const accounts = await this.accounts.list(scope);
    return accounts.some((account) => account.active) ? undefined : 'NO_ACCOUNTS';
  }

  /** @throws DomainError QUARTER_CANNOT_INIT */
  async init(scope: TenantScope, date: QuarterDate): Promise<Quarter> {
    await this.rows.lockCalendar(scope);
    const reason = await this.obstacle(scope, date);
    if (reason) throw new DomainError('QUARTER_CANNOT_INIT', reason);
    const row: QuarterEntity = {
      tenantId: scope.tenantId,
      date,
      state: 'INITIALIZED',
      initializedAt: this.clock.now(),
      startedAt: null,
      closedAt: null,
      sealHash: null,
      sealedProblem: null,
      closedProblem: null,
      adjustmentIds: null,
      acceptedPlan: null,
      version: 1,
    };
    await this.rows.insert(scope, row);
    await this.rows.saveSetups(scope, await this.firstSetups(scope, date));
    const after = toQuarter(row, await this.rows.setups(scope, date));
    await this.audit.record(scope, {
      action: 'quarters.init',
      entity: 'quarter',
      entityId: date,
      before: undefined,
      after,
    });
    await this.recurrences.fill(scope, date);
    return after;
  }

  /** The accounts of the quarter before with what they end it with; every account in use, empty, in the first one. */
  private async firstSetups(scope: TenantScope, date: QuarterDate): Promise<SetupEntity[]> {
    const accounts = new Map((await this.accounts.list(scope)).map((account) => [account.id, account]));
    const key = { tenantId: scope.tenantId, quarter: date };
    const previous = await this.rows.find(scope, previousQuarter(date));
    if (!previous)
      return [...accounts.values()]
        .filter((account) => account.active && isOpenFrom(account, date))
        .map(({ id }) => toSetupRow({ accountId: id, openingBalanceCents: 0, excluded: false }, key));
    const forward = await this.problems.forward(scope, previous);
    const setups = await this.rows.setups(scope, previous.date);
    return setups.flatMap((setup) => {
      const account = accounts.get(setup.accountId);
      const { closingBalanceCents = setup.openingBalanceCents, next } = forward.get(setup.accountId) ?? {};
      const { openingBalanceCents = closingBalanceCents, carried } = next ?? {};
      if (!account || !isOpenFrom(account, date)) return [];
      // What is spent and done with does not come along: a matured deposit, an account put away.
      const ended = !account.active || (account.maturityDate !== undefined && account.maturityDate < date);
      if (ended && closingBalanceCents === 0) return [];
      return [{ ...setup, quarter: date, openingBalanceCents, carried: orNull(carried) }];
    });
  }
}

/** Whether an account is still open when a quarter begins. */
function isOpenFrom(account: Pick<Account, 'closedOn'>, date: QuarterDate): boolean {
  return account.closedOn === undefined || account.closedOn >= date;
}
