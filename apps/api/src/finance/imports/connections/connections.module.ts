import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../../accounts/accounts.module.js';
import { SettingsModule } from '../../settings/settings.module.js';
import { ComparerModule } from '../comparer.module.js';
import { BANK_CONNECTOR } from './bank-connector.js';
import { BankConsentEntity, BankConsentRequestEntity, BankKeyEntity } from './connection.entities.js';
import { ConnectedAccounts } from './connected-accounts.js';
import { ConnectionKeysService } from './connection-keys.service.js';
import { ConnectionSecrets } from './connection-secrets.js';
import { ConnectionsController } from './connections.controller.js';
import { ConnectionsRepository } from './connections.repository.js';
import { ConsentRecords } from './consent-records.js';
import { ConsentReminders } from './consent-reminders.js';
import { ConsentsService } from './consents.service.js';
import { EnableBankingConnector } from './enable-banking.connector.js';
import { FetchesService } from './fetches.service.js';
import { FetchLimits } from './fetch-limits.js';

/** Movements fetched at the bank with the household's own key; another provider is another `BANK_CONNECTOR`. */
@Module({
  imports: [
    TypeOrmModule.forFeature([BankKeyEntity, BankConsentRequestEntity, BankConsentEntity]),
    AccountsModule,
    SettingsModule,
    ComparerModule,
  ],
  controllers: [ConnectionsController],
  providers: [
    { provide: BANK_CONNECTOR, useClass: EnableBankingConnector },
    ConnectionsRepository,
    ConnectionSecrets,
    ConnectionKeysService,
    ConsentRecords,
    ConsentReminders,
    ConsentsService,
    ConnectedAccounts,
    FetchLimits,
    FetchesService,
  ],
})
export class ConnectionsModule {}
