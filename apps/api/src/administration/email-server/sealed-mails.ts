import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import type { PlatformScope, Scope } from '../../platform/database/transactions.js';
import { SecretBox } from '../../platform/secret-box.js';
import type { Mail } from './mail-transport.js';

const PURPOSE = 'mail';
/** Mails that were sent are listed for so long. */
const KEEP_DAYS = 30;

/** The mails of the instance: addresses and subjects in clear, texts sealed until they are sent. */
@Injectable()
export class SealedMails {
  constructor(
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  async insert(scope: Scope, id: string, { to, subject, text }: Mail, tenantId?: string): Promise<void> {
    await scope.manager.query(
      `insert into mails (id, tenant_id, recipient, subject, content_sealed, created_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [
        id,
        scope.kind === 'tenant' ? scope.tenantId : (tenantId ?? null),
        to,
        subject,
        this.box.seal(PURPOSE, text),
        this.clock.now(),
      ],
    );
  }

  /** A mail that was not sent. */
  async find({ manager }: PlatformScope, id: string): Promise<Mail | undefined> {
    const rows = await manager.query<{ to: string; subject: string; content: string }[]>(
      `select recipient as "to", subject, content_sealed as content from mails
       where id = $1 and content_sealed is not null`,
      [id],
    );
    return rows.map(({ to, subject, content }) => ({
      to,
      subject,
      text: this.box.open(PURPOSE, content),
    }))[0];
  }

  /** Forgets a mail's text, and the mails that were sent long ago. */
  async sent({ manager }: PlatformScope, id: string, attempts: number): Promise<void> {
    const now = this.clock.now();
    await manager.query('update mails set sent_at = $2, attempts = $3, content_sealed = null where id = $1', [
      id,
      now,
      attempts,
    ]);
    await manager.query(
      `delete from mails where sent_at is not null and created_at < $1::timestamptz - interval '${KEEP_DAYS} days'`,
      [now],
    );
  }

  /** @returns false when there is none. */
  async delete({ manager }: PlatformScope, id: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      'with gone as (delete from mails where id = $1 returning id) select id from gone',
      [id],
    );
    return rows.length > 0;
  }
}
