import { Module } from '@nestjs/common';

/** The household's money: banks, accounts, quarters, operations and the optimizer. */
@Module({ imports: [] })
export class FinanceModule {}
