import { randomUUID } from 'node:crypto';
import type { SecondFactor } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import type { PlatformScope } from '../../platform/database/transactions.js';

export interface FactorRow {
  readonly id: string;
  readonly userId: string;
  readonly kind: 'TOTP' | 'PASSKEY';
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly sealedSecret: string | null;
  readonly credentialId: string | null;
  readonly publicKey: Buffer | null;
  readonly counter: string | null;
  readonly transports: string[] | null;
}

/** A new factor: what its kind needs, and nothing of the other. */
export type NewFactor = { readonly name: string; readonly at: Date } & (
  | { readonly kind: 'TOTP'; readonly sealedSecret: string; readonly step: number }
  | {
      readonly kind: 'PASSKEY';
      readonly credentialId: string;
      readonly publicKey: Uint8Array;
      readonly counter: number;
      readonly transports: readonly string[];
    }
);

const COLUMNS = `id, user_id as "userId", kind, name, created_at as "createdAt", last_used_at as "lastUsedAt",
  sealed_secret as "sealedSecret", credential_id as "credentialId", public_key as "publicKey", counter, transports`;

export const shown = ({ id, kind, name, createdAt, lastUsedAt }: FactorRow): SecondFactor => ({
  id,
  kind,
  name,
  createdAt: createdAt.toISOString(),
  ...(lastUsedAt ? { lastUsedAt: lastUsedAt.toISOString() } : {}),
});

/** Rows of second factors and recovery codes. */
@Injectable()
export class SecondFactorsRepository {
  of(scope: PlatformScope, userId: string): Promise<FactorRow[]> {
    return scope.manager.query<FactorRow[]>(
      `select ${COLUMNS} from second_factors where user_id = $1 order by created_at, id`,
      [userId],
    );
  }

  async byCredential(scope: PlatformScope, credentialId: string): Promise<FactorRow | undefined> {
    const rows = await scope.manager.query<FactorRow[]>(
      `select ${COLUMNS} from second_factors where credential_id = $1 for update`,
      [credentialId],
    );
    return rows[0];
  }

  async add(scope: PlatformScope, userId: string, factor: NewFactor): Promise<FactorRow> {
    const totp = factor.kind === 'TOTP' ? factor : undefined;
    const passkey = factor.kind === 'PASSKEY' ? factor : undefined;
    const rows = await scope.manager.query<FactorRow[]>(
      `insert into second_factors
         (id, user_id, kind, name, created_at, sealed_secret, last_step, credential_id, public_key, counter, transports)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${COLUMNS}`,
      [
        randomUUID(),
        userId,
        factor.kind,
        factor.name,
        factor.at,
        totp?.sealedSecret ?? null,
        totp?.step ?? null,
        passkey?.credentialId ?? null,
        passkey ? Buffer.from(passkey.publicKey) : null,
        passkey?.counter ?? null,
        passkey?.transports ?? null,
      ],
    );
    const row = rows[0];
    if (!row) throw new Error('The second factor was not stored');
    return row;
  }

  async rename(
    scope: PlatformScope,
    userId: string,
    id: string,
    name: string,
  ): Promise<FactorRow | undefined> {
    const rows = await scope.manager.query<FactorRow[]>(
      `with renamed as (
         update second_factors set name = $3 where id = $1 and user_id = $2 returning *
       ) select ${COLUMNS} from renamed`,
      [id, userId, name],
    );
    return rows[0];
  }

  async remove(scope: PlatformScope, userId: string, id: string): Promise<boolean> {
    const rows = await scope.manager.query<unknown[]>(
      `with removed as (
         delete from second_factors where id = $1 and user_id = $2 returning 1
       ) select 1 from removed`,
      [id, userId],
    );
    return rows.length > 0;
  }

  async removeAll(scope: PlatformScope, userId: string): Promise<void> {
    await scope.manager.query('delete from second_factors where user_id = $1', [userId]);
    await this.setRecoveryCodes(scope, userId, []);
  }

  /** Accepts a time step once. @returns false when it, or a later one, was accepted before. */
  async useStep(scope: PlatformScope, id: string, step: number, at: Date): Promise<boolean> {
    const rows = await scope.manager.query<unknown[]>(
      `with used as (
         update second_factors set last_step = $2, last_used_at = $3
         where id = $1 and last_step < $2 returning 1
       ) select 1 from used`,
      [id, step, at],
    );
    return rows.length > 0;
  }

  async usePasskey(scope: PlatformScope, id: string, counter: number, at: Date): Promise<void> {
    await scope.manager.query('update second_factors set counter = $2, last_used_at = $3 where id = $1', [
      id,
      counter,
      at,
    ]);
  }

  async setRecoveryCodes(
    scope: PlatformScope,
    userId: string,
    fingerprints: readonly string[],
  ): Promise<void> {
    await scope.manager.query('delete from recovery_codes where user_id = $1', [userId]);
    await scope.manager.query(
      'insert into recovery_codes (user_id, fingerprint) select $1, unnest($2::text[])',
      [userId, fingerprints],
    );
  }

  /** Uses a recovery code up. */
  async useRecoveryCode(scope: PlatformScope, userId: string, fingerprint: string): Promise<boolean> {
    const rows = await scope.manager.query<unknown[]>(
      `with used as (
         delete from recovery_codes where user_id = $1 and fingerprint = $2 returning 1
       ) select 1 from used`,
      [userId, fingerprint],
    );
    return rows.length > 0;
  }

  async countRecoveryCodes(scope: PlatformScope, userId: string): Promise<number> {
    const rows = await scope.manager.query<{ count: number }[]>(
      'select count(*)::integer as count from recovery_codes where user_id = $1',
      [userId],
    );
    return rows[0]?.count ?? 0;
  }

  async isRequired(scope: PlatformScope, tenantId: string): Promise<boolean> {
    const rows = await scope.manager.query<{ required: boolean }[]>(
      'select second_factor_required as required from tenants where id = $1',
      [tenantId],
    );
    return rows[0]?.required ?? false;
  }

  async require(scope: PlatformScope, tenantId: string, required: boolean): Promise<void> {
    await scope.manager.query('update tenants set second_factor_required = $2 where id = $1', [
      tenantId,
      required,
    ]);
  }
}
