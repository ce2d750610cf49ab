import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR, type TenantScope, Transactions } from './database/transactions.js';

type Chore = (scope: TenantScope, now: Date) => Promise<void>;

/** What features forget of every household when the house is tidied up: the platform sees none of it by itself. */
@Injectable()
export class Chores {
  readonly #all: Chore[] = [];

  constructor(private readonly transactions: Transactions) {}

  add(chore: Chore): void {
    this.#all.push(chore);
  }

  /** Does all of them, household by household. */
  async run(now: Date): Promise<void> {
    const tenants = await this.transactions.onPlatform(SYSTEM_ACTOR, ({ manager }) =>
      manager.query<{ id: string }[]>('select id from tenants order by id'),
    );
    for (const { id } of tenants)
      await this.transactions.inTenant(id, SYSTEM_ACTOR, async (scope) => {
        for (const chore of this.#all) await chore(scope, now);
      });
  }
}
