import type { BodyOf, PushDevice, push, ResponseOf } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { actorOf, requireOwnAccount, type Session } from '../../platform/auth/session.js';
import { Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { PushDevicesRepository, toPushDevice } from './push-devices.repository.js';
import { PushKeys } from './push-keys.js';
import { PushMessages } from './push-messages.js';

const TEST = {
  it: 'Gli avvisi arrivano su questo dispositivo.',
  en: 'Notifications reach this device.',
} as const;

/** The devices on which a person is told of notifications. */
@Injectable()
export class PushService {
  constructor(
    private readonly transactions: Transactions,
    private readonly rows: PushDevicesRepository,
    private readonly messages: PushMessages,
    private readonly keys: PushKeys,
    private readonly audit: Audit,
  ) {}

  get(session: Session): Promise<ResponseOf<typeof push.get>> {
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const rows = await this.rows.list(scope, session);
      const devices = rows.map((row) => toPushDevice(row, session.id));
      return { publicKey: this.keys.sender.publicKey, devices };
    });
  }

  /** @throws DomainError FORBIDDEN, VALIDATION */
  save(session: Session, body: BodyOf<typeof push.save>): Promise<PushDevice> {
    requireOwnAccount(session);
    const url = new URL(body.endpoint);
    if (!this.messages.allows(url)) throw new DomainError('VALIDATION', 'endpoint');
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const saved = await this.rows.save(scope, session, body);
      if (!saved) throw new DomainError('UNAUTHENTICATED');
      const { id, isNew } = saved;
      await this.rows.trim(scope, session);
      if (isNew)
        await this.audit.record(scope, {
          action: 'push.save',
          entity: 'pushDevice',
          entityId: id,
          tenantId: session.tenantId,
          after: { service: url.host },
        });
      const row = (await this.rows.list(scope, session)).find((one) => one.id === id);
      if (!row) throw new Error('The device just saved is gone');
      return toPushDevice(row, session.id);
    });
  }

  /** One attempt outside of any transaction; a device whose subscription has ended is forgotten. @throws DomainError FORBIDDEN, NOT_FOUND */
  async test(session: Session, id: string, signal: AbortSignal): Promise<ResponseOf<typeof push.test>> {
    requireOwnAccount(session);
    const device = await this.transactions.onPlatform(actorOf(session), (scope) =>
      this.rows.find(scope, session, id),
    );
    if (!device) throw new DomainError('NOT_FOUND');
    const message = { title: TEST[device.language], topic: this.keys.topicOf(session.userId, 'TEST') };
    const outcome = await this.messages.send(device, message, signal);
    if (outcome === 'GONE')
      await this.transactions.onPlatform(actorOf(session), (scope) => this.rows.forget(scope, device));
    return { delivered: outcome === 'DELIVERED' };
  }

  /** @throws DomainError FORBIDDEN, NOT_FOUND */
  async delete(session: Session, id: string): Promise<void> {
    requireOwnAccount(session);
    await this.transactions.onPlatform(actorOf(session), async (scope) => {
      if (!(await this.rows.delete(scope, session, id))) throw new DomainError('NOT_FOUND');
      const { tenantId } = session;
      await this.audit.record(scope, {
        action: 'push.delete',
        entity: 'pushDevice',
        entityId: id,
        tenantId,
      });
    });
  }
}
