import { termOffers } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { CallParam, Endpoint, type TenantCall } from '../../platform/http/endpoint.js';
import { OfferExchange } from './offer-exchange.js';
import { PublishedOffers } from './published-offers.js';
import { TermOffersService } from './term-offers.service.js';

@Controller()
export class TermOffersController {
  constructor(
    private readonly service: TermOffersService,
    private readonly exchange: OfferExchange,
    private readonly offersOfOthers: PublishedOffers,
  ) {}

  @Endpoint(termOffers.get, 'read')
  get(@CallParam() { scope }: TenantCall<typeof termOffers.get>) {
    return this.service.list(scope);
  }

  @Endpoint(termOffers.save, 'write')
  save(@CallParam() { scope, body }: TenantCall<typeof termOffers.save>) {
    return this.service.save(scope, body);
  }

  @Endpoint(termOffers.delete, 'write')
  delete(@CallParam() { scope, params }: TenantCall<typeof termOffers.delete>) {
    return this.service.delete(scope, params.id);
  }

  @Endpoint(termOffers.exportDocument, 'read')
  export(@CallParam() { scope }: TenantCall<typeof termOffers.exportDocument>) {
    return this.exchange.export(scope);
  }

  @Endpoint(termOffers.published)
  published() {
    return this.offersOfOthers.current();
  }

  @Endpoint(termOffers.importDocument, 'write')
  import(@CallParam() { scope, body }: TenantCall<typeof termOffers.importDocument>) {
    return this.exchange.import(scope, body);
  }
}
