/** The program of a household while it is being written: balances by account and node, and what moves them. */

import { creditedMonths as allCreditedMonths, type CreditedMonth } from '../household/credited-months.js';
import type { Household, HouseAccount } from '../household/household.js';
import type { Node } from '../household/time-grid.js';
import { ProgramBuilder, type Term } from '../modelling/program.js';

/** Money leaving or entering an account at a node through the pool of free accounts. */
export interface PoolFlow {
  readonly account: number;
  /** Node at which the money leaves or enters. */
  readonly node: number;
  /** Node at which it arrives. */
  readonly pool: number;
  readonly column: number;
  /** Flow weighted by the share of the span's days that follow it; unset on day nodes. */
  readonly weighted?: number | undefined;
  readonly binary?: number | undefined;
  /** Of a sender: further transfers that its amount takes. */
  readonly further?: number | undefined;
}

/** Money along one pair of accounts at a node. */
export interface ArcFlow {
  readonly from: number;
  readonly to: number;
  readonly node: number;
  readonly arrival: number;
  readonly column: number;
  readonly weighted?: number | undefined;
  readonly binary?: number | undefined;
  /** Further transfers that the amount takes. */
  readonly further?: number | undefined;
}

/** An arc to decide, on a day. */
export interface ArcChoice {
  readonly from: number;
  readonly to: number;
  readonly day: number;
  /** Exactly this amount or nothing, units; unset: any amount. */
  readonly exactly?: number | undefined;
  /** Added to the cost of using it, cents. */
  readonly surcharge?: number | undefined;
}

/** Whether each transfer is counted, and what one costs (6). */
export interface Counting {
  readonly counts: boolean;
  /** Cents a transfer from the account costs at least: effort and fee. */
  costOf(account: number): number;
  /** The same of one pair on one day, exactly. */
  costOfArc(arc: Pick<ArcChoice, 'from' | 'to' | 'day'>): number;
}

export interface Range {
  readonly lower: number;
  readonly upper: number;
}

/** What a unit held on each of some days adds to an average. */
export interface Share {
  readonly account: number;
  /** First and last position, inclusive. */
  readonly from: number;
  readonly to: number;
  readonly perDay: number;
}

/** An average less what it is compared with, whatever the nodes are: `constant` + Σ shares × balance, units. */
export interface Measure {
  readonly constant: number;
  readonly shares: readonly Share[];
}

/** A fee that may be waived for what comes in during its month. */
export interface CreditWaiver {
  readonly month: CreditedMonth;
  /** 1 only when enough comes in; unset: nothing can. */
  readonly holds?: number | undefined;
}

/** One of the figures a proportional duty is the largest of. */
export interface DutyPart {
  /** The same in every model of the household. */
  readonly key: string;
  readonly account: number;
  /** The row that keeps the duty at or above it. */
  readonly row: number;
  /** Cents. */
  readonly measure: Measure;
}

/** An average compared with something: which side it falls on changes a duty or a fee. */
export interface Threshold {
  /** The same in every model of the household. */
  readonly key: string;
  /** The accounts whose balances are in it. */
  readonly accounts: readonly number[];
  /** `constant` + Σ terms, units: above zero on one side, at or below zero on the other; unset: it is not linear. */
  readonly form?: { readonly constant: number; readonly terms: readonly Term[] } | undefined;
  /** The decision that is 1 above zero (a duty due) or 0 above zero (a waiver held), and which of the two. */
  readonly decision?: { readonly column: number; readonly above: 0 | 1 } | undefined;
  /** The row that keeps the average on the lower side when the decision says so, and what it measures. */
  readonly limit?: { readonly row: number; readonly measure: Measure } | undefined;
  /** The value bends there and does not jump. */
  readonly isKink?: boolean | undefined;
}

export class PlanModel {
  readonly builder = new ProgramBuilder();
  /** Column of the sum of transfers of each account after each node, units; −1: still zero. */
  readonly balance: number[][];
  /** Column of the (average) sum over each node's days; equal to the balance but in spans. */
  readonly level: number[][];
  readonly sends: PoolFlow[] = [];
  readonly receives: PoolFlow[] = [];
  readonly arcs: ArcFlow[] = [];
  /** The thresholds this model could not decide from its ranges. */
  readonly thresholds: Threshold[] = [];
  readonly dutyParts: DutyPart[] = [];
  /** Fees that may be waived for what comes in during a month, by the key of the month's average. */
  readonly credited = new Map<string, CreditWaiver>();
  /** Columns that count transfers beyond one a sender, or beyond one an arc. */
  readonly counters: number[] = [];
  /** By account: how much more than its limit leaves on some day, units; only where limits may be broken at a price. */
  readonly limitSlacks = new Map<number, number>();
  private through: Set<number> | undefined;
  /** Cents by which rounding to cents may lift the true value above the program's. */
  roundingCents = 0;

  constructor(
    readonly household: Household,
    readonly nodes: readonly Node[],
    /** Bounds of each account's sum of transfers at each node, units. */
    readonly ranges: readonly (readonly Range[])[],
    readonly prudentByAverage = false,
    /** Months in which sending money to and fro may waive a fee. */
    readonly creditedMonths: readonly CreditedMonth[] = allCreditedMonths(household),
    /** How far averages, exposures and what comes in keep from their limits for each account in them, units. */
    readonly spare = 0,
  ) {
    this.balance = household.accounts.map(() => nodes.map(() => -1));
    this.level = household.accounts.map(() => nodes.map(() => -1));
  }

  range(account: number, node: number): Range {
    return this.ranges[account]?.[node] ?? { lower: 0, upper: 0 };
  }

  /** The level of an account over a node as terms; none while nothing can have moved. */
  levelTerms(account: number, node: number, factor: number): Term[] {
    const column = this.level[account]?.[node] ?? -1;
    return column < 0 ? [] : [[column, factor]];
  }

  /** The balance of an account after a node as terms. */
  balanceTerms(account: number, node: number, factor: number): Term[] {
    const column = this.balance[account]?.[node] ?? -1;
    return column < 0 ? [] : [[column, factor]];
  }

  /** Σ balance × days of the plan's own part, over positions `from` to `to`, as terms and bounds. */
  balanceDays(
    account: HouseAccount,
    from: number,
    to: number,
    factor: number,
  ): { terms: Term[]; lower: number; upper: number } {
    const terms: Term[] = [];
    let lower = 0;
    let upper = 0;
    const first = Math.max(from, account.entry.openFrom);
    const last = Math.min(to, account.entry.openTo);
    for (const [index, node] of this.nodes.entries()) {
      const days = Math.min(last, node.last) - Math.max(first, node.first) + 1;
      if (days <= 0) continue;
      const range = this.range(account.index, index);
      lower += days * range.lower * factor;
      upper += days * range.upper * factor;
      terms.push(...this.levelTerms(account.index, index, days * factor));
    }
    return { terms, lower, upper };
  }

  /**
   * Whether money may enter and leave the account on a day of the node: it is the partner of a linked account, it is
   * slow, something is forbidden, transfers from different accounts cost differently or are limited, or what comes in may waive a fee.
   */
  passesThrough(account: number, node: number): boolean {
    this.through ??= throughAccounts(this.household);
    return this.creditedAt(node).length > 0 || this.through.has(account);
  }

  /** The months in which sending money to and fro on a day of the node may waive a fee. */
  creditedAt(node: number): CreditedMonth[] {
    const { first, last } = this.nodes[node] ?? { first: 0, last: -1 };
    return this.creditedMonths.filter(({ from, to }) => from <= last && first <= to);
  }

  nodeAt(day: number): number {
    return this.nodes.findIndex((node) => node.first <= day && day <= node.last);
  }
}

function throughAccounts(household: Household): Set<number> {
  const { accounts, pairs, hasNoLeadTimes } = household;
  const senders = accounts.filter((account) => account.canSend);
  const fees = new Set(senders.flatMap(({ feeCents, mostFeeCents }) => [feeCents, mostFeeCents]));
  const mayAll =
    household.hasTransferLimits || fees.size > 1 || !hasNoLeadTimes || household.options.forbidden.length > 0;
  if (mayAll) return new Set(accounts.keys());
  const through = new Set<number>();
  for (const { from, to } of pairs) {
    const [source, destination] = [accounts[from], accounts[to]];
    if (source?.isFree === false && destination?.isFree === true) through.add(to);
    if (destination?.isFree === false && source?.isFree === true) through.add(from);
    if (source?.isFree === false && destination?.isFree === false) through.add(from).add(to);
  }
  return through;
}

/** Σ of the account's own booked balances over its open days from `from` to `to`, cents·days, and those days. */
export function ownBalanceDays(
  account: HouseAccount,
  from: number,
  to: number,
): { centDays: number; days: number } {
  const first = Math.max(from, account.entry.openFrom);
  const last = Math.min(to, account.entry.openTo);
  let centDays = 0;
  for (let day = first; day <= last; day += 1) centDays += account.booked[day] ?? 0;
  return { centDays, days: Math.max(0, last - first + 1) };
}
