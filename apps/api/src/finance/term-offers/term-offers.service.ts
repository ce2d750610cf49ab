import { type BodyOf, CONTRACT_FIELDS, type TermOffer, type termOffers } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { contentHash } from '../shared/content-hash.js';
import { HouseholdEntries } from '../shared/household-entries.js';
import { PlanInputs } from '../shared/plan-inputs.js';
import type { TermOfferEntity } from './term-offer.entity.js';
import { toTermOffer, toTermOfferRow } from './term-offers.mapper.js';
import { TermOffersRepository } from './term-offers.repository.js';

type Body = BodyOf<typeof termOffers.save>;

/** Whether a lot on either offer is the same contract. */
export function sameContract(one: Body, other: Body): boolean {
  const contractOf = (offer: Body): string =>
    contentHash(Object.fromEntries(CONTRACT_FIELDS.map((field) => [field, offer[field]])));
  return contractOf(one) === contractOf(other);
}

@Injectable()
export class TermOffersService extends HouseholdEntries<TermOfferEntity, TermOffer, Body> {
  constructor(
    protected readonly rows: TermOffersRepository,
    protected readonly audit: Audit,
    protected readonly inputs: PlanInputs,
  ) {
    super({
      name: 'termOffers',
      entity: 'termOffer',
      unique: {},
      toValue: toTermOffer,
      toRow: toTermOfferRow,
    });
  }

  /**
   * @throws DomainError also NOT_FOUND, with the fields that refer to nothing in this household; VALIDATION
   *   `linkedAccountId` of an account that no lot can be paid from; LOT_STATE where lots were opened on other terms
   */
  override async save(scope: TenantScope, body: Body): Promise<TermOffer> {
    const dangling = await this.rows.dangling(scope, body.bankId, body.linkedAccountId);
    if (dangling.length > 0) throw new DomainError('NOT_FOUND', ...dangling);
    if (!(await this.rows.canBeLinked(scope, body.bankId, body.linkedAccountId)))
      throw new DomainError('VALIDATION', 'linkedAccountId');
    if (body.id !== undefined) await this.expectSameContract(scope, body.id, body);
    return super.save(scope, body);
  }

  private async expectSameContract(scope: TenantScope, id: string, body: Body): Promise<void> {
    const before = await this.rows.lock(scope, id);
    if (!before || sameContract(toTermOffer(before), body)) return;
    if (await this.hasLots(scope, id)) throw new DomainError('LOT_STATE', 'CONTRACT');
  }

  async hasLots(scope: TenantScope, id: string): Promise<boolean> {
    return (await this.rows.users(scope, id)).length > 0;
  }

  override async delete(scope: TenantScope, id: string): Promise<void> {
    await super.delete(scope, id);
    await this.inputs.changed(scope);
  }
}
