/**
 * Money moving: net in- and outflow of every free account per node through one pool, single arcs where an account
 * exchanges with one other only (or inside a bank, where no lead days apply), and what each transfer costs.
 *
 * A pool with `s` senders and `r` receivers needs at least max(s, r) transfers, so the program's count never exceeds
 * the true one and its optimum is an upper bound; arcs count exactly.
 */

import type { CandidateDays } from '../candidate-days/candidate-days.js';
import { forbids, type Household, type HouseAccount } from '../household/household.js';
import type { ArcFlow, PlanModel, PoolFlow } from './plan-model.js';
import type { Term } from '../modelling/program.js';
import { units } from '../modelling/units.js';

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

/** At least and at most so many transfers, forced ones not counted. */
export interface Counts {
  readonly least: number;
  readonly most: number;
}

export interface TransferRequest {
  /** Use these arcs and no pool: every transfer is counted exactly. */
  readonly arcs?: readonly ArcChoice[] | undefined;
  /** Amounts are whole multiples of the step. */
  readonly steps: boolean;
  /** Nodes whose free accounts are paired one by one, so that their transfers are counted exactly. */
  readonly pairedDays?: ReadonlySet<number> | undefined;
  /** Leave every binary decision out: transfers cost nothing. */
  readonly withoutFixedCosts?: boolean | undefined;
  /** Every pair on the days that can be worth it, and no pool: every transfer is counted exactly. */
  readonly candidateDays?: CandidateDays | undefined;
  /** Leave out the days on which a transfer only goes with another one. */
  readonly withoutChains?: boolean | undefined;
  /** Fewer transfers than the least are charged as if they were so many. */
  readonly counts?: Counts | undefined;
}

/** Of a unit moved: all the money of a household together does not come to a cent. */
const MOVING_CENTS = 1e-6;

interface Counting {
  readonly counts: boolean;
  /** Cents a transfer from the account costs: effort and fee. */
  costOf(account: number): number;
}

/** Adds the columns of every flow, and the rows that link them to balances. */
export function addTransfers(model: PlanModel, request: TransferRequest): void {
  const { household } = model;
  const counting = countingOf(household, request);
  if (request.arcs !== undefined) {
    for (const arc of request.arcs) addArc(model, arc, counting, request.steps);
    // Of plans worth the same, the one that moves less money.
    for (const { column } of model.arcs) model.builder.addCost(column, -MOVING_CENTS);
  } else if (request.candidateDays !== undefined) {
    addPairs(model, counting, request.candidateDays, request.withoutChains === true);
  } else {
    const pairedDays = request.pairedDays ?? new Set<number>();
    addPools(model, counting, pairedDays);
    addLinkedArcs(model, counting, pairedDays);
  }
  addCountLimit(model, counting);
  if (request.counts !== undefined) addCounts(model, counting, request.counts);
  addBalances(model);
}

/** Whether the number of transfers matters: they cost something, or are limited. */
export function transfersCost({ options, accounts }: Household): boolean {
  return (
    options.effortCents > 0 ||
    Number.isFinite(options.maxTransfers) ||
    accounts.some((account) => account.canSend && account.feeCents > 0)
  );
}

function countingOf(household: Household, request: TransferRequest): Counting {
  const { options, accounts } = household;
  return {
    counts:
      request.withoutFixedCosts !== true &&
      (transfersCost(household) ||
        request.arcs?.some((arc) => arc.exactly !== undefined || arc.surcharge !== undefined) === true),
    costOf: (account) => options.effortCents + (accounts[account]?.feeCents ?? 0),
  };
}

// ---------------------------------------------------------------------------------------------- pools

interface PoolMember {
  readonly flow: PoolFlow;
  readonly account: HouseAccount;
}

function addPools(model: PlanModel, counting: Counting, pairedDays: ReadonlySet<number>): void {
  const { household, nodes } = model;
  const free = household.accounts.filter((account) => account.isFree && account.isMovable);
  const senders = new Map<number, PoolMember[]>();
  for (const [node, { kind, first }] of nodes.entries()) {
    if (kind === 'NO_TRANSFER' || (kind === 'DAY' && pairedDays.has(first))) continue;
    for (const account of free) {
      const pool = poolOf(model, account, node);
      if (pool === undefined || !mayLeave(model, account, node)) continue;
      const flow = addPoolFlow(model, account, node, pool, 'send', counting.counts);
      if (flow === undefined) continue;
      model.sends.push(flow);
      const list = senders.get(pool) ?? [];
      list.push({ flow, account });
      senders.set(pool, list);
    }
  }
  for (const [pool, sending] of [...senders].sort(([a], [b]) => a - b)) {
    const receiving: PoolMember[] = [];
    for (const account of free) {
      if (!account.canReceive || !isOpen(account, model.nodes[pool])) continue;
      if (sending.length === 1 && sending[0]?.account.index === account.index) continue;
      const flow = addPoolFlow(model, account, pool, pool, 'receive', counting.counts);
      if (flow === undefined) continue;
      model.receives.push(flow);
      receiving.push({ flow, account });
    }
    linkPool(model, pool, sending, receiving, counting);
  }
}

/** The node at which a transfer to another bank arrives; `undefined` when after the quarter. */
function poolOf(model: PlanModel, account: HouseAccount, node: number): number | undefined {
  if (account.leadDays === 0) return node;
  if (model.nodes[node]?.allowsLeadTimes !== true) return undefined;
  const day = model.nodes[node]?.first ?? 0;
  const other = model.household.accounts.find(
    (candidate) => candidate.isFree && candidate.canReceive && candidate.bankId !== account.bankId,
  );
  if (other === undefined) return undefined;
  const arrival = model.household.arrival(account.index, other.index, day);
  if (arrival >= model.household.dayCount) return undefined;
  const index = model.nodeAt(arrival);
  return model.nodes[index]?.first === arrival ? index : undefined;
}

function mayLeave(model: PlanModel, account: HouseAccount, node: number): boolean {
  const { first } = model.nodes[node] ?? { first: 0 };
  return account.canSend && first >= account.sendsFrom && first <= account.entry.openTo;
}

function isOpen(account: HouseAccount, node: { first: number } | undefined): boolean {
  return node !== undefined && node.first >= account.entry.openFrom && node.first <= account.entry.openTo;
}

function addPoolFlow(
  model: PlanModel,
  account: HouseAccount,
  node: number,
  pool: number,
  direction: 'send' | 'receive',
  counts: boolean,
): PoolFlow | undefined {
  const most = mostFlow(model, account.index, node, direction);
  if (most <= 0) return undefined;
  const { builder } = model;
  const column = builder.column(0, most);
  const flow: PoolFlow = {
    account: account.index,
    node,
    pool,
    column,
    ...(model.nodes[node]?.kind === 'SPAN' ? { weighted: addWeighted(model, node, column, most) } : {}),
    ...(counts ? { binary: builder.binary() } : {}),
  };
  if (flow.binary !== undefined) {
    builder.atMost(0, [
      [column, 1],
      [flow.binary, -most],
    ]);
  }
  return flow;
}

/**
 * The most that can leave or enter an account at a node, units: the ranges before and after it, unless money may
 * pass through the account on the same day; then all the money the household has above its minimums.
 */
function mostFlow(model: PlanModel, account: number, node: number, direction: 'send' | 'receive'): number {
  const before = node === 0 ? { lower: 0, upper: 0 } : model.range(account, node - 1);
  const after = model.range(account, node);
  const own = direction === 'send' ? before.upper - after.lower : after.upper - before.lower;
  const most = model.passesThrough(account, node) ? spareMoney(model, node) : own;
  const negligible = 1e-9;
  return most > negligible ? most : 0;
}

/**
 * Σ of what all accounts may hold above their minimums before the node's transfers, units; and what sending to and fro
 * may be worth beyond it, as limits are kept at the end of a day only.
 */
function spareMoney(model: PlanModel, node: number): number {
  const day = model.nodes[node]?.first ?? 0;
  let spare = 0;
  for (const { booked, min, isMovable } of model.household.accounts) {
    if (!isMovable) continue;
    const own = (booked[day] ?? 0) - (min[day] ?? 0);
    const earlier = day === 0 ? own : (booked[day - 1] ?? 0) - (min[day - 1] ?? 0);
    spare += node === 0 ? Math.max(0, own) : own + Math.max(0, earlier - own);
  }
  const toAndFro = model.creditedAt(node).reduce((sum, { missingCents }) => sum + missingCents, 0);
  return Math.max(0, units(spare)) + units(toAndFro);
}

/** In a span a flow is felt on the days that follow it: between those of its last and its first transfer day. */
function addWeighted(model: PlanModel, node: number, column: number, most: number): number {
  const { builder, household } = model;
  const { first, last } = model.nodes[node] ?? { first: 0, last: 0 };
  const days: number[] = [];
  for (let day = first; day <= last; day += 1) if (household.isTransferDay[day] === true) days.push(day);
  const share = (day: number | undefined): number => (last - (day ?? first) + 1) / (last - first + 1);
  const weighted = builder.column(0, most);
  builder.atMost(0, [
    [weighted, 1],
    [column, -share(days[0])],
  ]);
  builder.atLeast(0, [
    [weighted, 1],
    [column, -share(days.at(-1))],
  ]);
  return weighted;
}

function linkPool(
  model: PlanModel,
  pool: number,
  sending: readonly PoolMember[],
  receiving: readonly PoolMember[],
  counting: Counting,
): void {
  const { builder } = model;
  builder.equal(0, [
    ...sending.map(({ flow }): Term => [flow.column, 1]),
    ...receiving.map(({ flow }): Term => [flow.column, -1]),
  ]);
  if (model.nodes[pool]?.kind === 'SPAN') {
    builder.equal(0, [
      ...sending.flatMap(({ flow }): Term[] => (flow.weighted === undefined ? [] : [[flow.weighted, 1]])),
      ...receiving.flatMap(({ flow }): Term[] => (flow.weighted === undefined ? [] : [[flow.weighted, -1]])),
    ]);
  }
  const exclusive = partnersMeetDirectly(model, pool, sending, counting);
  addAssignmentCuts(model, sending, receiving, exclusive);
  if (counting.counts) countPool(model, sending, receiving, counting, exclusive);
}

/**
 * With equal costs, nothing forbidden and no fee to waive by what comes in, an account never both sends and receives in one pool: whoever it receives
 * from can pay whoever it sends to.
 */
function partnersMeetDirectly(
  model: PlanModel,
  pool: number,
  sending: readonly PoolMember[],
  counting: Counting,
): boolean {
  const costs = new Set(sending.map(({ flow }) => counting.costOf(flow.account)));
  const isMoot = model.household.options.forbidden.length > 0 || model.creditedAt(pool).length > 0;
  return counting.counts && costs.size <= 1 && !isMoot;
}

/** What enters an account cannot come from itself, from a forbidden sender or, late, from its own bank. */
function addAssignmentCuts(
  model: PlanModel,
  sending: readonly PoolMember[],
  receiving: readonly PoolMember[],
  exclusive: boolean,
): void {
  for (const { flow, account } of receiving) {
    const allowed = sending.filter(
      (sender) =>
        sender.account.index !== account.index &&
        (sender.account.leadDays === 0 || sender.account.bankId !== account.bankId) &&
        !isForbidden(model.household, sender.account, account, model.nodes[sender.flow.node]?.first ?? 0),
    );
    const needsCut = sending.some(
      (sender) => !allowed.includes(sender) && !(exclusive && sender.account === account),
    );
    if (!needsCut) continue;
    model.builder.atMost(0, [[flow.column, 1], ...allowed.map((sender): Term => [sender.flow.column, -1])]);
  }
}

function countPool(
  model: PlanModel,
  sending: readonly PoolMember[],
  receiving: readonly PoolMember[],
  counting: Counting,
  exclusive: boolean,
): void {
  const { builder } = model;
  const extras = sending.flatMap(({ flow }): Term[] => {
    if (flow.binary === undefined) return [];
    builder.addCost(flow.binary, -counting.costOf(flow.account));
    return [];
  });
  const costs = new Set(sending.map(({ flow }) => counting.costOf(flow.account)));
  if (receiving.length > 1) {
    if (costs.size === 1) {
      extras.push([builder.column(0, receiving.length, -Math.min(...costs)), 1]);
    } else {
      for (const { flow } of sending) {
        const extra = builder.column(0, receiving.length, -counting.costOf(flow.account));
        builder.atMost(0, [
          [extra, 1],
          [flow.binary ?? extra, -receiving.length],
        ]);
        extras.push([extra, 1]);
      }
    }
  }
  // At least one transfer a sender, and one a receiver.
  builder.atLeast(0, [
    ...sending.flatMap(({ flow }): Term[] => (flow.binary === undefined ? [] : [[flow.binary, 1]])),
    ...extras,
    ...receiving.flatMap(({ flow }): Term[] => (flow.binary === undefined ? [] : [[flow.binary, -1]])),
  ]);
  for (const [column] of extras) model.counters.push(column);
  if (!exclusive) return;
  for (const { flow } of sending) {
    const other = receiving.find((member) => member.flow.account === flow.account);
    if (flow.binary !== undefined && other?.flow.binary !== undefined && flow.node === other.flow.node) {
      builder.atMost(1, [
        [flow.binary, 1],
        [other.flow.binary, 1],
      ]);
    }
  }
}

// ---------------------------------------------------------------------------------------------- arcs

/** Every pair on its own days; on others only beside the transfer it may wait for. */
function addPairs(
  model: PlanModel,
  counting: Counting,
  candidateDays: CandidateDays,
  withoutChains: boolean,
): void {
  const { household, nodes } = model;
  const waiting: ArcFlow[] = [];
  const dayOf = (node: number): number => nodes[node]?.first ?? 0;
  for (const { from, to } of household.pairs) {
    const days = candidateDays.of(from, to);
    const mayWait = (day: number): boolean => !withoutChains && candidateDays.mayWait(from, to, day);
    for (const [node, { kind, first }] of nodes.entries()) {
      const isOwn = days.has(first);
      if (kind !== 'DAY' || !(isOwn || mayWait(first))) continue;
      const count = model.arcs.length;
      addArc(model, { from, to, day: first }, counting, false, node);
      const arc = model.arcs[count];
      if (!isOwn && arc !== undefined) waiting.push(arc);
    }
  }
  const leaving = nodes.map((): ArcFlow[] => []);
  const arriving = nodes.map((): ArcFlow[] => []);
  for (const arc of model.arcs) {
    leaving[arc.node]?.push(arc);
    arriving[arc.arrival]?.push(arc);
  }
  for (const arc of waiting) {
    if (arc.binary === undefined) continue;
    const before = (arriving[arc.node] ?? []).filter((other) =>
      candidateDays.waitsForArrival(arc, other, dayOf(arc.node)),
    );
    const after = (leaving[arc.arrival] ?? []).filter((other) =>
      candidateDays.waitsForDeparture(arc, other, dayOf(arc.arrival)),
    );
    const awaited = new Set([...before, ...after]);
    awaited.delete(arc);
    model.builder.atMost(0, [
      [arc.binary, 1],
      ...[...awaited].flatMap(({ binary }): Term[] => (binary === undefined ? [] : [[binary, -1]])),
    ]);
  }
}

/** Arcs of accounts that exchange with one other only, and of slow senders inside their own bank. */
function addLinkedArcs(model: PlanModel, counting: Counting, pairedDays: ReadonlySet<number>): void {
  const { household, nodes } = model;
  for (const { from, to } of household.pairs) {
    const source = household.accounts[from];
    const destination = household.accounts[to];
    if (source === undefined || destination === undefined) continue;
    const inPool =
      source.isFree && destination.isFree && (source.leadDays === 0 || source.bankId !== destination.bankId);
    for (const [node, { kind, first }] of nodes.entries()) {
      if (kind === 'NO_TRANSFER' || (inPool && !(kind === 'DAY' && pairedDays.has(first)))) continue;
      addArc(model, { from, to, day: first }, counting, false, node);
    }
  }
}

function addArc(
  model: PlanModel,
  arc: ArcChoice,
  counting: Counting,
  steps: boolean,
  atNode = model.nodeAt(arc.day),
): void {
  const { household, builder, nodes } = model;
  const source = household.accounts[arc.from];
  const destination = household.accounts[arc.to];
  if (source === undefined || destination === undefined || nodes[atNode] === undefined) return;
  if (!mayLeave(model, source, atNode)) return;
  if (isForbidden(household, source, destination, arc.day)) return;
  const arrivalDay = household.arrival(arc.from, arc.to, arc.day);
  if (arrivalDay !== arc.day && nodes[atNode].allowsLeadTimes !== true) return;
  const arrival = arrivalDay === arc.day ? atNode : model.nodeAt(arrivalDay);
  if (arrivalDay >= household.dayCount || arrival < 0 || !isOpen(destination, nodes[arrival])) return;
  const most = Math.min(
    mostFlow(model, arc.from, atNode, 'send'),
    mostFlow(model, arc.to, arrival, 'receive'),
  );
  const step = units(household.options.stepCents);
  const wholeSteps = Math.floor(most / step + 1e-9);
  if (most <= 0 || (steps && wholeSteps < 1)) return;
  const column = builder.column(0, most);
  if (steps && arc.exactly === undefined) {
    const multiple = builder.column(0, wholeSteps, 0, true);
    builder.equal(0, [
      [column, 1],
      [multiple, -step],
    ]);
  }
  const isSpan = nodes[atNode].kind === 'SPAN';
  const flow: ArcFlow = {
    from: arc.from,
    to: arc.to,
    node: atNode,
    arrival,
    column,
    ...(isSpan ? { weighted: addWeighted(model, atNode, column, most) } : {}),
  };
  const binary = counting.counts
    ? builder.binary(-counting.costOf(arc.from) - (arc.surcharge ?? 0))
    : undefined;
  if (binary !== undefined) {
    const terms: Term[] = [
      [column, 1],
      [binary, -(arc.exactly ?? most)],
    ];
    if (arc.exactly === undefined) builder.atMost(0, terms);
    else builder.equal(0, terms);
  }
  model.arcs.push({ ...flow, binary });
}

/** Whether the options forbid this transfer. */
export function isForbidden(
  household: Household,
  source: HouseAccount,
  destination: HouseAccount,
  day: number,
): boolean {
  const { grid } = household.timeline.plan;
  const transfer = { fromAccountId: source.id, toAccountId: destination.id, date: grid.days[day] ?? '' };
  return household.options.forbidden.some((choice) => forbids(choice, transfer));
}

// ---------------------------------------------------------------------------------------------- balances

function addCountLimit(model: PlanModel, counting: Counting): void {
  const limit = model.household.options.maxTransfers - model.household.forced.length;
  if (!counting.counts || !Number.isFinite(limit)) return;
  model.builder.atMost(limit, [
    ...model.sends.flatMap(({ binary }): Term[] => (binary === undefined ? [] : [[binary, 1]])),
    ...model.arcs.flatMap(({ binary }): Term[] => (binary === undefined ? [] : [[binary, 1]])),
    ...model.counters.map((column): Term => [column, 1]),
  ]);
}

/**
 * Plans with a number of transfers. Moving transfers about may drop one, so having too few is not forbidden: the missing
 * ones cost what the cheapest does, and a plan that dropped one is still worth no less.
 */
function addCounts(model: PlanModel, counting: Counting, { least, most }: Counts): void {
  const { builder, arcs } = model;
  const made = arcs.flatMap(({ binary }): Term[] => (binary === undefined ? [] : [[binary, 1]]));
  if (Number.isFinite(most)) builder.atMost(most, made);
  if (least <= 0) return;
  const cheapest = Math.min(...arcs.map(({ from }) => counting.costOf(from)));
  if (!Number.isFinite(cheapest)) return;
  const missing = builder.column(0, least, -cheapest);
  builder.atLeast(least, [...made, [missing, 1]]);
}

interface Change {
  readonly column: number;
  readonly sign: number;
  readonly weighted: number | undefined;
}

/** balance = balance before + in − out, within its range; in spans also the average level. */
function addBalances(model: PlanModel): void {
  const { household, nodes, builder } = model;
  const changes = changesOf(model);
  for (const account of household.accounts) {
    let current = -1;
    for (const node of nodes.keys()) {
      const range = model.range(account.index, node);
      const moved = changes.get(key(account.index, node)) ?? [];
      if (moved.length > 0) {
        const before = current;
        current = builder.column(range.lower, range.upper);
        builder.equal(0, [
          [current, 1],
          ...(before < 0 ? [] : [[before, -1] as Term]),
          ...moved.map((change): Term => [change.column, -change.sign]),
        ]);
        if (nodes[node]?.kind === 'SPAN') {
          // Inside a span the account's own money does not change, so the level keeps to the same limits.
          const earlier = node === 0 ? range : model.range(account.index, node - 1);
          const level = builder.column(
            Math.min(range.lower, earlier.lower),
            Math.max(range.upper, earlier.upper),
          );
          builder.equal(0, [
            [level, 1],
            ...(before < 0 ? [] : [[before, -1] as Term]),
            ...moved.map((change): Term => [change.weighted ?? change.column, -change.sign]),
          ]);
          setAt(model.level, account.index, node, level);
        } else {
          setAt(model.level, account.index, node, current);
        }
      } else {
        if (current < 0) {
          if (account.isMovable && (range.lower > EPSILON || range.upper < -EPSILON)) {
            builder.row(range.lower, range.upper, []);
          }
        } else {
          builder.tighten(current, range.lower, range.upper);
        }
        setAt(model.level, account.index, node, current);
      }
      setAt(model.balance, account.index, node, current);
    }
  }
}

const EPSILON = 1e-9;

function changesOf(model: PlanModel): Map<string, Change[]> {
  const changes = new Map<string, Change[]>();
  const add = (account: number, node: number, change: Change): void => {
    const list = changes.get(key(account, node)) ?? [];
    list.push(change);
    changes.set(key(account, node), list);
  };
  for (const { account, node, column, weighted } of model.sends)
    add(account, node, { column, weighted, sign: -1 });
  for (const { account, node, column, weighted } of model.receives) {
    add(account, node, { column, weighted, sign: 1 });
  }
  for (const { from, to, node, arrival, column, weighted } of model.arcs) {
    add(from, node, { column, weighted, sign: -1 });
    add(to, arrival, { column, weighted, sign: 1 });
  }
  return changes;
}

function key(account: number, node: number): string {
  return `${String(account)}:${String(node)}`;
}

function setAt(table: number[][], account: number, node: number, column: number): void {
  const row = table[account];
  if (row !== undefined) row[node] = column;
}
