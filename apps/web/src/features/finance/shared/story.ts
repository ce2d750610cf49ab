import type { Setup } from '@fibado/contracts';
import { type Evaluation, limitsOf } from '@fibado/planning';
import type { BalanceSeries, Stack } from '../../../charts/balances-chart';
import { COMPARE_COLOR, seriesColor, SUM_COLOR } from '../../../charts/palette';
import type { Household } from './queries';
import { type MovingOperation, totalsWithMoving, underWayCents } from './under-way';

/** A quarter's balances, and the movements that make them. */
export interface PlanBalances {
  readonly evaluation: Evaluation;
  readonly operations: readonly MovingOperation[];
}

interface StoryInput {
  readonly household: Household;
  readonly setups: readonly Setup[];
  readonly shown: PlanBalances;
  /** The same quarter under the other plan. */
  readonly other: (PlanBalances & { readonly label: string }) | undefined;
  readonly name: (accountId: string) => string;
  readonly labels: { readonly underWay: string; readonly total: string };
}

/** All accounts upon each other, as a chart draws them. */
export interface Story {
  readonly series: readonly BalanceSeries[];
  readonly sum: BalanceSeries;
  readonly compare: BalanceSeries | undefined;
  readonly stack: Stack;
  readonly minimumCents: number | undefined;
}

const minimumOf = ({ accounts, settings }: Household, setups: readonly Setup[], accountId: string) => {
  const account = accounts.find(({ id }) => id === accountId);
  const setup = setups.find((one) => one.accountId === accountId);
  return account && setup ? limitsOf(account, setup, settings).minCents : undefined;
};

/** The account furthest under its minimum in any of the plans; undefined where none is. */
export function accountInTrouble(
  household: Household,
  setups: readonly Setup[],
  evaluations: readonly Evaluation[],
): string | undefined {
  let worst: string | undefined;
  let most = 0;
  for (const { accountId, dailyBalancesCents } of evaluations.flatMap(({ accounts }) => accounts)) {
    const minimum = minimumOf(household, setups, accountId);
    if (minimum === undefined) continue;
    const short = minimum - Math.min(...dailyBalancesCents);
    if (short <= most) continue;
    most = short;
    worst = accountId;
  }
  return worst;
}

/** The layers of a plan: the accounts with any money in either plan, the one in trouble first, and what is on its way. */
export function storyOf({ household, setups, shown, other, name, labels }: StoryInput): Story {
  const plans = other ? [shown, other] : [shown];
  const frontId = accountInTrouble(
    household,
    setups,
    plans.map(({ evaluation }) => evaluation),
  );
  const hasMoney = (accountId: string) =>
    plans.some(({ evaluation }) => balancesOf(evaluation, accountId)?.some((cents) => cents !== 0));
  const accounts = shown.evaluation.accounts
    .map(({ accountId, dailyBalancesCents }, index) => ({
      id: accountId,
      label: name(accountId),
      color: seriesColor(index),
      valuesCents: dailyBalancesCents,
    }))
    .filter(({ id }) => hasMoney(id))
    .sort((a, b) => Number(b.id === frontId) - Number(a.id === frontId));
  const moving = movingOf(household, shown);
  const underWay = moving.some((cents) => cents !== 0)
    ? [{ id: 'under-way', label: labels.underWay, color: SUM_COLOR, valuesCents: moving, isHatched: true }]
    : [];
  const otherFront = other && frontId !== undefined ? balancesOf(other.evaluation, frontId) : undefined;
  return {
    series: [...accounts, ...underWay],
    sum: { id: 'total', label: labels.total, color: SUM_COLOR, valuesCents: totalOf(household, shown) },
    compare:
      other && frontId !== undefined && otherFront
        ? {
            id: 'compare',
            label: `${name(frontId)}, ${other.label}`,
            color: COMPARE_COLOR,
            valuesCents: otherFront,
          }
        : undefined,
    stack: { frontId, reachCents: other ? totalOf(household, other) : [] },
    minimumCents: frontId === undefined ? undefined : minimumOf(household, setups, frontId),
  };
}

const balancesOf = ({ accounts }: Evaluation, accountId: string): readonly number[] | undefined =>
  accounts.find((one) => one.accountId === accountId)?.dailyBalancesCents;

const movingOf = ({ accounts, settings }: Household, { evaluation, operations }: PlanBalances): number[] =>
  underWayCents(evaluation.days, operations, accounts, settings.calendar);

const totalOf = ({ accounts, settings }: Household, { evaluation, operations }: PlanBalances): number[] =>
  totalsWithMoving(evaluation, operations, accounts, settings.calendar);
