import type { Recurrence, Summary } from '@fibado/contracts';
import {
  type Day,
  type DutyAllowance,
  dutyAllowances,
  type DutyGroupEvaluation,
  lawOn,
  quarterEnd,
} from '@fibado/planning';
import { nameIn, problemOf, problemOperations, whereSound } from '../shared/problem';
import { projectedAfter } from '../shared/projection';
import type { Household, QuarterData } from '../shared/queries';

export interface DutyRow {
  readonly key: string;
  readonly bank: string;
  readonly holders: string;
  readonly accounts: string;
  /** The statement period. */
  readonly from: Day;
  readonly to: Day;
  /** Average of the whole period, as planned. */
  readonly projectedCents: number;
  /** Average of the days gone by; absent before the first. */
  readonly soFarCents: number | undefined;
  readonly due: boolean;
  readonly stampDutyCents: number;
  readonly tone: 'safe' | 'near' | 'over';
  /** What can be held more (FREE) or has to be held less (LESS) on average until the period ends, in whole euro. */
  readonly rest?: { readonly kind: 'FREE' | 'LESS' | 'LOST'; readonly cents: number } | undefined;
}

/** The running statement periods by the referee; of a closed quarter all of its periods, as they ended. */
export function dutyFigures(
  data: QuarterData & { readonly summary: Summary },
  rules: readonly Recurrence[],
  today: string,
): DutyAllowance[] {
  const { date, state, setups } = data.quarter;
  if (state === 'CLOSED') return data.summary.evaluation.dutyGroups.map(endedPeriod);
  const taking = new Set(setups.map(({ accountId }) => accountId));
  const problem = problemOf(data, date, setups, problemOperations(data.operations));
  const later = projectedAfter(data, taking, rules, date, QUARTERS_IN_A_YEAR - 1);
  const end = quarterEnd(date);
  return whereSound(
    () =>
      dutyAllowances(
        { ...problem, operations: [...problem.operations, ...later] },
        today > end ? end : today,
      ),
    () => [],
  );
}

const QUARTERS_IN_A_YEAR = 4;

const endedPeriod = (group: DutyGroupEvaluation): DutyAllowance => ({
  ...group,
  thresholdCents: lawOn(group.from).fixedDutyThresholdCents,
  averageCents: group.aggregateAverageCents,
  dutyCents: group.stampDutyCents,
  daysLeft: 0,
  isLost: false,
});

export function dutyRows(household: Household, figures: readonly DutyAllowance[]): DutyRow[] {
  const bank = nameIn(household.banks);
  const account = nameIn(household.accounts);
  return figures
    .map((one): DutyRow => {
      const near = one.averageCents > one.thresholdCents - household.settings.thresholdMarginCents;
      return {
        key: [one.tax, one.bankId, ...one.holders, one.from, one.to].join('|'),
        // A foreign bank charges nothing: the tax is paid with the return.
        bank: one.tax === undefined ? bank(one.bankId) : `${one.tax} · ${bank(one.bankId)}`,
        holders: one.holders.join(', '),
        accounts: one.accountIds.map(account).join(', '),
        from: one.from,
        to: one.to,
        projectedCents: one.averageCents,
        soFarCents: one.soFarCents,
        due: one.due,
        stampDutyCents: one.dutyCents,
        tone: one.due ? 'over' : near ? 'near' : 'safe',
        rest: restOf(one),
      };
    })
    .sort((a, b) => b.projectedCents - a.projectedCents);
}

/** Whole euro, so that what is said is never more than what is free, nor less than what has to go. */
function restOf({ extraCents, isLost }: DutyAllowance): DutyRow['rest'] {
  if (isLost) return { kind: 'LOST', cents: 0 };
  if (extraCents === undefined) return undefined;
  const cents = Math.floor(extraCents / 100) * 100;
  return cents < 0 ? { kind: 'LESS', cents: -cents } : { kind: 'FREE', cents };
}
