import { FETCHES_PER_DAY } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { RateLimits } from '../../../platform/auth/rate-limits.js';
import { SYSTEM_ACTOR, Transactions } from '../../../platform/database/transactions.js';
import { DomainError } from '../../../platform/http/domain-error.js';

const DAY_SECONDS = 86_400;

/** How often an account is fetched: as banks count it, in 24 hours from the first, whether they answered or not. */
@Injectable()
export class FetchLimits {
  constructor(
    private readonly transactions: Transactions,
    private readonly limits: RateLimits,
  ) {}

  /** @throws DomainError FETCH_LIMIT */
  async take(tenantId: string, iban: string): Promise<void> {
    const name = nameOf(tenantId, iban);
    const isOver = await this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      const { points } = await this.limits.hit(scope, name, DAY_SECONDS);
      if (points > FETCHES_PER_DAY) await this.limits.giveBack(scope, name);
      return points > FETCHES_PER_DAY;
    });
    if (isOver) throw new DomainError('FETCH_LIMIT', String(FETCHES_PER_DAY));
  }

  /** Fetches left by IBAN. */
  left(tenantId: string, ibans: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      const left = new Map<string, number>();
      for (const iban of new Set(ibans)) {
        const used = (await this.limits.find(scope, nameOf(tenantId, iban)))?.points ?? 0;
        left.set(iban, Math.max(0, FETCHES_PER_DAY - used));
      }
      return left;
    });
  }
}

const nameOf = (tenantId: string, iban: string): string => `bank-fetch ${tenantId} ${iban}`;
