import { Injectable } from '@nestjs/common';
import type { PlatformScope } from '../../platform/database/transactions.js';
import { InstanceSecret } from '../../platform/secrets.js';

/** Remembers what counts once until it would be refused as expired anyway; stored as keyed fingerprints. */
@Injectable()
export class UsedTokens {
  constructor(private readonly secret: InstanceSecret) {}

  /** @returns false when it was used before. */
  async add(scope: PlatformScope, purpose: string, id: string, expiresAt: Date): Promise<boolean> {
    const rows = await scope.manager.query<unknown[]>(
      `with used as (
         insert into used_tickets (fingerprint, expires_at) values ($1, $2) on conflict do nothing returning 1
       ) select 1 from used`,
      [this.secret.fingerprint(purpose, id), expiresAt],
    );
    return rows.length > 0;
  }
}
