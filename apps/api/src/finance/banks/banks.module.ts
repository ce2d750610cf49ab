import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SharedModule } from '../shared/shared.module.js';
import { BankEntity } from './bank.entity.js';
import { BanksController } from './banks.controller.js';
import { BanksRepository } from './banks.repository.js';
import { BanksService } from './banks.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([BankEntity]), SharedModule],
  controllers: [BanksController],
  providers: [BanksRepository, BanksService],
  exports: [BanksService],
})
export class BanksModule {}
