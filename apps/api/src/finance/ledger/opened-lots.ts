import type { BodyOf, lots } from '@fibado/contracts';
import { type LotBreak, lotKey, type NewLot } from '@fibado/planning';
import { DomainError } from '../../platform/http/domain-error.js';
import type { OpenedLot } from './accepted-plan.js';

/** A run's lots as far as taking them up is concerned. */
export interface PlannedLots {
  /** The run has not ended: its incumbent may have been replaced since the household saw it. */
  readonly isOpen: boolean;
  readonly lots: readonly NewLot[];
  /** Planned before the run ended. */
  readonly lotsBefore: readonly NewLot[];
  /** Breaks of recorded lots, of both. */
  readonly breaks: readonly LotBreak[];
}

type BreakLot = BodyOf<typeof lots.break>;

/** What taking a plan up did to lots. */
export interface LotsTaken {
  readonly opened: readonly OpenedLot[];
  /** Recorded before. */
  readonly broken: readonly OpenedLot[];
  /** What the plan before had done already. */
  readonly kept: readonly OpenedLot[];
}

export const versionOf = ({ id, version }: OpenedLot): Pick<OpenedLot, 'id' | 'version'> => ({ id, version });

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
  const left = already.filter(({ lotId }) => lotId === undefined);
  const kept: OpenedLot[] = [];
  const missing = wanted.filter((lot) => {
    const place = left.findIndex((one) => lotKey(one) === keyOf(lot));
    if (place >= 0) kept.push(...left.splice(place, 1));
    return place < 0;
  });
  return { missing, kept };
}

/**
 * Of the recorded lots that a plan breaks those to break, and those that the plan in force had broken already.
 * @throws DomainError VALIDATION when one is not of the run named.
 */
export function lotsToBreak(
  run: PlannedLots | undefined,
  wanted: readonly BreakLot[],
  already: readonly OpenedLot[],
): { readonly missing: readonly BreakLot[]; readonly kept: readonly OpenedLot[] } {
  const isPlanned = ({ id, on }: BreakLot): boolean =>
    run?.breaks.some(({ lotId, brokenOn }) => lotId === id && brokenOn === on) === true;
  if (run && !run.isOpen && !wanted.every(isPlanned)) throw new DomainError('VALIDATION', 'breakLots');
  const keptOf = ({ id, on }: BreakLot): OpenedLot | undefined =>
    already.find(({ lotId, brokenOn }) => lotId === id && brokenOn === on);
  return {
    missing: wanted.filter((one) => keptOf(one) === undefined),
    kept: wanted.flatMap((one) => keptOf(one) ?? []),
  };
}

export const openedLot = ({
  id,
  lotId,
  version,
  offerId,
  amountCents,
  openedOn,
  maturityDate,
  brokenOn,
}: OpenedLot): OpenedLot => ({
  id,
  lotId,
  version,
  offerId,
  amountCents,
  openedOn,
  maturityDate,
  brokenOn,
});
