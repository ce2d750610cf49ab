import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SharedModule } from '../shared/shared.module.js';
import { TermOffersModule } from '../term-offers/term-offers.module.js';
import { LotEntity } from './lot.entity.js';
import { LotsController } from './lots.controller.js';
import { LotsRepository } from './lots.repository.js';
import { LotsService } from './lots.service.js';
import { TermDepositArchive } from './term-deposit-archive.js';

@Module({
  imports: [TypeOrmModule.forFeature([LotEntity]), SharedModule, TermOffersModule],
  controllers: [LotsController],
  providers: [LotsRepository, LotsService, TermDepositArchive],
  exports: [LotsService, TermDepositArchive],
})
export class LotsModule {}
