/** Transfers along single pairs of accounts: each with its own setup cost (6), so that they are counted exactly. */

import type { CandidateDays } from '../candidate-days/candidate-days.js';
import { limitsOfPair } from '../household/transfer-limits.js';
import { units } from '../modelling/units.js';
import type { Term } from '../modelling/program.js';
import { addWeighted, isForbidden, isOpen, mayLeave, mostFlow } from './flow-limits.js';
import type { ArcChoice, ArcFlow, Counting, PlanModel } from './plan-model.js';
import { addPieces, dailyLimitOf } from './transfer-limits.js';

/** Every pair on its own days; on others only beside the transfer it may wait for. */
export function addPairs(model: PlanModel, counting: Counting, candidateDays: CandidateDays): void {
  const { household, nodes } = model;
  const waiting: ArcFlow[] = [];
  for (const { from, to } of household.pairs) {
    const days = candidateDays.of(from, to);
    for (const [node, { kind, first }] of nodes.entries()) {
      const isOwn = days.has(first);
      if (kind !== 'DAY' || !(isOwn || candidateDays.mayWait(from, to, first))) continue;
      const count = model.arcs.length;
      addArc(model, { from, to, day: first }, counting, false, node);
      const arc = model.arcs[count];
      if (!isOwn && arc !== undefined) waiting.push(arc);
    }
  }
  linkWaiting(model, candidateDays, waiting);
}

/** A transfer that only goes with others needs one of those that it may be waiting for. */
function linkWaiting(model: PlanModel, candidateDays: CandidateDays, waiting: readonly ArcFlow[]): void {
  const { nodes } = model;
  const dayOf = (node: number): number => nodes[node]?.first ?? 0;
  const leaving = nodes.map((): ArcFlow[] => []);
  const arriving = nodes.map((): ArcFlow[] => []);
  for (const arc of model.arcs) {
    leaving[arc.node]?.push(arc);
    arriving[arc.arrival]?.push(arc);
  }
  for (const arc of waiting) {
    if (arc.binary === undefined) continue;
    const [departures, arrivals] = meetingNodes(model, arc);
    const before = arriving
      .slice(departures.from, departures.to + 1)
      .flat()
      .filter((other) => candidateDays.waitsForArrival(arc, other, dayOf(arc.node)));
    const after = leaving
      .slice(arrivals.from, arrivals.to + 1)
      .flat()
      .filter((other) => candidateDays.waitsForDeparture(arc, other, dayOf(arc.arrival)));
    const awaited = new Set([...before, ...after]);
    awaited.delete(arc);
    model.builder.atMost(0, [
      [arc.binary, 1],
      ...[...awaited].flatMap(({ binary }): Term[] => (binary === undefined ? [] : [[binary, -1]])),
    ]);
  }
}

interface NodeStretch {
  readonly from: number;
  readonly to: number;
}

/**
 * Around the nodes a transfer leaves and arrives at: those before the next and after the previous day on which it could
 * do so instead. Where all pairs have the same days that is the one node; where one may leave on a Saturday, what is to
 * meet it arrives on the Friday before or leaves on the Monday after.
 */
function meetingNodes({ household, nodes }: PlanModel, arc: ArcFlow): readonly [NodeStretch, NodeStretch] {
  const single = [arc.node, arc.arrival].map((node) => ({ from: node, to: node }));
  const [departure = { from: 0, to: 0 }, arrival = { from: 0, to: 0 }] = single;
  if (!household.hasMixedSpeeds) return [departure, arrival];
  const { from, to } = arc;
  const isPossible = (node: number): boolean => household.mayLeaveOn(from, to, nodes[node]?.first ?? -1);
  const arrivalOf = (node: number): number =>
    nodes.findLastIndex(({ first }) => first <= household.arrival(from, to, nodes[node]?.first ?? 0));
  let [previous, next] = [arc.node - 1, arc.node + 1];
  while (previous >= 0 && !isPossible(previous)) previous -= 1;
  while (next < nodes.length && !isPossible(next)) next += 1;
  return [
    { from: previous + 1, to: next - 1 },
    {
      from: previous < 0 ? 0 : Math.min(arc.arrival, arrivalOf(previous) + 1),
      to: next >= nodes.length ? nodes.length - 1 : Math.max(arc.arrival, arrivalOf(next) - 1),
    },
  ];
}

/** Arcs of accounts that exchange with one other only, and of pairs that are quicker than their sender's pool. */
export function addLinkedArcs(model: PlanModel, counting: Counting, pairedDays: ReadonlySet<number>): void {
  const { household, nodes } = model;
  for (const { from, to } of household.pairs) {
    const source = household.accounts[from];
    const destination = household.accounts[to];
    if (source === undefined || destination === undefined) continue;
    // The pool of a limited account is what leaves it for other banks.
    const isBesideLimits = source.limits !== undefined && source.bankId === destination.bankId;
    const inPool =
      source.isFree &&
      destination.isFree &&
      !isBesideLimits &&
      household.leadDays({ from, to }) === source.leadDays;
    const isChanging = household.hasChangingSpeeds && source.leadDays > 0;
    for (const [node, { kind, first }] of nodes.entries()) {
      if (kind === 'NO_TRANSFER') continue;
      const isAtOnce = isChanging && household.arrival(from, to, first) === first;
      if (inPool && !isAtOnce && !(kind === 'DAY' && pairedDays.has(first))) continue;
      addArc(model, { from, to, day: first }, counting, false, node);
    }
  }
}

/** The most that can leave the source at one node and reach the destination at the other, units. */
function mostAlong(model: PlanModel, { from, to }: ArcChoice, leaves: number, arrives: number): number {
  return Math.min(mostFlow(model, from, leaves, 'send'), mostFlow(model, to, arrives, 'receive'));
}

export function addArc(
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
  if (nodes[atNode].kind === 'DAY' && !household.mayLeaveOn(arc.from, arc.to, arc.day)) return;
  const arrivalDay = household.arrival(arc.from, arc.to, arc.day);
  if (arrivalDay !== arc.day && nodes[atNode].allowsLeadTimes !== true) return;
  const arrival = arrivalDay === arc.day ? atNode : model.nodeAt(arrivalDay);
  if (arrivalDay >= household.dayCount || arrival < 0 || !isOpen(destination, nodes[arrival])) return;
  const limits = limitsOfPair(household, arc.from, arc.to);
  const daily = limits === undefined ? Infinity : dailyLimitOf(model, source, atNode);
  const most = Math.min(mostAlong(model, arc, atNode, arrival), daily);
  const step = units(household.options.stepCents);
  const wholeSteps = Math.floor(most / step + 1e-9);
  if (most <= 0 || limits?.singleCents === 0 || (steps && wholeSteps < 1)) return;
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
    ? builder.binary(-counting.costOfArc(arc) - (arc.surcharge ?? 0))
    : undefined;
  if (binary !== undefined) {
    const terms: Term[] = [
      [column, 1],
      [binary, -(arc.exactly ?? most)],
    ];
    if (arc.exactly === undefined) builder.atMost(0, terms);
    else builder.equal(0, terms);
  }
  const costCents = counting.costOfArc(arc);
  model.arcs.push({
    ...flow,
    binary,
    further: addPieces(model, limits, { column, binary, most, costCents }),
  });
}
