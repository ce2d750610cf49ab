import type { BodyOf, Quarter, quarters, Setup } from '@fibado/contracts';
import { type Account, nextQuarter, previousQuarter, type QuarterDate, quarterEnd } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import type { QuarterEntity } from '../ledger/quarter.entity.js';
import { QuartersRepository } from '../ledger/quarters.repository.js';
import { ProblemService } from '../problem/problem.service.js';
import { SetupWriter } from './setup-writer.js';

/** The accounts of a quarter: what each opens with, and the limits it keeps in it. */
@Injectable()
export class SetupsService {
  constructor(
    private readonly writer: SetupWriter,
    private readonly rows: QuartersRepository,
    private readonly gate: QuarterGate,
    private readonly accounts: AccountsService,
    private readonly problems: ProblemService,
  ) {}

  list(scope: TenantScope, date: QuarterDate): Promise<Setup[]> {
    return this.writer.list(scope, date);
  }

  /** @throws DomainError NOT_FOUND, QUARTER_STATE, IN_USE naming operations on the account. */
  delete(scope: TenantScope, date: QuarterDate, accountId: string): Promise<void> {
    return this.writer.delete(scope, date, accountId);
  }

  /** Of a started quarter the setups are frozen; accounts that are not in it yet can join it. */
  async save(scope: TenantScope, body: BodyOf<typeof quarters.saveSetups>): Promise<Quarter> {
    const quarter = await this.gate.enter(scope, body.date, 'INITIALIZED', 'STARTED');
    if (body.version !== undefined && body.version !== quarter.version)
      throw new DomainError('STALE_VERSION');
    const ids = body.setups.map((setup) => setup.accountId);
    if ((await this.gate.knownAccounts(scope, ids)).size !== ids.length) throw new DomainError('NOT_FOUND');
    if (quarter.state === 'INITIALIZED')
      return this.writer.writeGiven(scope, quarter, 'quarters.saveSetups', body.setups);
    const next = await this.rows.lock(scope, nextQuarter(quarter.date));
    await this.expectJoinable(scope, quarter, body.setups);
    const joined = await this.writer.write(scope, quarter, 'quarters.joinAccounts', body.setups);
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
    if (missing.length > 0) await this.writer.write(scope, next, 'quarters.joinAccounts', missing);
  }
}

/** Whether an account is open on some day of a quarter. */
function isOpenIn(account: Pick<Account, 'openedOn' | 'closedOn'>, date: QuarterDate): boolean {
  const { openedOn = date, closedOn = date } = account;
  return openedOn <= quarterEnd(date) && closedOn >= date;
}
