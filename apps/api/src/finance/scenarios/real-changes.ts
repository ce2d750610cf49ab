import type { Account, BodyOf, operations, Operation, ScenarioChange, Setup } from '@fibado/contracts';
import { accountOf, type Change, limited, otherwise, withPeriod } from '@fibado/optimizer/insight';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { unique } from '../../platform/database/unique.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { BanksService } from '../banks/banks.service.js';
import { OperationStore } from '../ledger/operation-store.js';
import { OperationsService } from '../operations/operations.service.js';
import { QuarterGate, type QuarterRecord } from '../ledger/quarter-gate.js';
import { SettingsService } from '../settings/settings.service.js';
import { PlanInputs } from '../shared/plan-inputs.js';
import { changesOf } from './scenario-changes.js';

type SaveBulk = BodyOf<typeof operations.saveBulk>;

/** Makes a scenario's changes the household's: rates, accounts, limits, settings and operations. */
@Injectable()
export class RealChanges {
  constructor(
    private readonly accounts: AccountsService,
    private readonly banks: BanksService,
    private readonly settings: SettingsService,
    private readonly gate: QuarterGate,
    private readonly operationStore: OperationStore,
    private readonly operations: OperationsService,
    private readonly inputs: PlanInputs,
    private readonly audit: Audit,
  ) {}

  /** The quarter is locked by the caller. */
  async apply(scope: TenantScope, quarter: QuarterRecord, changes: readonly ScenarioChange[]): Promise<void> {
    const setups: Setup[] = [];
    const all = changesOf(changes);
    for (const change of all) {
      const setup = await this.household(scope, quarter, change, setups);
      if (setup) {
        const known = setups.findIndex(({ accountId }) => accountId === setup.accountId);
        setups.splice(known < 0 ? setups.length : known, 1, setup);
      }
    }
    await this.writeSetups(scope, quarter, setups);
    await this.writeOperations(scope, quarter, all);
    // Plans of other quarters rest on the same accounts.
    await this.inputs.changed(scope);
  }

  /** Changes what is the household's in every quarter. @returns the setup that changes in this one. */
  private async household(
    scope: TenantScope,
    quarter: QuarterRecord,
    change: Change,
    setups: readonly Setup[],
  ): Promise<Setup | undefined> {
    switch (change.kind) {
      case 'RATE':
        await this.change(scope, change.accountId, (account) => ({
          ...account,
          rates: withPeriod(account.rates, change.period),
        }));
        return undefined;
      case 'CLOSE_ACCOUNT':
        await this.change(scope, change.accountId, (account) => ({ ...account, closedOn: change.on }));
        return undefined;
      case 'OPEN_ACCOUNT':
        await this.open(scope, change);
        return { accountId: change.accountId, openingBalanceCents: 0, excluded: false };
      case 'LIMITS': {
        if (change.maxBalanceCents === null)
          await this.change(scope, change.accountId, (account) => ({
            ...account,
            maxBalanceCents: undefined,
          }));
        const kept = [...setups, ...(await this.gate.setups(scope, quarter.date))];
        const setup = kept.find(({ accountId }) => accountId === change.accountId);
        if (!setup) throw new DomainError('NOT_FOUND');
        return limited(setup, change);
      }
      case 'OPTIONS': {
        const { kind: _, maxTransfers: __, ...fields } = change;
        const wanted = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
        if (Object.keys(wanted).length > 0)
          await this.settings.save(scope, { ...(await this.settings.get(scope)), ...wanted });
        return undefined;
      }
      case 'MOVEMENT':
      case 'OPERATION':
        return undefined;
    }
  }

  private async change(scope: TenantScope, id: string, change: (account: Account) => Account): Promise<void> {
    await this.accounts.save(scope, change(await this.accounts.find(scope, id)));
  }

  private async open(scope: TenantScope, change: Extract<Change, { kind: 'OPEN_ACCOUNT' }>): Promise<void> {
    const { bank } = change.account;
    const bankId = bank
      ? (await this.banks.save(scope, { ...bank, id: undefined, version: undefined })).id
      : change.account.bankId;
    const account: Account = { ...accountOf(change.accountId, { ...change.account, bankId }), version: 1 };
    // The plan names the account, so that it keeps the id it was planned with.
    await unique({ accounts_tenant_id_iban_key: 'iban' }, this.accounts.restore(scope, [account]));
    await this.audit.record(scope, {
      action: 'accounts.save',
      entity: 'account',
      entityId: account.id,
      after: account,
    });
  }

  /** Openings of a quarter that has started stay frozen; an account opened later begins with nothing. */
  private async writeSetups(
    scope: TenantScope,
    quarter: QuarterRecord,
    setups: readonly Setup[],
  ): Promise<void> {
    if (setups.length === 0) return;
    const before = (await this.gate.setups(scope, quarter.date)).filter(({ accountId }) =>
      setups.some((setup) => setup.accountId === accountId),
    );
    await this.gate.putSetups(scope, quarter, setups);
    await this.audit.record(scope, {
      action: 'quarters.saveSetups',
      entity: 'quarter',
      entityId: quarter.date,
      before: { setups: before },
      after: { setups },
    });
  }

  private async writeOperations(
    scope: TenantScope,
    { date: quarter }: QuarterRecord,
    changes: readonly Change[],
  ): Promise<void> {
    const known = new Map((await this.operationStore.list(scope, quarter)).map((one) => [one.id, one]));
    const changed = new Map<string, Operation | undefined>();
    const entered: SaveBulk['operations'][number][] = [];
    for (const change of changes) {
      if (change.kind === 'MOVEMENT') {
        const { movement, accountId, date, valueDate = date, amountCents, description } = change;
        entered.push({
          quarter,
          kind: movement,
          date,
          valueDate,
          accountId,
          amountCents,
          description,
          status: 'PLANNED',
          origin: 'MANUAL',
          locked: false,
        });
      }
      if (change.kind === 'OPERATION') {
        const before = changed.has(change.operationId)
          ? changed.get(change.operationId)
          : known.get(change.operationId);
        if (!before) throw new DomainError('NOT_FOUND');
        changed.set(change.operationId, otherwise(before, change)[0] as Operation | undefined);
      }
    }
    const body: SaveBulk = {
      operations: [...entered, ...[...changed.values()].flatMap((one) => one ?? [])],
      deleteIds: [...changed].flatMap(([id, one]) => (one ? [] : [id])),
    };
    if (body.operations.length + body.deleteIds.length > 0) await this.operations.saveBulk(scope, body);
  }
}
