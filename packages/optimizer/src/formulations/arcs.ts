/** Transfers along single pairs of accounts: each with its own setup cost (6), so that they are counted exactly. */

import type { CandidateDays } from '../candidate-days/candidate-days.js';
import { units } from '../modelling/units.js';
import type { Term } from '../modelling/program.js';
import { addWeighted, isForbidden, isOpen, mayLeave, mostFlow } from './flow-limits.js';
import type { ArcChoice, ArcFlow, Counting, PlanModel } from './plan-model.js';

/** Every pair on its own days; on others only beside the transfer it may wait for. */
export function addPairs(
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
export function addLinkedArcs(model: PlanModel, counting: Counting, pairedDays: ReadonlySet<number>): void {
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
