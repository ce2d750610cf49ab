import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountGroupsModule } from '../account-groups/account-groups.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { BanksModule } from '../banks/banks.module.js';
import { OperationRowsModule } from '../ledger/operation-rows.module.js';
import { QuarterRowsModule } from '../ledger/quarter-rows.module.js';
import { PersonsModule } from '../persons/persons.module.js';
import { ProblemModule } from '../problem/problem.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SharedModule } from '../shared/shared.module.js';
import { SpreadsheetReaderModule } from '../spreadsheets/spreadsheet-reader.module.js';
import { TaxAssetsService } from './tax-assets.service.js';
import { BalanceYearService } from './balance-year.service.js';
import { BankFiguresEntity } from './bank-figures.entity.js';
import { BankFiguresRepository } from './bank-figures.repository.js';
import { ForeignInterestController } from './foreign-interest.controller.js';
import { ForeignInterestService } from './foreign-interest.service.js';
import { ReconciliationController } from './reconciliation.controller.js';
import { ReconciliationService } from './reconciliation.service.js';
import { YearReconciliation } from './year-reconciliation.js';
import { TaxYearAccountEntity } from './tax-year-account.entity.js';
import { TaxYearArchive } from './tax-year-archive.js';
import { TaxYearAssetEntity } from './tax-year-asset.entity.js';
import { TaxYearPurchaseEntity } from './tax-year-purchase.entity.js';
import { TaxYearController } from './tax-year.controller.js';
import { TaxYearRepository } from './tax-year.repository.js';
import { TaxYearService } from './tax-year.service.js';
import { TypedFiguresService } from './typed-figures.service.js';
import { YearBalancesService } from './year-balances.service.js';
import { YearEndController } from './year-end.controller.js';
import { YearEndService } from './year-end.service.js';
import { YearQuarters } from './year-quarters.js';
import { YearStatementsService } from './year-statements.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      TaxYearAccountEntity,
      TaxYearAssetEntity,
      TaxYearPurchaseEntity,
      BankFiguresEntity,
    ]),
    SharedModule,
    AccountsModule,
    AccountGroupsModule,
    BanksModule,
    PersonsModule,
    QuarterRowsModule,
    OperationRowsModule,
    ProblemModule,
    SettingsModule,
    SpreadsheetReaderModule,
  ],
  controllers: [TaxYearController, YearEndController, ReconciliationController, ForeignInterestController],
  providers: [
    TaxYearRepository,
    YearBalancesService,
    TaxYearService,
    YearStatementsService,
    TypedFiguresService,
    TaxAssetsService,
    TaxYearArchive,
    YearQuarters,
    YearEndService,
    BankFiguresRepository,
    YearReconciliation,
    BalanceYearService,
    ReconciliationService,
    ForeignInterestService,
  ],
  exports: [TaxYearService, TaxYearArchive],
})
export class TaxYearModule {}
