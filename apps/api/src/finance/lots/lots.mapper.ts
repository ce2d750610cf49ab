import type { ArchivedLot, Lot } from '@fibado/contracts';
import type { Day } from '@fibado/planning';
import { orAbsent, orNull } from '../shared/absent.js';
import type { LotEntity } from './lot.entity.js';

export function toArchivedLot(row: LotEntity): ArchivedLot {
  return {
    id: row.id,
    offerId: row.offerId,
    amountCents: row.amountCents,
    openedOn: row.openedOn,
    maturityDate: row.maturityDate,
    ratePct: row.ratePct,
    brokenOn: orAbsent(row.brokenOn),
    renewal: orAbsent(row.renewal),
    renewsLotId: orAbsent(row.renewsLotId),
    version: row.version,
  };
}

export const toLot = (row: LotEntity, today: Day): Lot => ({
  ...toArchivedLot(row),
  state: stateOf(row, today),
});

function stateOf({ brokenOn, maturityDate }: LotEntity, today: Day): Lot['state'] {
  if (brokenOn !== null) return 'BROKEN';
  return maturityDate <= today ? 'MATURED' : 'OPEN';
}

export function toLotRow(
  lot: Omit<ArchivedLot, 'id' | 'version'>,
  key: { tenantId: string; id: string; version: number },
): LotEntity {
  return {
    ...key,
    offerId: lot.offerId,
    amountCents: lot.amountCents,
    openedOn: lot.openedOn,
    maturityDate: lot.maturityDate,
    ratePct: lot.ratePct,
    brokenOn: orNull(lot.brokenOn),
    renewal: orNull(lot.renewal),
    renewsLotId: orNull(lot.renewsLotId),
  };
}
