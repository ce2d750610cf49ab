/** From net flows to the transfers that could realise them. */

import type { Household } from '../household/household.js';
import type { ArcChoice, ArcFlow, PlanModel } from '../formulations/plan-model.js';
import type { RefereedPlan } from '../referee.js';

/** Flows below this many units (one cent) are numerical dust. */
const DUST = 1e-4;
/** Above this many pairs on one day only a spanning set of them is tried. */
const MOST_PAIRS = 12;

interface End {
  readonly account: number;
  readonly day: number;
  amount: number;
}

/** The arcs worth deciding exactly, given a solution of the net-flow program. */
export function candidateArcs(model: PlanModel, values: Float64Array): ArcChoice[] {
  const arcs = new Map<string, ArcChoice>();
  const add = (arc: ArcChoice): void => {
    arcs.set(arcKey(arc.from, arc.to, arc.day), arc);
  };
  const amount = (column: number): number => values[column] ?? 0;
  for (const flow of model.arcs) {
    if (amount(flow.column) <= DUST) continue;
    for (const day of daysOf(model, flow.node, amount(flow.column), flow.weighted, values)) {
      add({ from: flow.from, to: flow.to, day });
    }
  }
  for (const pool of new Set(model.sends.map((flow) => flow.pool))) {
    const senders = model.sends
      .filter((flow) => flow.pool === pool && amount(flow.column) > DUST)
      .flatMap((flow) => ends(model, flow.account, flow.node, flow.column, flow.weighted, values));
    const receivers = model.receives
      .filter((flow) => flow.pool === pool && amount(flow.column) > DUST)
      .flatMap((flow) => ends(model, flow.account, flow.node, flow.column, flow.weighted, values));
    for (const arc of pairsOf(model.household, senders, receivers)) add(arc);
  }
  return [...arcs.values()].sort((a, b) => a.day - b.day || a.from - b.from || a.to - b.to);
}

/** Where and when a plan transfers, each once, forced transfers not counted. */
export function arcsOf(household: Household, { transfers }: RefereedPlan): ArcChoice[] {
  const { days } = household.timeline.plan.grid;
  const forced = new Set(household.forced);
  const arcs = new Map<string, ArcChoice>();
  for (const transfer of transfers) {
    const from = household.indexOf(transfer.fromAccountId);
    const to = household.indexOf(transfer.toAccountId);
    const day = days.indexOf(transfer.date);
    if (from === undefined || to === undefined || forced.has(transfer)) continue;
    arcs.set(arcKey(from, to, day), { from, to, day });
  }
  return [...arcs.values()];
}

/** The same pair at the same time: a day, or a node. */
export function arcKey(from: number, to: number, at: number): string {
  return [from, to, at].join(':');
}

/** Those of the given transfers that the flows stand for. */
export function arcsAmong(
  model: PlanModel,
  arcs: readonly ArcChoice[],
  flows: readonly ArcFlow[],
): ArcChoice[] {
  const keys = new Set(flows.map(({ from, to, node }) => arcKey(from, to, node)));
  return arcs.filter(({ from, to, day }) => keys.has(arcKey(from, to, model.nodeAt(day))));
}

function ends(
  model: PlanModel,
  account: number,
  node: number,
  column: number,
  weighted: number | undefined,
  values: Float64Array,
): End[] {
  const total = values[column] ?? 0;
  const days = daysOf(model, node, total, weighted, values);
  return days.map((day) => ({ account, day, amount: total }));
}

/** The day of a day node; of a span, the transfer days around the point in time its weight stands for. */
function daysOf(
  model: PlanModel,
  node: number,
  amount: number,
  weighted: number | undefined,
  values: Float64Array,
): number[] {
  const { first, last, kind } = model.nodes[node] ?? { first: 0, last: 0, kind: 'NO_TRANSFER' };
  if (kind !== 'SPAN' || weighted === undefined) return [first];
  const share = Math.min(1, Math.max(0, (values[weighted] ?? 0) / amount));
  const exact = last + 1 - share * (last - first + 1);
  const days: number[] = [];
  for (let day = first; day <= last; day += 1)
    if (model.household.isTransferDay[day] === true) days.push(day);
  const earlier = days.filter((day) => day <= exact + 1e-6).at(-1);
  const later = days.find((day) => day >= exact - 1e-6);
  return [...new Set([earlier, later].filter((day) => day !== undefined))];
}

/** Every pair of a day's senders and receivers, or a spanning set of them when they are many. */
function pairsOf(household: Household, senders: readonly End[], receivers: readonly End[]): ArcChoice[] {
  const all = senders.flatMap((sender) =>
    receivers
      .filter((receiver) => receiver.account !== sender.account && meets(household, sender, receiver))
      .map((receiver) => ({ sender, receiver })),
  );
  const chosen = all.length <= MOST_PAIRS ? all : matched(senders, receivers);
  return chosen.map(({ sender, receiver }) => ({
    from: sender.account,
    to: receiver.account,
    day: sender.day,
  }));
}

function meets(household: Household, sender: End, receiver: End): boolean {
  return household.arrival(sender.account, receiver.account, sender.day) === receiver.day;
}

/** Largest with largest, equal amounts first: at most one pair fewer than there are ends. */
function matched(senders: readonly End[], receivers: readonly End[]): { sender: End; receiver: End }[] {
  const pairs: { sender: End; receiver: End }[] = [];
  const from = senders.map((end) => ({ end, left: end.amount }));
  const to = receivers.map((end) => ({ end, left: end.amount }));
  const settle = (sender: (typeof from)[number], receiver: (typeof to)[number]): void => {
    const amount = Math.min(sender.left, receiver.left);
    sender.left -= amount;
    receiver.left -= amount;
    pairs.push({ sender: sender.end, receiver: receiver.end });
  };
  for (const sender of from) {
    const twin = to.find((receiver) => receiver.left > DUST && Math.abs(receiver.left - sender.left) <= DUST);
    if (twin !== undefined) settle(sender, twin);
  }
  for (;;) {
    const byAmount = (a: { left: number }, b: { left: number }): number => b.left - a.left;
    const sender = [...from].sort(byAmount)[0];
    const receiver = [...to].sort(byAmount)[0];
    if (sender === undefined || receiver === undefined || sender.left <= DUST || receiver.left <= DUST) break;
    settle(sender, receiver);
  }
  return pairs;
}
