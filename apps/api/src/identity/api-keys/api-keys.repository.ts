import type { ApiKeyScope } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import type { PlatformScope } from '../../platform/database/transactions.js';

export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: ApiKeyScope[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
}

const KEY = `select id, name, prefix, scopes, created_at as "createdAt", expires_at as "expiresAt",
    last_used_at as "lastUsedAt" from api_keys`;

@Injectable()
export class ApiKeysRepository {
  of(scope: PlatformScope, tenantId: string, userId: string): Promise<ApiKeyRow[]> {
    return scope.manager.query<ApiKeyRow[]>(
      `${KEY} where tenant_id = $1 and user_id = $2 order by created_at desc, name`,
      [tenantId, userId],
    );
  }

  async find(
    scope: PlatformScope,
    tenantId: string,
    userId: string,
    id: string,
  ): Promise<ApiKeyRow | undefined> {
    const rows = await scope.manager.query<ApiKeyRow[]>(
      `${KEY} where tenant_id = $1 and user_id = $2 and id = $3`,
      [tenantId, userId, id],
    );
    return rows[0];
  }

  async delete(scope: PlatformScope, tenantId: string, id: string): Promise<void> {
    await scope.manager.query('delete from api_keys where tenant_id = $1 and id = $2', [tenantId, id]);
  }
}
