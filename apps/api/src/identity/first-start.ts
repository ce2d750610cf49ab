import { randomUUID } from 'node:crypto';
import type { Role } from '@fibado/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../config/env.js';
import { ENV } from '../config/instance.module.js';
import { Demonstration } from '../platform/auth/demonstration.js';
import { Clock } from '../platform/clock.js';
import { type PlatformScope, SYSTEM_ACTOR, Transactions } from '../platform/database/transactions.js';
import { DEMO_PASSWORD, DEMO_USERNAME } from './demo-login.js';
import { PasswordLinks } from './links/password-links.js';
import { hashPassword, verifyPassword } from './users/password.js';
import { UserStore } from './users/user-store.js';

export const ADMIN_TENANT = 'admin';
export const DEMO_TENANT = 'famiglia';

/** Processes of one instance that start together leave the first one's link alone for so long, milliseconds. */
const LINK_GRACE_MS = 60_000;

export interface FirstStartResult {
  /** The new demonstration tenant, still without a household in it. */
  readonly demoTenantId?: string;
}

interface FirstPerson {
  readonly tenant: string;
  readonly tenantName: string;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly demonstration?: boolean;
  readonly roles: readonly Role[];
}

/** Makes the first people of an instance that has none. */
@Injectable()
export class FirstStart {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly transactions: Transactions,
    private readonly users: UserStore,
    private readonly clock: Clock,
    private readonly links: PasswordLinks,
    private readonly demonstration: Demonstration,
  ) {}

  async run(): Promise<FirstStartResult> {
    const { ADMIN_PASSWORD, ADMIN_USERNAME: username } = this.env;
    const adminHash = ADMIN_PASSWORD === undefined ? null : await hashPassword(ADMIN_PASSWORD);
    const demoHash = this.demonstration.open ? await hashPassword(DEMO_PASSWORD) : undefined;
    return this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      await scope.manager.query('lock table users in share row exclusive mode');
      if ((await this.users.count(scope)) > 0) {
        await this.markPublished(scope);
        return {};
      }
      await this.person(scope, {
        tenant: ADMIN_TENANT,
        tenantName: 'Amministrazione',
        username,
        name: 'Amministratore',
        email: `${username}@example.org`,
        passwordHash: adminHash,
        roles: ['SADMIN'],
      });
      if (demoHash === undefined) return {};
      const demoTenantId = await this.person(scope, {
        tenant: DEMO_TENANT,
        tenantName: 'Famiglia Bianchi',
        username: DEMO_USERNAME,
        name: 'Giulia Bianchi',
        email: 'giulia.bianchi@example.org',
        passwordHash: demoHash,
        demonstration: true,
        roles: ['FBDO_FIBADO'],
      });
      return { demoTenantId };
    });
  }

  /**
   * The address at which the first administrator chooses a password, once: a new one at every start until it is used.
   * @param origin where the instance is reached, unless the settings name an address.
   * @returns `undefined` when the administrator can sign in, or another process gave a link just now.
   */
  setUpLink(origin: string): Promise<string | undefined> {
    return this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      const rows = await scope.manager.query<{ id: string }[]>(
        `select id from users u where username = $1 and password_hash is null and sso_subject is null and not blocked
           and not exists (select 1 from password_links l where l.user_id = u.id and l.created_at > $2)
         for update`,
        [this.env.ADMIN_USERNAME, new Date(this.clock.now().getTime() - LINK_GRACE_MS)],
      );
      if (!rows[0]) return undefined;
      return (await this.links.make(scope, rows[0].id, 'RESET', origin)).link;
    });
  }

  /** The demonstration's account of an instance made before accounts were marked. */
  private async markPublished(scope: PlatformScope): Promise<void> {
    const user = await this.users.credentials(scope, DEMO_USERNAME);
    if (!user || user.demonstration || !(await verifyPassword(user.passwordHash, DEMO_PASSWORD))) return;
    await scope.manager.query('update users set demonstration = true where id = $1', [user.id]);
  }

  private async person(scope: PlatformScope, person: FirstPerson): Promise<string> {
    const { tenant, tenantName, roles, ...user } = person;
    const at = this.clock.now();
    const tenantId = randomUUID();
    const userId = randomUUID();
    await scope.manager.query('insert into tenants (id, code, name, created_at) values ($1, $2, $3, $4)', [
      tenantId,
      tenant,
      tenantName,
      at,
    ]);
    await this.users.insert(scope, { ...user, id: userId, language: 'it', createdAt: at });
    await this.users.addMembership(scope, { tenantId, userId, roles, at });
    return tenantId;
  }
}
