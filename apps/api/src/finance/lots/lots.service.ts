import {
  type ArchivedLot,
  averageRatePct,
  type BodyOf,
  type Lot,
  type lots,
  type TermOffer,
} from '@fibado/contracts';
import { maturityOf } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { HouseholdEntries } from '../shared/household-entries.js';
import { PlanInputs } from '../shared/plan-inputs.js';
import type { Target } from '../shared/upsert.js';
import { TermOffersService } from '../term-offers/term-offers.service.js';
import type { LotEntity } from './lot.entity.js';
import { toArchivedLot, toLot, toLotRow } from './lots.mapper.js';
import { LotsRepository } from './lots.repository.js';

/** A lot to be written: complete, and named by nothing when it is new. */
type Complete = Omit<Lot, 'id' | 'version' | 'state'> & Target;
/** A lot with its terms. */
export interface LotOnOffer {
  readonly lot: Lot;
  readonly offer: TermOffer;
}

type Named = Pick<Lot, 'id' | 'version'>;

/**
 * The lots a household opened. What is recorded here is what the banks did: nothing moves money, and a lot of another
 * amount than its offer allows, such as a renewed one with its interest, is recorded as it is.
 */
@Injectable()
export class LotsService extends HouseholdEntries<LotEntity, Lot, Complete> {
  constructor(
    protected readonly rows: LotsRepository,
    protected readonly audit: Audit,
    protected readonly inputs: PlanInputs,
    private readonly offers: TermOffersService,
    private readonly clock: Clock,
  ) {
    super({
      name: 'lots',
      entity: 'lot',
      unique: {},
      toValue: (row) => toLot(row, clock.today()),
      toRow: toLotRow,
    });
  }

  /** @throws DomainError as `save`; NOT_FOUND `offerId` when the household has no such offer. */
  async record(scope: TenantScope, body: BodyOf<typeof lots.save>): Promise<Lot> {
    const offer = await this.offerOf(scope, body.offerId);
    const {
      maturityDate = maturityOf(offer.tenor, body.openedOn),
      ratePct = averageRatePct(offer),
      ...rest
    } = body;
    if (rest.brokenOn !== undefined && rest.brokenOn >= maturityDate)
      throw new DomainError('VALIDATION', 'brokenOn');
    const before = body.id === undefined ? null : await this.rows.lock(scope, body.id);
    return this.save(scope, {
      ...rest,
      maturityDate,
      ratePct,
      renewsLotId: before?.renewsLotId ?? undefined,
    });
  }

  /**
   * Of a part that is broken: a lot of its own, and the lot is that much smaller.
   * @throws DomainError NOT_FOUND, STALE_VERSION, LOT_STATE
   */
  async break(scope: TenantScope, { id, version, on, amountCents }: BodyOf<typeof lots.break>): Promise<Lot> {
    const lot = await this.expect(scope, { id, version });
    const { exit, partialExit } = await this.offerOf(scope, lot.offerId);
    if (exit.kind === 'NONE') throw new DomainError('LOT_STATE', 'NO_EXIT');
    if (on < lot.openedOn) throw new DomainError('LOT_STATE', 'EARLY');
    if (on >= lot.maturityDate) throw new DomainError('LOT_STATE', 'MATURED');
    if (amountCents === undefined || amountCents === lot.amountCents)
      return this.save(scope, { ...lot, brokenOn: on });
    if (!partialExit || amountCents > lot.amountCents) throw new DomainError('LOT_STATE', 'PART');
    await this.save(scope, { ...lot, amountCents: lot.amountCents - amountCents });
    const { id: _, version: __, state: ___, renewsLotId: ____, ...terms } = lot;
    return this.save(scope, { ...terms, amountCents, brokenOn: on });
  }

  /** @throws DomainError NOT_FOUND, STALE_VERSION, LOT_STATE */
  async renew(scope: TenantScope, body: BodyOf<typeof lots.renew>): Promise<Lot> {
    const lot = await this.expect(scope, body);
    const { amountCents = lot.amountCents, ratePct = lot.ratePct } = body;
    const offer = await this.offerOf(scope, lot.offerId);
    const openedOn = lot.maturityDate;
    return this.save(scope, {
      offerId: lot.offerId,
      amountCents,
      openedOn,
      maturityDate: maturityOf(offer.tenor, openedOn),
      ratePct,
      renewsLotId: lot.id,
    });
  }

  /**
   * Undoes that a lot was recorded; one that is gone already stays gone.
   * @throws DomainError STALE_VERSION when it was changed since, IN_USE when it was renewed.
   */
  async takeBack(scope: TenantScope, { id, version }: Named): Promise<void> {
    const row = await this.rows.lock(scope, id);
    if (!row) return;
    if (row.version !== version) throw new DomainError('STALE_VERSION');
    await this.delete(scope, id);
  }

  /**
   * Undoes that a lot was broken.
   * @throws DomainError NOT_FOUND, STALE_VERSION when it was changed since.
   */
  async takeBackBreak(scope: TenantScope, { id, version }: Named): Promise<void> {
    const row = await this.rows.lock(scope, id);
    if (!row) throw new DomainError('NOT_FOUND');
    if (row.version !== version) throw new DomainError('STALE_VERSION');
    await this.save(scope, { ...toLot(row, this.clock.today()), brokenOn: undefined });
  }

  /** Every lot with the offer it was opened on. */
  async withOffers(scope: TenantScope): Promise<LotOnOffer[]> {
    const offers = new Map((await this.offers.list(scope)).map((offer) => [offer.id, offer]));
    return (await this.list(scope)).flatMap((lot) => {
      const offer = offers.get(lot.offerId);
      return offer ? [{ lot, offer }] : [];
    });
  }

  /** The lots, and the offers of the household. */
  async termDeposits(scope: TenantScope): Promise<{ offers: TermOffer[]; lots: Lot[] }> {
    return { offers: await this.offers.list(scope), lots: await this.list(scope) };
  }

  async archived(scope: TenantScope): Promise<ArchivedLot[]> {
    return (await this.rows.list(scope)).map(toArchivedLot);
  }

  async restoreArchived(scope: TenantScope, all: readonly ArchivedLot[]): Promise<void> {
    const { tenantId } = scope;
    // One that goes on with another's money comes after it.
    const rows = all
      .toSorted((a, b) => (a.openedOn < b.openedOn ? -1 : 1))
      .map((one) => toLotRow(one, { tenantId, id: one.id, version: one.version }));
    await this.rows.insert(scope, ...rows);
  }

  /** A lot at the version that was read, neither broken nor renewed. */
  private async expect(scope: TenantScope, { id, version }: Named): Promise<Lot> {
    const row = await this.rows.lock(scope, id);
    if (!row) throw new DomainError('NOT_FOUND');
    if (row.version !== version) throw new DomainError('STALE_VERSION');
    if (row.brokenOn !== null) throw new DomainError('LOT_STATE', 'BROKEN');
    if ((await this.rows.users(scope, id)).length > 0) throw new DomainError('LOT_STATE', 'RENEWED');
    return toLot(row, this.clock.today());
  }

  private async offerOf(scope: TenantScope, offerId: string) {
    const offer = (await this.offers.list(scope)).find(({ id }) => id === offerId);
    if (!offer) throw new DomainError('NOT_FOUND', 'offerId');
    return offer;
  }

  override async delete(scope: TenantScope, id: string): Promise<void> {
    await super.delete(scope, id);
    await this.inputs.changed(scope);
  }
}
