import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { networkOf } from '../../platform/auth/network.js';
import { RateLimits, tooMany } from '../../platform/auth/rate-limits.js';
import { type PlatformScope, SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { AccountTrail } from '../accounts/account-trail.js';
import { hashPassword } from '../users/password.js';
import { PasswordChange } from '../users/password-change.js';
import { requireStrong } from '../users/password-rules.js';
import { UserStore } from '../users/user-store.js';
import { changedMail } from './link-texts.js';
import { type FoundLink, PasswordLinks } from './password-links.js';

const WINDOW_SECONDS = 15 * 60;
const PER_ADDRESS = 20;
const PER_PERSON = 3;

/** Forgotten passwords and invitations: everything a person does before being signed in, but signing in. */
@Injectable()
export class PasswordLinksService implements OnModuleDestroy {
  readonly #logger = new Logger('password-links');
  /** One after the other: of two links for one person the later one counts. */
  #sending = Promise.resolve();

  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserStore,
    private readonly limits: RateLimits,
    private readonly links: PasswordLinks,
    private readonly password: PasswordChange,
    private readonly trail: AccountTrail,
  ) {}

  /** Whether forgotten passwords are replaced by mail. */
  offered(): Promise<boolean> {
    return this.transactions.onPlatform(SYSTEM_ACTOR, (scope) => this.links.canReset(scope));
  }

  /**
   * Mails a link if the account exists. The answer is the same and does not wait for the lookup, so that neither its
   * content nor its timing reveals accounts.
   */
  async forgot(login: string, address: string): Promise<void> {
    const name = login.trim().toLowerCase();
    const { fromThere, forThem } = await this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      const there = await this.limits.hit(scope, `forgot address ${networkOf(address)}`, WINDOW_SECONDS);
      // What is refused leaves nothing behind: names are made up without end, each a row.
      if (there.points > PER_ADDRESS) return { fromThere: there };
      return {
        fromThere: there,
        forThem: await this.limits.hit(scope, `forgot person ${name}`, WINDOW_SECONDS),
      };
    });
    if (!forThem) throw tooMany(fromThere);
    // Too many for one person is not told: that would tell that the person exists.
    if (forThem.points <= PER_PERSON) this.sendLater(name);
  }

  /** When everything is sent that was asked for so far. */
  settled(): Promise<void> {
    return this.#sending;
  }

  onModuleDestroy(): Promise<void> {
    return this.settled();
  }

  /** @throws DomainError LINK_EXPIRED */
  info(token: string) {
    return this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      const { link, user } = await this.read(scope, token);
      const { purpose, expiresAt } = link;
      return { purpose, username: user.username, name: user.name, expiresAt: expiresAt.toISOString() };
    });
  }

  /** @throws DomainError LINK_EXPIRED, PASSWORD_WEAK, USER_BLOCKED */
  async setPassword(token: string, password: string): Promise<void> {
    const { user } = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) => this.read(scope, token));
    await requireStrong(password, user, 'newPassword');
    const passwordHash = await hashPassword(password);
    const actor = { userId: user.id, username: user.username };
    await this.transactions.onPlatform(actor, async (scope) => {
      // Read again: a link works once, also when it is used twice at the same moment.
      const { link } = await this.read(scope, token);
      await this.password.apply(scope, user.id, passwordHash);
      await this.trail.event(scope, { kind: 'PASSWORD_CHANGED', userId: user.id });
      await this.trail.recordOfPerson(scope, {
        action: 'passwordLinks.setPassword',
        userId: user.id,
        after: { purpose: link.purpose },
      });
      if (link.purpose === 'RESET') await this.trail.mail(scope, (at) => changedMail(user, at));
    });
  }

  private sendLater(login: string): void {
    this.#sending = this.#sending
      .then(() => this.sendTo(login))
      .catch((error: unknown) => {
        this.#logger.warn((error as Error).message);
      });
  }

  private async sendTo(login: string): Promise<void> {
    await this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      if (!(await this.links.canReset(scope))) return;
      for (const user of await this.users.findAllByLogin(scope, login)) {
        if (user.blocked || user.demonstration) continue;
        await this.links.send(scope, user, 'FORGOTTEN', '');
        await this.trail.event(scope, { kind: 'PASSWORD_FORGOTTEN', userId: user.id });
        await this.trail.recordOfPerson(scope, { action: 'passwordLinks.forgot', userId: user.id });
      }
    });
  }

  private async read(scope: PlatformScope, token: string) {
    const link: FoundLink | undefined = await this.links.find(scope, token);
    const user = link && (await this.users.find(scope, link.userId));
    if (!link || !user) throw new DomainError('LINK_EXPIRED');
    if (user.blocked) throw new DomainError('USER_BLOCKED');
    return { link, user };
  }
}
