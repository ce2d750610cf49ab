import { Injectable } from '@nestjs/common';
import { SettingsService } from '../finance/settings/settings.service.js';
import { type PlatformScope, SYSTEM_ACTOR, Transactions } from '../platform/database/transactions.js';
import type { Household } from './notification-mails.js';
import { NotificationsRepository } from './notifications.repository.js';

/** The settings and readers of households, for those who tell them something. */
@Injectable()
export class Households {
  constructor(
    private readonly transactions: Transactions,
    private readonly rows: NotificationsRepository,
    private readonly settings: SettingsService,
  ) {}

  async of(scope: PlatformScope, tenantId: string): Promise<Household> {
    const settings = await this.transactions.inTenant(tenantId, SYSTEM_ACTOR, (tenant) =>
      this.settings.get(tenant),
    );
    return { settings, readers: await this.rows.readers(scope, tenantId) };
  }
}
