import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import type { TenantScope } from '../../../platform/database/transactions.js';
import { BankConsentEntity, BankConsentRequestEntity, BankKeyEntity } from './connection.entities.js';

@Injectable()
export class ConnectionsRepository {
  key({ manager, tenantId }: TenantScope): Promise<BankKeyEntity | null> {
    return manager.findOneBy(BankKeyEntity, { tenantId });
  }

  async insertKey({ manager }: TenantScope, row: BankKeyEntity): Promise<void> {
    await manager.insert(BankKeyEntity, row);
  }

  /** With everything that was made with it. */
  async deleteKey({ manager, tenantId }: TenantScope): Promise<void> {
    await manager.delete(BankConsentRequestEntity, { tenantId });
    await manager.delete(BankConsentEntity, { tenantId });
    await manager.delete(BankKeyEntity, { tenantId });
  }

  /** In the place of what the same person began before. */
  async putRequest({ manager }: TenantScope, row: BankConsentRequestEntity): Promise<void> {
    await manager.upsert(BankConsentRequestEntity, row, ['tenantId', 'userId']);
  }

  /** Takes a request away, so that its state serves once. */
  async takeRequest(
    { manager, tenantId }: TenantScope,
    userId: string,
    fingerprint: string,
  ): Promise<BankConsentRequestEntity | undefined> {
    const where = { tenantId, userId, fingerprint };
    const row = await manager.findOne(BankConsentRequestEntity, {
      where,
      lock: { mode: 'pessimistic_write' },
    });
    if (row) await manager.delete(BankConsentRequestEntity, where);
    return row ?? undefined;
  }

  async pruneRequests({ manager, tenantId }: TenantScope, now: Date): Promise<void> {
    await manager.delete(BankConsentRequestEntity, { tenantId, expiresAt: LessThan(now) });
  }

  /** Newest first. */
  consents({ manager, tenantId }: TenantScope): Promise<BankConsentEntity[]> {
    return manager.find(BankConsentEntity, { where: { tenantId }, order: { givenAt: 'DESC', id: 'ASC' } });
  }

  consent({ manager, tenantId }: TenantScope, id: string): Promise<BankConsentEntity | null> {
    return manager.findOneBy(BankConsentEntity, { tenantId, id });
  }

  async insertConsent({ manager }: TenantScope, row: BankConsentEntity): Promise<void> {
    await manager.insert(BankConsentEntity, row);
  }

  async deleteConsent({ manager, tenantId }: TenantScope, id: string): Promise<void> {
    await manager.delete(BankConsentEntity, { tenantId, id });
  }

  async markEnded({ manager, tenantId }: TenantScope, id: string): Promise<void> {
    await manager.update(BankConsentEntity, { tenantId, id }, { ended: true });
  }

  /** Consents that end before `day`'s moment and were not spoken of; they are marked as spoken of. */
  async takeEnding(
    { manager, tenantId }: TenantScope,
    before: Date,
    now: Date,
  ): Promise<BankConsentEntity[]> {
    const found = await manager.find(BankConsentEntity, {
      where: { tenantId, reminded: false, ended: false, validUntil: LessThan(before) },
      lock: { mode: 'pessimistic_write' },
    });
    for (const { id } of found) await manager.update(BankConsentEntity, { tenantId, id }, { reminded: true });
    return found.filter(({ validUntil }) => validUntil > now);
  }
}
