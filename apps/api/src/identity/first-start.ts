import { randomBytes, randomUUID } from 'node:crypto';
import type { Role } from '@fibado/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../config/env.js';
import { ENV } from '../config/instance.module.js';
import { Clock } from '../platform/clock.js';
import { type PlatformScope, SYSTEM_ACTOR, Transactions } from '../platform/database/transactions.js';
import { DEMO_PASSWORD, DEMO_USERNAME } from './demo-login.js';
import { hashPassword } from './users/password.js';
import { UserStore } from './users/user-store.js';

export const ADMIN_TENANT = 'admin';
export const DEMO_TENANT = 'famiglia';

export interface FirstStartResult {
  /** Set when an administrator was made with an invented password, to be told once. */
  readonly admin?: { readonly username: string; readonly password: string };
  /** The new demonstration tenant, still without a household in it. */
  readonly demoTenantId?: string;
}

/** Makes the first people of an instance that has none. */
@Injectable()
export class FirstStart {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly transactions: Transactions,
    private readonly users: UserStore,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<FirstStartResult> {
    const invented = randomBytes(12).toString('base64url');
    const adminHash = await hashPassword(this.env.ADMIN_PASSWORD ?? invented);
    const demoHash = await hashPassword(DEMO_PASSWORD);
    return this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      await scope.manager.query('lock table users in share row exclusive mode');
      if ((await this.users.count(scope)) > 0) return {};
      const username = this.env.ADMIN_USERNAME;
      await this.person(scope, {
        ...{ tenant: ADMIN_TENANT, tenantName: 'Amministrazione', username, name: 'Amministratore' },
        ...{ email: `${username}@example.org`, passwordHash: adminHash, roles: ['SADMIN'] },
      });
      const admin = this.env.ADMIN_PASSWORD ? {} : { admin: { username, password: invented } };
      if (!this.env.DEMO) return admin;
      const demoTenantId = await this.person(scope, {
        ...{
          tenant: DEMO_TENANT,
          tenantName: 'Famiglia Bianchi',
          username: DEMO_USERNAME,
          name: 'Giulia Bianchi',
        },
        ...{ email: 'giulia.bianchi@example.org', passwordHash: demoHash },
        roles: ['FBDO_FIBADO', 'MSF_USERS', 'MSF_GROUPS'],
      });
      return { ...admin, demoTenantId };
    });
  }

  private async person(
    scope: PlatformScope,
    person: {
      tenant: string;
      tenantName: string;
      username: string;
      name: string;
      email: string;
      passwordHash: string;
      roles: readonly Role[];
    },
  ): Promise<string> {
    const at = this.clock.now();
    const tenantId = randomUUID();
    const userId = randomUUID();
    const { username, name, email, passwordHash } = person;
    await scope.manager.query('insert into tenants (id, code, name, created_at) values ($1, $2, $3, $4)', [
      ...[tenantId, person.tenant, person.tenantName, at],
    ]);
    await this.users.insert(scope, {
      id: userId,
      username,
      name,
      email,
      language: 'it',
      createdAt: at,
      passwordHash,
    });
    await this.users.addMembership(scope, { tenantId, userId, roles: person.roles, at });
    return tenantId;
  }
}
