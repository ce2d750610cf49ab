import {
  type BodyOf,
  type Quarter,
  type QuarterInFull,
  type quarterListItem,
  quarters,
  type ResponseOf,
} from '@fibado/contracts';
import { type Account, nextQuarter, previousQuarter, type QuarterDate, quarterEnd } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { Audit } from '../../platform/audit.js';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { Outbox } from '../../platform/messaging/outbox.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { OperationStore } from '../ledger/operation-store.js';
import { accountsAtFault } from '../problem/accounts-at-fault.js';
import { ProblemService } from '../problem/problem.service.js';
import { RecurrenceStore } from '../ledger/recurrence-store.js';
import { SettingsService } from '../settings/settings.service.js';
import { type Adjustment, closeWith } from './closing.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import type { QuarterEntity } from '../ledger/quarter.entity.js';
import { toQuarter, toSetupRow } from '../ledger/quarters.mapper.js';
import { QuartersRepository } from '../ledger/quarters.repository.js';
import { sealOf } from './seal.js';
import { orNull } from '../shared/absent.js';
import { SetupsService } from './setups.service.js';
import type { SetupEntity } from '../ledger/setup.entity.js';

type CanInit = ResponseOf<typeof quarters.canInit>;

const ADJUSTMENT = {
  it: { description: 'Rettifica di chiusura', category: 'Rettifica' },
  en: { description: 'Closing adjustment', category: 'Adjustment' },
};

/** A quarter's life: none → INITIALIZED → STARTED → CLOSED. */
@Injectable()
export class QuartersService {
  constructor(
    private readonly rows: QuartersRepository,
    private readonly gate: QuarterGate,
    private readonly accounts: AccountsService,
    private readonly operations: OperationStore,
    private readonly problems: ProblemService,
    private readonly settings: SettingsService,
    private readonly setups: SetupsService,
    private readonly recurrences: RecurrenceStore,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async list(scope: TenantScope): Promise<z.infer<typeof quarterListItem>[]> {
    return this.rows.list(scope);
  }

  async get(scope: TenantScope, date: QuarterDate): Promise<Quarter> {
    return toQuarter(await this.gate.expect(scope, date), await this.rows.setups(scope, date));
  }

  /** The quarter with what the one before left under way. */
  async inFull(scope: TenantScope, date: QuarterDate): Promise<QuarterInFull> {
    const quarter = await this.get(scope, date);
    const carriedOver = await this.problems.carriedOver(scope, date);
    return carriedOver.length > 0 ? { ...quarter, carriedOver } : quarter;
  }

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

  async init(scope: TenantScope, date: QuarterDate): Promise<Quarter> {
    await this.rows.lockCalendar(scope);
    const reason = await this.obstacle(scope, date);
    if (reason) throw new DomainError('QUARTER_CANNOT_INIT', reason);
    await this.rows.insert(scope, {
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
    });
    await this.rows.saveSetups(scope, await this.firstSetups(scope, date));
    const after = await this.get(scope, date);
    await this.record(scope, 'quarters.init', undefined, after);
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

  /** Of a quarter that was never started, and after which there is none. */
  async delete(scope: TenantScope, date: QuarterDate): Promise<void> {
    await this.rows.lockCalendar(scope);
    await this.gate.enter(scope, date, 'INITIALIZED');
    const later = (await this.rows.list(scope)).find((quarter) => quarter.date > date);
    if (later) throw new DomainError('IN_USE', `quarters:${later.date}`);
    const before = {
      ...(await this.get(scope, date)),
      operations: await this.operations.list(scope, date),
    };
    await this.rows.remove(scope, date);
    await this.audit.record(scope, {
      action: 'quarters.delete',
      entity: 'quarter',
      entityId: date,
      before,
    });
  }

  /** Freezes the openings and seals the plan. */
  async start(scope: TenantScope, date: QuarterDate): Promise<Quarter> {
    const quarter = await this.gate.enter(scope, date, 'INITIALIZED');
    await this.expectPrevious(scope, date, 'STARTED', 'CLOSED');
    const problem = await this.problems.of(scope, quarter);
    const incomplete = accountsAtFault(problem);
    if (problem.setups.length === 0 || incomplete.length > 0)
      throw new DomainError('QUARTER_INCOMPLETE', ...incomplete);
    const before = toQuarter(quarter, await this.rows.setups(scope, date));
    await this.rows.update(scope, quarter, {
      state: 'STARTED',
      startedAt: this.clock.now(),
      sealHash: sealOf(problem),
      sealedProblem: problem,
    });
    const after = await this.get(scope, date);
    await this.record(scope, 'quarters.start', before, after);
    await this.outbox.add(scope, 'quarter.started', { quarter: date });
    return after;
  }

  /** Takes the bank's figures, turns differences into movements, and lets the next quarter's openings follow. */
  async close(scope: TenantScope, body: BodyOf<typeof quarters.close>): Promise<Quarter> {
    const { date } = body;
    // The next quarter is written too; quarters are locked in the order of their days.
    const quarter = await this.gate.enter(scope, date, 'STARTED');
    const next = await this.rows.lock(scope, nextQuarter(date));
    await this.expectPrevious(scope, date, 'CLOSED');
    const open = (await this.operations.list(scope, date)).filter((row) => row.status === 'PLANNED');
    if (open.length > 0)
      throw new DomainError('QUARTER_OPEN_OPERATIONS', ...open.map((row) => row.description));
    // What still happens in a closed quarter cannot be written down.
    const lastDay = quarterEnd(date);
    if (!body.early && this.clock.today() <= lastDay) throw new DomainError('QUARTER_NOT_OVER', lastDay);
    const before = toQuarter(quarter, await this.rows.setups(scope, date));
    const problem = await this.problems.of(scope, quarter);
    const closing = closeWith(problem, quarter.sealedProblem ?? problem, body.actuals);
    await this.rows.insertClosings(
      scope,
      closing.rows.map((row) => ({ ...row, tenantId: scope.tenantId })),
    );
    const adjustments = await this.writeAdjustments(scope, date, closing.adjustments);
    const closedProblem = await this.problems.of(scope, quarter);
    await this.rows.update(scope, quarter, {
      state: 'CLOSED',
      closedAt: this.clock.now(),
      closedProblem,
      adjustmentIds: adjustments.map(({ id }) => id),
    });
    const after = await this.get(scope, date);
    await this.audit.record(scope, {
      action: 'quarters.close',
      entity: 'quarter',
      entityId: date,
      before,
      after: { ...after, actuals: closing.rows, adjustments },
    });
    if (next) await this.setups.followOpenings(scope, next, { ...quarter, closedProblem });
    await this.outbox.add(scope, 'quarter.closed', { quarter: date });
    return after;
  }

  private async writeAdjustments(
    scope: TenantScope,
    quarter: QuarterDate,
    adjustments: readonly Adjustment[],
  ) {
    const { language } = await this.settings.get(scope);
    return this.operations.enter(
      scope,
      adjustments.map(({ accountId, date, differenceCents }) => ({
        quarter,
        accountId,
        date,
        valueDate: date,
        amountCents: Math.abs(differenceCents),
        kind: differenceCents > 0 ? 'INCOME' : 'EXPENSE',
        ...ADJUSTMENT[language],
        status: 'DONE',
        origin: 'MANUAL',
        locked: true,
      })),
    );
  }

  /** Quarters go forward in the order of their days. @throws DomainError QUARTER_STATE */
  private async expectPrevious(
    scope: TenantScope,
    date: QuarterDate,
    ...allowed: readonly QuarterEntity['state'][]
  ): Promise<void> {
    const previous = await this.rows.find(scope, previousQuarter(date));
    if (previous && !allowed.includes(previous.state))
      throw new DomainError('QUARTER_STATE', previous.state, previous.date);
  }

  private async record(
    scope: TenantScope,
    action: string,
    before: Quarter | undefined,
    after: Quarter,
  ): Promise<void> {
    await this.audit.record(scope, { action, entity: 'quarter', entityId: after.date, before, after });
  }
}

/** Whether an account is still open when a quarter begins. */
function isOpenFrom(account: Pick<Account, 'closedOn'>, date: QuarterDate): boolean {
  return account.closedOn === undefined || account.closedOn >= date;
}
