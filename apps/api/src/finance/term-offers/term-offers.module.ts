import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/accounts.module.js';
import { BanksModule } from '../banks/banks.module.js';
import { SharedModule } from '../shared/shared.module.js';
import { OfferExchange } from './offer-exchange.js';
import { PublishedOffers } from './published-offers.js';
import { TermOfferEntity } from './term-offer.entity.js';
import { TermOffersController } from './term-offers.controller.js';
import { TermOffersRepository } from './term-offers.repository.js';
import { TermOffersService } from './term-offers.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([TermOfferEntity]), SharedModule, BanksModule, AccountsModule],
  controllers: [TermOffersController],
  providers: [TermOffersRepository, TermOffersService, OfferExchange, PublishedOffers],
  exports: [TermOffersService],
})
export class TermOffersModule {}
