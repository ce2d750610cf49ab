import type { EmailServer, QueuedMail } from '@fibado/contracts';
import type { adminEmailServer, BodyOf, QueryOf } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { actorOf, type Session } from '../../platform/auth/session.js';
import { type PlatformScope, SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { EmailServerRepository, type EmailServerRow } from './email-server.repository.js';
import { MailQueue } from './mail-queue.js';
import { testMail } from './mail-texts.js';
import { isLoopback, mailError, openTransport, send } from './mail-transport.js';

interface MailRow {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly state: QueuedMail['state'];
  readonly attempts: number;
  readonly createdAt: Date;
  readonly availableAt: Date | null;
  readonly sentAt: Date | null;
  readonly lastError: string | null;
}

/** Mails with what their jobs say of them; the job goes when the mail is sent. */
const MAILS = `(
  select m.id, m.recipient, m.subject, m.created_at, m.sent_at, coalesce(j.attempts, m.attempts) as attempts,
    j.available_at, j.last_error,
    case when m.sent_at is not null then 'SENT' when j.id is null or j.dead_at is not null then 'FAILED'
      else 'WAITING' end as state
  from mails m left join jobs j on j.id = m.id) mails`;

/** The e-mail server's settings, trying them, and the queue as people see it. */
@Injectable()
export class EmailServerService {
  constructor(
    private readonly transactions: Transactions,
    private readonly servers: EmailServerRepository,
    private readonly queue: MailQueue,
    private readonly audit: Audit,
  ) {}

  get(session: Session) {
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const row = await this.servers.find(scope);
      const [counts] = await scope.manager.query<{ waiting: number; failed: number }[]>(
        `select count(*) filter (where state = 'WAITING') as waiting, count(*) filter (where state = 'FAILED') as failed
         from ${MAILS}`,
      );
      return { server: row ? shown(row) : null, queue: counts ?? { waiting: 0, failed: 0 } };
    });
  }

  /** @throws DomainError STALE_VERSION, VALIDATION (a password in clear over a network), PASSWORD_REQUIRED */
  save(session: Session, body: BodyOf<typeof adminEmailServer.save>): Promise<EmailServer> {
    const { password, version, username, ...fields } = body;
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      await scope.manager.query('lock table email_server in share row exclusive mode');
      const before = await this.servers.find(scope);
      if (before?.version !== version) throw new DomainError('STALE_VERSION');
      const kept = username === undefined ? null : (before?.passwordSealed ?? null);
      const passwordSealed = password === undefined ? kept : password && this.servers.seal(password);
      if (passwordSealed !== null && fields.security === 'NONE' && !isLoopback(fields.host))
        throw new DomainError('VALIDATION', 'security');
      if (
        password === undefined &&
        kept !== null &&
        before &&
        leadsElsewhere(before, { ...fields, username })
      )
        throw new DomainError('PASSWORD_REQUIRED', 'password');
      const after: EmailServerRow = {
        ...fields,
        username: username ?? null,
        passwordSealed,
        version: (version ?? 0) + 1,
      };
      await this.servers.put(scope, after);
      await this.audit.record(scope, {
        action: 'emailServer.save',
        entity: 'emailServer',
        entityId: 'email-server',
        before: before && shown(before),
        after: shown(after),
      });
      return shown(after);
    });
  }

  async delete(session: Session): Promise<void> {
    await this.transactions.onPlatform(actorOf(session), async (scope) => {
      const before = await this.servers.find(scope);
      if (!before) throw new DomainError('NOT_FOUND');
      await this.servers.delete(scope);
      await this.audit.record(scope, {
        action: 'emailServer.delete',
        entity: 'emailServer',
        entityId: 'email-server',
        before: shown(before),
      });
    });
  }

  /** @throws DomainError NOT_FOUND without a server, MAIL_FAILED with what the server said. */
  async test(session: Session, body: BodyOf<typeof adminEmailServer.test>) {
    const server = await this.transactions.onPlatform(actorOf(session), async (scope) => {
      await this.audit.record(scope, {
        action: 'emailServer.test',
        entity: 'emailServer',
        entityId: 'email-server',
        after: body,
      });
      return this.servers.server(scope);
    });
    if (!server) throw new DomainError('NOT_FOUND');
    const transport = await openTransport(server);
    const started = performance.now();
    try {
      const reply = await send(transport, server, testMail(body.language, body.to));
      return { reply, latencyMs: Math.round(performance.now() - started) };
    } catch (error) {
      throw new DomainError('MAIL_FAILED', mailError(error));
    } finally {
      transport.close();
    }
  }

  async isSet(): Promise<boolean> {
    return (await this.stored()) !== undefined;
  }

  /** Connects, greets and signs in, as far as a mail would. @throws what the server or the network says. */
  async verify(): Promise<void> {
    const server = await this.stored();
    if (!server) throw new Error('No e-mail server is set');
    const transport = await openTransport(server);
    try {
      await transport.verify();
    } finally {
      transport.close();
    }
  }

  private stored() {
    return this.transactions.onPlatform(SYSTEM_ACTOR, (scope) => this.servers.server(scope));
  }

  list(session: Session, query: QueryOf<typeof adminEmailServer.queue>) {
    return this.transactions.onPlatform(actorOf(session), async ({ manager }) => {
      const { page, size, state } = query;
      const where = `where ($1::text is null or state = $1)`;
      const [count] = await manager.query<{ total: number }[]>(
        `select count(*) as total from ${MAILS} ${where}`,
        [state ?? null],
      );
      const rows = await manager.query<MailRow[]>(
        `select id, recipient as "to", subject, state, attempts, created_at as "createdAt",
           available_at as "availableAt", sent_at as "sentAt", last_error as "lastError"
         from ${MAILS} ${where} order by created_at desc, id limit $2 offset $3`,
        [state ?? null, size, page * size],
      );
      return { items: rows.map(queued), page, size, total: count?.total ?? 0 };
    });
  }

  async retry(session: Session, id: string): Promise<void> {
    await this.change(session, 'emailServer.retry', id, (scope) => this.queue.retryNow(scope, id));
  }

  cancel(session: Session, id: string): Promise<void> {
    return this.change(session, 'emailServer.cancel', id, (scope) => this.queue.cancel(scope, id));
  }

  private async change(
    session: Session,
    action: string,
    id: string,
    work: (scope: PlatformScope) => Promise<boolean>,
  ): Promise<void> {
    await this.transactions.onPlatform(actorOf(session), async (scope) => {
      if (!(await work(scope))) throw new DomainError('NOT_FOUND');
      await this.audit.record(scope, { action, entity: 'mail', entityId: id });
    });
  }
}

/** Whether the stored password would be told to another server, for another user, or with less protection. */
function leadsElsewhere(
  before: EmailServerRow,
  after: Pick<EmailServerRow, 'host' | 'port' | 'security'> & { readonly username: string | undefined },
): boolean {
  return (
    before.host.toLowerCase() !== after.host.toLowerCase() ||
    before.port !== after.port ||
    before.security !== after.security ||
    before.username !== (after.username ?? null)
  );
}

/** A row without its secret. */
function shown({ passwordSealed, username, ...rest }: EmailServerRow): EmailServer {
  return { ...rest, ...(username === null ? {} : { username }), hasPassword: passwordSealed !== null };
}

const queued = ({ createdAt, availableAt, sentAt, lastError, ...row }: MailRow): QueuedMail => ({
  ...row,
  createdAt: createdAt.toISOString(),
  ...(row.state === 'WAITING' && availableAt ? { nextAttemptAt: availableAt.toISOString() } : {}),
  ...(sentAt ? { sentAt: sentAt.toISOString() } : {}),
  ...(lastError === null ? {} : { lastError }),
});
