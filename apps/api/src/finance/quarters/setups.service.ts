import { isDeepStrictEqual } from 'node:util';
import { type BodyOf, type Quarter, quarters, type Setup } from '@fibado/contracts';
import {
  type Account,
  nextQuarter,
  previousQuarter,
  type QuarterDate,
  quarterEnd,
  saysAnything,
} from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { Session } from '../../platform/auth/session.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import type { UploadedFile } from '../../platform/http/endpoint.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { SpreadsheetReader } from '../spreadsheets/spreadsheet-reader.js';
import { type Forward, ProblemService } from '../problem/problem.service.js';
import { orAbsent } from '../shared/absent.js';
import type { SetupEntity } from '../ledger/setup.entity.js';
import { TenantTransactions } from '../../platform/database/tenant-transactions.js';
import { PlanInputs } from '../shared/plan-inputs.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import type { QuarterEntity } from '../ledger/quarter.entity.js';
import { toQuarter, toSetup, toSetupRow } from '../ledger/quarters.mapper.js';
import { QuartersRepository } from '../ledger/quarters.repository.js';

/** How many users of a setup an IN_USE names. */
const USERS_NAMED = 20;

/** The accounts of a quarter: what each opens with, and the limits it keeps in it. */
@Injectable()
export class SetupsService {
  constructor(
    private readonly transactions: TenantTransactions,
    private readonly reader: SpreadsheetReader,
    private readonly rows: QuartersRepository,
    private readonly gate: QuarterGate,
    private readonly accounts: AccountsService,
    private readonly problems: ProblemService,
    private readonly inputs: PlanInputs,
    private readonly audit: Audit,
  ) {}

  async list(scope: TenantScope, date: QuarterDate): Promise<Setup[]> {
    await this.gate.expect(scope, date);
    return (await this.rows.setups(scope, date)).map(toSetup);
  }

  /** Of a started quarter the setups are frozen; accounts that are not in it yet can join it. */
  async save(scope: TenantScope, body: BodyOf<typeof quarters.saveSetups>): Promise<Quarter> {
    const quarter = await this.gate.enter(scope, body.date, 'INITIALIZED', 'STARTED');
    if (body.version !== undefined && body.version !== quarter.version)
      throw new DomainError('STALE_VERSION');
    const ids = body.setups.map((setup) => setup.accountId);
    if ((await this.gate.knownAccounts(scope, ids)).size !== ids.length) throw new DomainError('NOT_FOUND');
    if (quarter.state === 'INITIALIZED') {
      const setups = withHistory(body.setups, await this.rows.setups(scope, quarter.date));
      return this.writeSetups(scope, quarter, 'quarters.saveSetups', setups);
    }
    const next = await this.rows.lock(scope, nextQuarter(quarter.date));
    await this.expectJoinable(scope, quarter, body.setups);
    const joined = await this.writeSetups(scope, quarter, 'quarters.joinAccounts', body.setups);
    if (next?.state === 'INITIALIZED') await this.bringAlong(scope, next, body.setups);
    return joined;
  }

  /**
   * An account opened in the quarter holds nothing before its first day; what it holds from then on are movements.
   * @throws DomainError QUARTER_STATE for an account that is in the quarter already, VALIDATION with the field.
   */
  private async expectJoinable(
    scope: TenantScope,
    quarter: QuarterEntity,
    setups: readonly Setup[],
  ): Promise<void> {
    const present = await this.gate.accountsIn(scope, quarter.date);
    if (setups.some(({ accountId }) => present.has(accountId)))
      throw new DomainError('QUARTER_STATE', quarter.state);
    const accounts = new Map((await this.accounts.list(scope)).map((account) => [account.id, account]));
    for (const [index, { accountId, openingBalanceCents }] of setups.entries()) {
      const account = accounts.get(accountId);
      if (!account || !isOpenIn(account, quarter.date))
        throw new DomainError('VALIDATION', `setups.${index}.accountId`);
      if ((account.openedOn ?? '') >= quarter.date && openingBalanceCents !== 0)
        throw new DomainError('VALIDATION', `setups.${index}.openingBalanceCents`);
    }
  }

  /** Accounts that joined a quarter are part of the one after it too, where that is prepared already. */
  private async bringAlong(scope: TenantScope, next: QuarterEntity, setups: readonly Setup[]): Promise<void> {
    const present = await this.gate.accountsIn(scope, next.date);
    const previous = await this.gate.expect(scope, previousQuarter(next.date));
    const forward = await this.problems.forward(scope, previous);
    const accounts = new Map((await this.accounts.list(scope)).map((account) => [account.id, account]));
    const missing = setups.flatMap((setup) => {
      const account = accounts.get(setup.accountId);
      if (!account || !isOpenIn(account, next.date) || present.has(setup.accountId)) return [];
      return [
        { ...setup, openingBalanceCents: 0, carried: undefined, ...forward.get(setup.accountId)?.next },
      ];
    });
    if (missing.length > 0) await this.writeSetups(scope, next, 'quarters.joinAccounts', missing);
  }

  /** Openings become what the quarter before ends with. */
  private async refreshOpenings(scope: TenantScope, date: QuarterDate): Promise<Quarter> {
    const quarter = await this.gate.enter(scope, date, 'INITIALIZED');
    const previous = await this.gate.expect(scope, previousQuarter(date));
    const forward = await this.problems.forward(scope, previous);
    const setups = (await this.rows.setups(scope, date))
      .map(toSetup)
      .map((setup) => continued(setup, forward.get(setup.accountId)?.next));
    return this.writeSetups(scope, quarter, 'quarters.importSetups', setups);
  }

  /** Openings from a spreadsheet, or without one from what the quarter before ends with. */
  import(
    session: Session,
    date: QuarterDate,
    file: UploadedFile | undefined,
    signal: AbortSignal,
  ): Promise<Quarter> {
    return file
      ? this.importFile(session, date, file, signal)
      : this.transactions.run(session, (scope) => this.refreshOpenings(scope, date));
  }

  /** Openings and limits as a spreadsheet has them; accounts it does not name stay as they are. */
  private async importFile(
    session: Session,
    date: QuarterDate,
    file: UploadedFile,
    signal: AbortSignal,
  ): Promise<Quarter> {
    // The file is read between two transactions; the second one asks for the quarter's state again.
    const accounts = await this.transactions.run(session, async (scope) => {
      await this.gate.enter(scope, date, 'INITIALIZED');
      return this.accounts.list(scope);
    });
    const known = accounts.map(({ id, name, iban }) => ({ id, name, iban }));
    const rows = await this.reader.setups(file, known, signal);
    const body = quarters.saveSetups.body.safeParse({ date, setups: rows });
    if (!body.success) throw new DomainError('FILE_CELL');
    return this.transactions.run(session, async (scope) => {
      const quarter = await this.gate.enter(scope, date, 'INITIALIZED');
      const setups = withHistory(body.data.setups, await this.rows.setups(scope, date));
      return this.writeSetups(scope, quarter, 'quarters.importSetups', setups);
    });
  }

  /** Writes setups of a quarter that is locked. */
  private async writeSetups(
    scope: TenantScope,
    quarter: QuarterEntity,
    action: string,
    setups: readonly Setup[],
  ): Promise<Quarter> {
    const before = toQuarter(quarter, await this.rows.setups(scope, quarter.date));
    const key = { tenantId: scope.tenantId, quarter: quarter.date };
    await this.rows.saveSetups(
      scope,
      setups.map((setup) => toSetupRow(setup, key)),
    );
    await this.rows.update(scope, quarter, {});
    const after = await this.quarter(scope, quarter.date);
    await this.record(scope, action, before, after);
    await this.inputs.changed(scope, quarter.date);
    return after;
  }

  /** Of a started quarter only accounts that joined it after the start can be taken out again. */
  async delete(scope: TenantScope, date: QuarterDate, accountId: string): Promise<void> {
    const quarter = await this.gate.enter(scope, date, 'INITIALIZED', 'STARTED');
    const before = toQuarter(quarter, await this.rows.setups(scope, date));
    if (!before.setups.some((setup) => setup.accountId === accountId)) throw new DomainError('NOT_FOUND');
    if (quarter.state === 'STARTED' && !before.joined?.includes(accountId))
      throw new DomainError('QUARTER_STATE', quarter.state);
    const users = await this.rows.operationsOn(scope, date, accountId, USERS_NAMED);
    if (users.length > 0) throw new DomainError('IN_USE', ...users.map((text) => `operations:${text}`));
    await this.rows.deleteSetup(scope, date, accountId);
    await this.rows.update(scope, quarter, {});
    await this.record(scope, 'quarters.deleteSetup', before, await this.quarter(scope, date));
    await this.inputs.changed(scope, date);
  }

  /** The quarter after a closed one opens with what the banks reported. */
  async followOpenings(scope: TenantScope, next: QuarterEntity, closed: QuarterEntity): Promise<void> {
    const forward = await this.problems.forward(scope, closed);
    const setups = (await this.rows.setups(scope, next.date)).map(toSetup);
    const moved = setups.flatMap((setup) => {
      const after = continued(setup, forward.get(setup.accountId)?.next);
      return isDeepStrictEqual(after, setup) ? [] : [after];
    });
    if (moved.length > 0) await this.writeSetups(scope, next, 'quarters.followOpenings', moved);
  }

  /** What every account takes into the quarter after one. */
  handedOn(scope: TenantScope, quarter: QuarterEntity): Promise<Map<string, Forward>> {
    return this.problems.forward(scope, quarter);
  }

  /**
   * The quarter after one that is open again opens with what is computed; openings a person changed since stay.
   * @param before what the closed quarter handed on.
   */
  async followReopened(
    scope: TenantScope,
    next: QuarterEntity,
    closed: QuarterEntity,
    before: ReadonlyMap<string, Forward>,
  ): Promise<void> {
    const computed = await this.problems.forward(scope, { ...closed, closedProblem: null });
    const moved = (await this.rows.setups(scope, next.date)).map(toSetup).flatMap((setup) => {
      const followed = setup.openingBalanceCents === before.get(setup.accountId)?.next.openingBalanceCents;
      const after = continued(setup, computed.get(setup.accountId)?.next);
      return !followed || isDeepStrictEqual(after, setup) ? [] : [after];
    });
    if (moved.length > 0) await this.writeSetups(scope, next, 'quarters.followOpenings', moved);
  }

  private async quarter(scope: TenantScope, date: QuarterDate): Promise<Quarter> {
    return toQuarter(await this.gate.expect(scope, date), await this.rows.setups(scope, date));
  }

  private async record(scope: TenantScope, action: string, before: Quarter, after: Quarter): Promise<void> {
    await this.audit.record(scope, { action, entity: 'quarter', entityId: after.date, before, after });
  }
}

/**
 * A setup as the quarter before leaves it. History a person typed in stays while that quarter knows fewer days of the
 * running period.
 */
function continued(setup: Setup, forward: Forward['next'] | undefined): Setup {
  if (!forward) return setup;
  const isTyped = setup.carried?.source === 'TYPED';
  const keeps = isTyped && (setup.carried?.days ?? 0) > (forward.carried?.days ?? 0);
  const typed = setup.carried && { ...setup.carried, anticipated: forward.carried?.anticipated };
  return { ...setup, ...forward, carried: keeps ? typed : forward.carried };
}

/**
 * Setups as they are stored: history that is not sent stays as it is, and one that says nothing is none. An opening
 * balance that a person changed anticipates no bookings.
 */
function withHistory(setups: readonly Setup[], stored: readonly SetupEntity[]): Setup[] {
  const before = new Map(stored.map((setup) => [setup.accountId, setup]));
  return setups.map(({ carried, ...setup }) => {
    const known = before.get(setup.accountId);
    const sent = carried ?? orAbsent(known?.carried ?? null);
    const isChanged = known?.openingBalanceCents !== setup.openingBalanceCents;
    const history = sent && isChanged ? { ...sent, anticipated: undefined } : sent;
    return { ...setup, carried: saysAnything(history) ? history : undefined };
  });
}

/** Whether an account is open on some day of a quarter. */
function isOpenIn(account: Pick<Account, 'openedOn' | 'closedOn'>, date: QuarterDate): boolean {
  const { openedOn = date, closedOn = date } = account;
  return openedOn <= quarterEnd(date) && closedOn >= date;
}
