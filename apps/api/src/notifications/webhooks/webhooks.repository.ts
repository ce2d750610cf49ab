import type { Webhook, WebhookDelivery, WebhookError, WebhookFormat, WebhookTopic } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import type { PlatformScope, TenantScope } from '../../platform/database/transactions.js';

export interface WebhookRow {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly format: WebhookFormat;
  readonly url: string;
  readonly topics: readonly WebhookTopic[];
  readonly enabled: boolean;
  readonly secretSealed: string | null;
  /** The secret before the last one, and until when it is valid beside it. */
  readonly previousSecretSealed: string | null;
  readonly previousSecretUntil: Date | null;
  readonly tokenSealed: string | null;
  readonly failingSince: Date | null;
  readonly createdAt: Date;
  readonly createdBy: string;
}

/** The text of an event's notification, for receivers that show it. */
interface WebhookMessage {
  readonly title: string;
  readonly text: string;
  readonly link?: string | undefined;
}

/** What is sent: the event as JSON, and its text where it has one. */
export interface WebhookContent {
  readonly event: { readonly type: string; readonly timestamp: string; readonly data: unknown };
  readonly message: WebhookMessage | null;
}

export interface DeliveryRow extends WebhookContent {
  readonly id: string;
  readonly webhookId: string;
  readonly topic: string;
  readonly createdAt: Date;
}

/** What came of an attempt; without an error it was delivered. */
export interface Outcome {
  readonly status?: number | undefined;
  readonly error?: WebhookError | undefined;
}

interface ListedDelivery {
  readonly id: string;
  readonly topic: WebhookTopic;
  readonly state: WebhookDelivery['state'];
  readonly attempts: number;
  readonly attemptedAt: Date | null;
  readonly status: number | null;
  readonly error: WebhookError | null;
  readonly createdAt: Date;
}

/** Deliveries of one webhook that may wait: beyond them its events are dropped. */
const MOST_WAITING = 500;
const LISTED = 50;
/** How long ended deliveries are listed. */
const KEEP_DAYS = 30;

const ROW = `id, version, name, format, url, topics, enabled, secret_sealed as "secretSealed",
  previous_secret_sealed as "previousSecretSealed", previous_secret_until as "previousSecretUntil",
  token_sealed as "tokenSealed", failing_since as "failingSince", created_at as "createdAt", created_by as "createdBy"`;

@Injectable()
export class WebhooksRepository {
  list({ manager, tenantId }: TenantScope): Promise<WebhookRow[]> {
    return manager.query(`select ${ROW} from webhooks where tenant_id = $1 order by name, id`, [tenantId]);
  }

  /** Lets changes of a household's webhooks wait for each other, so that their number and names hold. */
  async lock({ manager, tenantId }: TenantScope): Promise<void> {
    await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `fibado webhooks ${tenantId}`,
    ]);
  }

  /** Locked until the transaction ends. */
  async find({ manager, tenantId }: TenantScope, id: string): Promise<WebhookRow | undefined> {
    const rows = await manager.query<WebhookRow[]>(
      `select ${ROW} from webhooks where tenant_id = $1 and id = $2 for update`,
      [tenantId, id],
    );
    return rows[0];
  }

  async put({ manager, tenantId }: TenantScope, row: WebhookRow): Promise<void> {
    await manager.query(
      `insert into webhooks (tenant_id, id, version, name, format, url, topics, enabled, secret_sealed, token_sealed,
         failing_since, created_at, created_by, previous_secret_sealed, previous_secret_until)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
       on conflict (tenant_id, id) do update set version = excluded.version, name = excluded.name,
         url = excluded.url, topics = excluded.topics, enabled = excluded.enabled,
         secret_sealed = excluded.secret_sealed, previous_secret_sealed = excluded.previous_secret_sealed,
         previous_secret_until = excluded.previous_secret_until, token_sealed = excluded.token_sealed, failing_since = excluded.failing_since`,
      [
        tenantId,
        row.id,
        row.version,
        row.name,
        row.format,
        row.url,
        row.topics,
        row.enabled,
        row.secretSealed,
        row.tokenSealed,
        row.failingSince,
        row.createdAt,
        row.createdBy,
        row.previousSecretSealed,
        row.previousSecretUntil,
      ],
    );
  }

  async delete({ manager, tenantId }: TenantScope, id: string): Promise<void> {
    await manager.query('delete from webhooks where tenant_id = $1 and id = $2', [tenantId, id]);
  }

  /** Whether a household has a webhook for a kind of event. */
  async isWanted({ manager }: PlatformScope, tenantId: string, topic: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      'select 1 from webhooks where tenant_id = $1 and enabled and $2 = any(topics) limit 1',
      [tenantId, topic],
    );
    return rows.length > 0;
  }

  /** A delivery to each of the household's webhooks for the kind of event. @returns their ids. */
  async fanOut(
    { manager }: PlatformScope,
    tenantId: string,
    topic: string,
    { event, message }: WebhookContent,
    now: Date,
  ): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      `insert into webhook_deliveries (tenant_id, id, webhook_id, topic, event, message, state, created_at)
       select w.tenant_id, gen_random_uuid(), w.id, $2, $3, $4, 'WAITING', $5 from webhooks w
       where w.tenant_id = $1 and w.enabled and $2 = any(w.topics) and ${MOST_WAITING} > (
         select count(*) from webhook_deliveries d
         where d.tenant_id = w.tenant_id and d.webhook_id = w.id and d.state = 'WAITING')
       returning id`,
      [tenantId, topic, JSON.stringify(event), message && JSON.stringify(message), now],
    );
    return rows.map(({ id }) => id);
  }

  async delivery({ manager, tenantId }: TenantScope, id: string): Promise<DeliveryRow | undefined> {
    const rows = await manager.query<DeliveryRow[]>(
      `select id, webhook_id as "webhookId", topic, event, message, created_at as "createdAt"
       from webhook_deliveries where tenant_id = $1 and id = $2 and state = 'WAITING'`,
      [tenantId, id],
    );
    return rows[0];
  }

  /** Records an attempt. @param state `WAITING` while another one follows. */
  async noteAttempt(
    { manager, tenantId }: TenantScope,
    id: string,
    state: WebhookDelivery['state'],
    { status, error }: Outcome,
    now: Date,
  ): Promise<void> {
    await manager.query(
      `update webhook_deliveries set state = $3, attempts = attempts + 1, attempted_at = $4, status = $5, error = $6
       where tenant_id = $1 and id = $2`,
      [tenantId, id, state, now, status ?? null, error ?? null],
    );
    if (state === 'WAITING') return;
    await manager.query(
      `delete from webhook_deliveries where tenant_id = $1 and state <> 'WAITING'
         and created_at < $2::timestamptz - interval '${KEEP_DAYS} days'`,
      [tenantId, now],
    );
  }

  /** Gives a delivery up: no attempt follows. @returns the error of the last one. */
  async giveUp({ manager, tenantId }: TenantScope, id: string): Promise<void> {
    await manager.query(
      `update webhook_deliveries set state = 'FAILED' where tenant_id = $1 and id = $2 and state = 'WAITING'`,
      [tenantId, id],
    );
  }

  /** Keeps since when a webhook fails, or forgets it. */
  async noteReach({ manager, tenantId }: TenantScope, id: string, failedAt: Date | null): Promise<void> {
    await manager.query(
      `update webhooks set failing_since = case when $3::timestamptz is null then null
         else coalesce(failing_since, $3) end where tenant_id = $1 and id = $2`,
      [tenantId, id, failedAt],
    );
  }

  async disable({ manager, tenantId }: TenantScope, id: string): Promise<void> {
    await manager.query(
      'update webhooks set enabled = false, version = version + 1 where tenant_id = $1 and id = $2',
      [tenantId, id],
    );
  }

  async deliveries({ manager, tenantId }: TenantScope, webhookId: string): Promise<WebhookDelivery[]> {
    const rows = await manager.query<ListedDelivery[]>(
      `select id, topic, state, attempts, attempted_at as "attemptedAt", status, error, created_at as "createdAt"
       from webhook_deliveries where tenant_id = $1 and webhook_id = $2
       order by created_at desc, id limit ${LISTED}`,
      [tenantId, webhookId],
    );
    return rows.map(({ attemptedAt, status, error, createdAt, ...rest }) => ({
      ...rest,
      createdAt: createdAt.toISOString(),
      ...(attemptedAt ? { attemptedAt: attemptedAt.toISOString() } : {}),
      ...(status === null ? {} : { status }),
      ...(error === null ? {} : { error }),
    }));
  }
}

export const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  version: row.version,
  name: row.name,
  format: row.format,
  url: row.url,
  topics: [...row.topics],
  enabled: row.enabled,
  hasToken: row.tokenSealed !== null,
  ...(row.failingSince ? { failingSince: row.failingSince.toISOString() } : {}),
  ...(row.previousSecretUntil ? { previousSecretUntil: row.previousSecretUntil.toISOString() } : {}),
  createdAt: row.createdAt.toISOString(),
  createdBy: row.createdBy,
});
