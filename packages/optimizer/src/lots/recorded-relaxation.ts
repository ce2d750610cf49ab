/**
 * Recorded lots as free accounts: a problem whose optimum no plan that breaks some of them exceeds (proposition 20). The
 * account holds the lot's principal, can send any of it to the linked account, and earns no more than breaking later saves.
 */

import {
  type Account,
  type Cents,
  type Day,
  daysFromTo,
  daysInYear,
  horizonOf,
  isOfNewMoney,
  type Operation,
  type Problem,
  type Setup,
  type Transfer,
  yearOf,
} from '@fibado/planning';
import type { OutsideBookings } from '../household/drift.js';
import type { RecordedLot } from './recorded-lots.js';

export interface RecordedRelaxation {
  readonly problem: Problem;
  readonly outside: OutsideBookings;
  /** What the lots return beside what their accounts earn, at most, cents. */
  readonly constantCents: Cents;
}

/** Rates have four decimals; a higher one would say no more. */
const RATE_DECIMALS = 10_000;
const MOST_PCT = 100;
/** Rounding of what the account of a lot earns, cents. */
const ROUNDING_CENTS = 1;

export const recordedAccountId = ({ lot }: RecordedLot): string => `recorded-${lot.id}`;

/** @param effortCents what a transfer costs the household beside its fee. */
export function relaxedRecorded(
  problem: Problem,
  recorded: readonly RecordedLot[],
  effortCents: Cents,
): RecordedRelaxation {
  if (recorded.length === 0) return { problem, outside: new Map(), constantCents: 0 };
  const priced = recorded.map((one) => new PricedLot(problem, one, effortCents));
  const free = new Set(recorded.map(({ lot }) => lot.id));
  const outside = new Map<string, { lowCents: number; highCents: number }>();
  for (const { linked, lowCents, highCents } of recorded) {
    const before = outside.get(linked.id) ?? { lowCents: 0, highCents: 0 };
    outside.set(linked.id, {
      lowCents: before.lowCents + lowCents,
      highCents: before.highCents + highCents,
    });
  }
  return {
    problem: {
      ...problem,
      accounts: [...problem.accounts, ...priced.map((one) => one.account())],
      setups: [...problem.setups, ...priced.map((one) => one.setup())],
      operations: [...problem.operations, ...priced.flatMap((one) => one.operations())],
      lots: (problem.lots ?? []).filter(({ id }) => !free.has(id)),
      // What new money asks for counts the lots as they are recorded.
      goals: problem.goals?.filter(({ id }) => !isOfNewMoney(id)),
    },
    outside,
    constantCents: priced.reduce((sum, { constantCents }) => sum + constantCents, 0),
  };
}

/** What comes back by itself of recorded lots that are kept, as the relaxation has it. */
export const returnsOf = (recorded: readonly RecordedLot[]): Transfer[] =>
  recorded.flatMap(({ end, lot, linked, ...one }) =>
    end === undefined
      ? []
      : [
          {
            date: end,
            fromAccountId: recordedAccountId({ end, lot, linked, ...one }),
            toAccountId: linked.id,
            amountCents: lot.amountCents,
          },
        ],
  );

/**
 * The account earns `rate` on every day on which it holds the principal, so that the lot returns no more than that and a
 * constant, less what sending the principal to the linked account costs: nothing where it comes back by itself.
 */
class PricedLot {
  readonly constantCents: Cents;
  private readonly feeCents: Cents;
  private readonly ratePct: number;
  /** The principal for a year, on the days of the horizon before a day. */
  private readonly yearsUntil: (day: Day | undefined) => number;

  constructor(
    private readonly problem: Problem,
    private readonly recorded: RecordedLot,
    effortCents: Cents,
  ) {
    const { lot, end, keptCents, breaks } = recorded;
    const horizon = horizonOf(problem);
    const days = daysFromTo(horizon.from, horizon.to);
    this.yearsUntil = (until) => {
      const held = days.filter((day) => day >= lot.openedOn && (until === undefined || day < until));
      return held.reduce((sum, day) => sum + lot.amountCents / daysInYear(yearOf(day)), 0);
    };
    const whole = this.yearsUntil(end);
    const losses = breaks.map(({ freeOn, netCents }) => ({
      lossCents: keptCents - netCents,
      years: whole - this.yearsUntil(freeOn),
    }));
    // Of one that comes back by itself all is in the rate; else as much as breaking a day later saves.
    const slopes = losses.map(({ lossCents, years }) =>
      years > 0 ? (lossCents + (end === undefined ? 0 : effortCents)) / years : 0,
    );
    const slope = Math.max(0, end === undefined ? slopeOf(losses) : Math.min(...slopes));
    this.ratePct = Math.min(MOST_PCT, Math.floor(slope * 100 * RATE_DECIMALS) / RATE_DECIMALS);
    const earned = (years: number): number => (this.ratePct / 100) * years;
    const spared = losses.map(({ lossCents, years }) => lossCents - earned(years));
    const least = Math.min(...spared) - ROUNDING_CENTS;
    // A fee below the effort would pay for every transfer.
    this.feeCents = end === undefined ? Math.max(0 - effortCents, Math.floor(least)) : 0 - effortCents;
    const missing = Math.max(0, this.feeCents - least);
    this.constantCents = Math.ceil(keptCents - earned(whole) + missing) + ROUNDING_CENTS;
  }

  account(): Account {
    const { linked, offer } = this.recorded;
    return {
      id: recordedAccountId(this.recorded),
      name: offer.name,
      bankId: linked.bankId,
      accountGroupId: linked.accountGroupId,
      kind: 'DEPOSIT_FREE',
      dutyRegime: 'NONE',
      dutyPaidByBank: true,
      dutyBase: 'AVERAGE',
      rates: this.rates(),
      interestBasis: 'ACT_ACT',
      withholdingPct: 0,
      statementPeriod: 'QUARTERLY',
      interestCredit: 'MATURITY',
      minBalanceCents: 0,
      monthlyFeeCents: 0,
      transferFeeCents: this.feeCents,
      transferLeadDays: 0,
      payment: false,
      canSend: true,
      canReceive: false,
      linkedAccountId: linked.id,
      active: true,
    };
  }

  setup(): Setup {
    const { lot } = this.recorded;
    const isThere = lot.openedOn < horizonOf(this.problem).from;
    return {
      accountId: recordedAccountId(this.recorded),
      openingBalanceCents: isThere ? lot.amountCents : 0,
      excluded: false,
    };
  }

  /** What is past: the principal that came, and what the lot changed on its linked account. */
  operations(): Operation[] {
    const { lot, linked, beforeCents } = this.recorded;
    const { from, to } = horizonOf(this.problem);
    const days = daysFromTo(from, to);
    const changes = beforeCents.flatMap((cents, index) => {
      const change = cents - (beforeCents[index - 1] ?? 0);
      return change === 0 ? [] : [this.operation(days[index] ?? from, linked.id, change)];
    });
    if (lot.openedOn < from) return changes;
    return [...changes, this.operation(lot.openedOn, recordedAccountId(this.recorded), lot.amountCents)];
  }

  private operation(date: Day, accountId: string, cents: Cents): Operation {
    return {
      id: `recorded-${accountId}-${date}-${this.recorded.lot.id}`,
      quarter: this.problem.quarter,
      kind: cents < 0 ? 'EXPENSE' : 'INCOME',
      date,
      valueDate: date,
      accountId,
      amountCents: Math.abs(cents),
      description: '',
      status: 'DONE',
      origin: 'MANUAL',
      locked: true,
    };
  }

  private rates(): Account['rates'] {
    const { end } = this.recorded;
    const { from } = horizonOf(this.problem);
    const rate = (since: Day, ratePct: number): Account['rates'][number] => ({
      from: since,
      tiers: [{ upToCents: null, ratePct }],
      tierMode: 'MARGINAL',
    });
    return end === undefined ? [rate(from, this.ratePct)] : [rate(from, this.ratePct), rate(end, 0)];
  }
}

/** By how much less is lost for each day on which the principal stays longer, between the first day and the last one. */
function slopeOf(losses: readonly { readonly lossCents: number; readonly years: number }[]): number {
  const [first, last] = [losses[0], losses.at(-1)];
  if (first === undefined || last === undefined || first.years <= last.years) return 0;
  return (first.lossCents - last.lossCents) / (first.years - last.years);
}
