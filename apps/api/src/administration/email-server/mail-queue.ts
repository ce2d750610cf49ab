import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import {
  type PlatformScope,
  type Scope,
  SYSTEM_ACTOR,
  Transactions,
} from '../../platform/database/transactions.js';
import { SecretBox } from '../../platform/secret-box.js';
import { EmailServerRepository } from './email-server.repository.js';
import { type Mail, mailError, type MailTransport, openTransport, send } from './mail-transport.js';

const PURPOSE = 'mail';
const POLL_MS = 2000;
/** Waits between attempts, seconds: from a hiccup to a server down for a day. */
const RETRY_SECONDS = [30, 120, 600, 1800, 3600, 10_800, 21_600, 43_200];
/** A sender that died in the middle of a mail gives it up after this. */
const LEASE_SECONDS = 120;
const BATCH = 20;
const KEEP_DAYS = 30;

interface DueMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly content: string;
  readonly attempts: number;
}

/**
 * Mails wait in the database, written in the transaction that caused them, and are sent from there with growing
 * waits between attempts. Their text is sealed (it may hold a one-time link) and forgotten once it is sent.
 */
@Injectable()
export class MailQueue implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('mail');
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly servers: EmailServerRepository,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => void this.drain(), POLL_MS);
    this.#timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Whether the instance has a server to send with. */
  async configured(scope: PlatformScope): Promise<boolean> {
    return (await this.servers.find(scope)) !== undefined;
  }

  /** @param tenantId on the platform: the tenant the mail is about, with which it goes when that is deleted. */
  async add(scope: Scope, mail: Mail, tenantId?: string): Promise<void> {
    await scope.manager.query(
      `insert into mails (id, tenant_id, recipient, subject, content_sealed, created_at, available_at)
       values ($1, $2, $3, $4, $5, $6, clock_timestamp())`,
      [
        randomUUID(),
        scope.kind === 'tenant' ? scope.tenantId : (tenantId ?? null),
        mail.to,
        mail.subject,
        this.box.seal(PURPOSE, mail.text),
        this.clock.now(),
      ],
    );
  }

  /** Sends what is due; a call while one runs waits for that one. */
  drain(): Promise<void> {
    this.#running ??= this.sendDue()
      .catch((error: unknown) => this.#logger.warn(mailError(error)))
      .finally(() => (this.#running = undefined));
    return this.#running;
  }

  private async sendDue(): Promise<void> {
    const { server, due } = await this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      const found = await this.servers.server(scope);
      // Without a server mails wait: one may be set up later.
      return { server: found, due: found ? await this.claim(scope) : [] };
    });
    if (!server || due.length === 0) return;
    const transport = await openTransport(server);
    try {
      for (const mail of due) {
        const failure = await this.attempt(transport, server, mail);
        await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) => this.settle(scope, mail, failure));
      }
    } finally {
      transport.close();
    }
  }

  private async attempt(
    transport: MailTransport,
    server: Parameters<typeof send>[1],
    mail: DueMail,
  ): Promise<string | undefined> {
    try {
      const text = this.box.open(PURPOSE, mail.content);
      await send(transport, server, { to: mail.recipient, subject: mail.subject, text });
      return undefined;
    } catch (error) {
      return mailError(error);
    }
  }

  /** Takes due mails for a while: two processes never send the same one. */
  private claim(scope: PlatformScope): Promise<DueMail[]> {
    return scope.manager.query<DueMail[]>(
      `with due as (
         select id from mails where state = 'WAITING' and available_at <= clock_timestamp()
         order by available_at limit ${BATCH} for update skip locked
       ), taken as (
         update mails m set attempts = attempts + 1, available_at = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
         from due where m.id = due.id
         returning m.id, recipient, subject, content_sealed as content, attempts
       ) select * from taken`,
    );
  }

  private async settle(scope: PlatformScope, mail: DueMail, failure: string | undefined): Promise<void> {
    if (failure === undefined) {
      await scope.manager.query(
        `update mails set state = 'SENT', sent_at = $2, content_sealed = null, last_error = null where id = $1`,
        [mail.id, this.clock.now()],
      );
      await scope.manager.query(
        `delete from mails where state = 'SENT' and created_at < $1::timestamptz - interval '${KEEP_DAYS} days'`,
        [this.clock.now()],
      );
      return;
    }
    const wait = RETRY_SECONDS[mail.attempts - 1];
    await scope.manager.query(
      `update mails set last_error = $2, state = $3,
         available_at = clock_timestamp() + make_interval(secs => $4) where id = $1`,
      [mail.id, failure, wait === undefined ? 'FAILED' : 'WAITING', wait ?? 0],
    );
    this.#logger.warn(`A mail could not be sent (attempt ${mail.attempts}): ${failure}`);
  }
}
