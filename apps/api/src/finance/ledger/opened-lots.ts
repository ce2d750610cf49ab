import { lotKey, type NewLot } from '@fibado/planning';
import { DomainError } from '../../platform/http/domain-error.js';
import type { OpenedLot } from './accepted-plan.js';

/** A run's lots as far as taking them up is concerned. */
export interface PlannedLots {
  /** The run has not ended: its incumbent may have been replaced since the household saw it. */
  readonly isOpen: boolean;
  readonly lots: readonly NewLot[];
  /** Planned before the run ended. */
  readonly lotsBefore: readonly NewLot[];
}

type Wanted = Omit<NewLot, 'maturityDate'> & { readonly maturityDate?: string | undefined };

const keyOf = ({ maturityDate = '', ...lot }: Wanted): string => lotKey({ ...lot, maturityDate });

/**
 * Of the lots of a plan those to record, and those that the plan in force had opened already.
 * @throws DomainError VALIDATION when one is not of the run named.
 */
export function lotsToOpen<Lot extends Wanted>(
  run: PlannedLots | undefined,
  wanted: readonly Lot[],
  already: readonly OpenedLot[],
): { readonly missing: readonly Lot[]; readonly kept: readonly OpenedLot[] } {
  if (run && !run.isOpen) {
    const planned = new Set([...run.lots, ...run.lotsBefore].map(lotKey));
    if (wanted.some((lot) => !planned.has(keyOf(lot)))) throw new DomainError('VALIDATION', 'lots');
  }
  const left = [...already];
  const kept: OpenedLot[] = [];
  const missing = wanted.filter((lot) => {
    const place = left.findIndex((one) => lotKey(one) === keyOf(lot));
    if (place >= 0) kept.push(...left.splice(place, 1));
    return place < 0;
  });
  return { missing, kept };
}

export const openedLot = ({
  id,
  version,
  offerId,
  amountCents,
  openedOn,
  maturityDate,
  brokenOn,
}: OpenedLot): OpenedLot => ({ id, version, offerId, amountCents, openedOn, maturityDate, brokenOn });
