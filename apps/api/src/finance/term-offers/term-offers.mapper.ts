import type { BodyOf, TermOffer, termOffers } from '@fibado/contracts';
import { orAbsent, orNull } from '../shared/absent.js';
import type { TermOfferEntity } from './term-offer.entity.js';

export function toTermOffer(row: TermOfferEntity): TermOffer {
  return {
    id: row.id,
    bankId: row.bankId,
    linkedAccountId: row.linkedAccountId,
    name: row.name,
    tenor: { months: orAbsent(row.tenorMonths), days: orAbsent(row.tenorDays) },
    ratePct: orAbsent(row.ratePct),
    steps: orAbsent(row.steps ?? null),
    minCents: row.minCents,
    stepCents: row.stepCents,
    maxCents: orAbsent(row.maxCents),
    payout: row.payout,
    exit: {
      kind: row.exitKind,
      ratePct: orAbsent(row.exitRatePct),
      freeAfterMonths: orAbsent(row.exitFreeAfterMonths),
      keptAtMonths: orAbsent(row.exitKeptAtMonths ?? null),
    },
    partialExit: row.partialExit,
    noticeDays: orAbsent(row.noticeDays),
    renewal: row.renewal,
    newMoney: orAbsent(row.newMoney ?? null),
    withholdingPct: orAbsent(row.withholdingPct),
    dutyBase: row.dutyBase,
    dutyPaidByBank: orAbsent(row.dutyPaidByBank),
    dutyFreeUpToCents: orAbsent(row.dutyFreeUpToCents),
    interestBasis: orAbsent(row.interestBasis),
    openFrom: orAbsent(row.openFrom),
    openTo: orAbsent(row.openTo),
    source: row.source,
    asOf: row.asOf,
    version: row.version,
  };
}

export function toTermOfferRow(
  body: BodyOf<typeof termOffers.save>,
  key: { tenantId: string; id: string; version: number },
): TermOfferEntity {
  return {
    ...key,
    bankId: body.bankId,
    linkedAccountId: body.linkedAccountId,
    name: body.name,
    tenorMonths: orNull(body.tenor.months),
    tenorDays: orNull(body.tenor.days),
    ratePct: orNull(body.ratePct),
    steps: orNull(body.steps),
    minCents: body.minCents,
    stepCents: body.stepCents,
    maxCents: orNull(body.maxCents),
    payout: body.payout,
    exitKind: body.exit.kind,
    exitRatePct: orNull(body.exit.ratePct),
    exitFreeAfterMonths: orNull(body.exit.freeAfterMonths),
    exitKeptAtMonths: orNull(body.exit.keptAtMonths),
    partialExit: body.partialExit,
    noticeDays: orNull(body.noticeDays),
    renewal: body.renewal,
    newMoney: orNull(body.newMoney),
    withholdingPct: orNull(body.withholdingPct),
    dutyBase: body.dutyBase,
    dutyPaidByBank: orNull(body.dutyPaidByBank),
    dutyFreeUpToCents: orNull(body.dutyFreeUpToCents),
    interestBasis: orNull(body.interestBasis),
    openFrom: orNull(body.openFrom),
    openTo: orNull(body.openTo),
    source: body.source,
    asOf: body.asOf,
  };
}
