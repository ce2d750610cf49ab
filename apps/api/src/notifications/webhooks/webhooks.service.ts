import { randomBytes, randomUUID } from 'node:crypto';
import {
  type BodyOf,
  MAX_WEBHOOKS,
  type ResponseOf,
  type Webhook,
  type WebhookDelivery,
  webhooks,
} from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { requireOwnAccount, type Session } from '../../platform/auth/session.js';
import { Clock } from '../../platform/clock.js';
import { TenantTransactions } from '../../platform/database/tenant-transactions.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { SECRET_PREFIX } from './webhook-request.js';
import { WebhookSender } from './webhook-sender.js';
import { toWebhook, type WebhookRow, WebhooksRepository } from './webhooks.repository.js';

/** Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32;
/** How long events are signed with a replaced secret, too. */
const PREVIOUS_SECRET_MS = 24 * 3_600_000;

const newSecret = (): string => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

type Wanted = BodyOf<typeof webhooks.save>;

/** A household's webhooks, as its members see and change them. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly transactions: TenantTransactions,
    private readonly rows: WebhooksRepository,
    private readonly sender: WebhookSender,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async list(scope: TenantScope): Promise<Webhook[]> {
    return (await this.rows.list(scope)).map(toWebhook);
  }

  /**
   * @throws DomainError NOT_FOUND, STALE_VERSION, ALREADY_EXISTS, VALIDATION; PASSWORD_REQUIRED when a stored token would
   *   go to another server.
   */
  async save(scope: TenantScope, session: Session, body: Wanted): Promise<ResponseOf<typeof webhooks.save>> {
    requireOwnAccount(session);
    const url = new URL(body.url);
    if (url.username !== '' || url.password !== '') throw new DomainError('VALIDATION', 'url');
    await this.rows.lock(scope);
    const all = await this.rows.list(scope);
    if (all.some(({ id, name }) => id !== body.id && name === body.name))
      throw new DomainError('ALREADY_EXISTS', 'name');
    const { id } = body;
    const before = id === undefined ? undefined : await this.rows.find(scope, id);
    if (id !== undefined && !before) throw new DomainError('NOT_FOUND');
    if (!before && all.length >= MAX_WEBHOOKS) throw new DomainError('VALIDATION', 'name');
    const secret = before || body.format !== 'STANDARD' ? undefined : newSecret();
    const row = before ? this.changed(before, body) : this.made(session, body, secret);
    await this.rows.put(scope, row);
    await this.audit.record(scope, {
      action: 'webhooks.save',
      entity: 'webhook',
      entityId: row.id,
      before: before && toWebhook(before),
      after: toWebhook(row),
    });
    return { webhook: toWebhook(row), ...(secret === undefined ? {} : { secret }) };
  }

  /** The replaced secret stays valid for a day beside the new one. @throws DomainError NOT_FOUND of one that is not signed, too. */
  async rotateSecret(
    scope: TenantScope,
    session: Session,
    id: string,
  ): Promise<ResponseOf<typeof webhooks.rotateSecret>> {
    requireOwnAccount(session);
    const before = await this.rows.find(scope, id);
    if (before?.format !== 'STANDARD') throw new DomainError('NOT_FOUND');
    const secret = newSecret();
    const row: WebhookRow = {
      ...before,
      version: before.version + 1,
      secretSealed: this.sender.sealSecret(secret),
      previousSecretSealed: before.secretSealed,
      previousSecretUntil: new Date(this.clock.now().getTime() + PREVIOUS_SECRET_MS),
    };
    await this.rows.put(scope, row);
    await this.audit.record(scope, {
      action: 'webhooks.rotateSecret',
      entity: 'webhook',
      entityId: id,
      before: toWebhook(before),
      after: toWebhook(row),
    });
    return { webhook: toWebhook(row), secret };
  }

  /** One attempt outside of any transaction; it is not logged and changes nothing. @throws DomainError NOT_FOUND */
  async test(session: Session, id: string, signal: AbortSignal): Promise<ResponseOf<typeof webhooks.test>> {
    requireOwnAccount(session);
    const row = await this.transactions.run(session, (scope) => this.rows.find(scope, id));
    if (!row) throw new DomainError('NOT_FOUND');
    const now = this.clock.now();
    const content = {
      event: { type: 'webhook.test', timestamp: now.toISOString(), data: { name: row.name } },
      message: { title: 'Fibado', text: `Test: ${row.name}` },
    };
    const { status, error } = await this.sender.send(row, randomUUID(), content, signal);
    return {
      delivered: error === undefined,
      ...(status === undefined ? {} : { status }),
      ...(error === undefined ? {} : { error }),
    };
  }

  /** @throws DomainError NOT_FOUND */
  async delete(scope: TenantScope, id: string): Promise<void> {
    const row = await this.rows.find(scope, id);
    if (!row) throw new DomainError('NOT_FOUND');
    await this.rows.delete(scope, id);
    await this.audit.record(scope, {
      action: 'webhooks.delete',
      entity: 'webhook',
      entityId: id,
      before: toWebhook(row),
    });
  }

  /** @throws DomainError NOT_FOUND */
  async deliveries(scope: TenantScope, id: string): Promise<WebhookDelivery[]> {
    const all = await this.rows.list(scope);
    if (!all.some((row) => row.id === id)) throw new DomainError('NOT_FOUND');
    return this.rows.deliveries(scope, id);
  }

  private made(session: Session, body: Wanted, secret: string | undefined): WebhookRow {
    return {
      id: randomUUID(),
      version: 1,
      name: body.name,
      format: body.format,
      url: body.url,
      topics: body.topics,
      enabled: body.enabled,
      secretSealed: secret === undefined ? null : this.sender.sealSecret(secret),
      previousSecretSealed: null,
      previousSecretUntil: null,
      tokenSealed: body.token ? this.sender.sealToken(body.token) : null,
      failingSince: null,
      createdAt: this.clock.now(),
      createdBy: session.username,
    };
  }

  private changed(before: WebhookRow, body: Wanted): WebhookRow {
    if (body.version !== before.version) throw new DomainError('STALE_VERSION');
    if (body.format !== before.format) throw new DomainError('VALIDATION', 'format');
    const isMoved = new URL(body.url).origin !== new URL(before.url).origin;
    if (isMoved && before.tokenSealed !== null && body.token === undefined)
      throw new DomainError('PASSWORD_REQUIRED', 'token');
    const { name, url, topics, enabled, token } = body;
    const tokenSealed = token === undefined ? before.tokenSealed : token && this.sender.sealToken(token);
    return {
      ...before,
      version: before.version + 1,
      name,
      url,
      topics,
      enabled,
      tokenSealed: tokenSealed === '' ? null : tokenSealed,
      // A change is taken for a repair.
      failingSince: null,
    };
  }
}
