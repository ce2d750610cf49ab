import type { ArchivedLot, TermOffer } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { TermOffersService } from '../term-offers/term-offers.service.js';
import { LotsService } from './lots.service.js';

interface Archived {
  readonly termOffers?: readonly TermOffer[] | undefined;
  readonly lots?: readonly ArchivedLot[] | undefined;
}

/** The term deposits of an archive: a household's offers and its lots. */
@Injectable()
export class TermDepositArchive {
  constructor(
    private readonly offers: TermOffersService,
    private readonly lots: LotsService,
  ) {}

  async all(scope: TenantScope): Promise<Archived> {
    const termOffers = await this.offers.list(scope);
    const lots = await this.lots.archived(scope);
    return termOffers.length > 0 ? { termOffers, lots } : {};
  }

  async restore(scope: TenantScope, { termOffers = [], lots = [] }: Archived): Promise<void> {
    await this.offers.restore(scope, termOffers);
    await this.lots.restoreArchived(scope, lots);
  }
}
