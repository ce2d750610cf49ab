/** Net flows of the free accounts through one pool a node (17), and how many transfers they take at least (18). */

import type { HouseAccount } from '../household/household.js';
import type { Term } from '../modelling/program.js';
import { addWeighted, isForbidden, isOpen, mayLeave, mostFlow } from './flow-limits.js';
import type { Counting, PlanModel, PoolFlow } from './plan-model.js';
import { addPieces, dailyLimitOf } from './transfer-limits.js';

interface PoolMember {
  readonly flow: PoolFlow;
  readonly account: HouseAccount;
}

export function addPools(model: PlanModel, counting: Counting, pairedDays: ReadonlySet<number>): void {
  const { household, nodes } = model;
  const free = household.accounts.filter((account) => account.isFree && account.isMovable);
  const senders = new Map<number, PoolMember[]>();
  for (const [node, { kind, first }] of nodes.entries()) {
    if (kind === 'NO_TRANSFER' || (kind === 'DAY' && pairedDays.has(first))) continue;
    for (const account of free) {
      const pool = poolOf(model, account, node);
      if (pool === undefined || !mayLeave(model, account, node)) continue;
      const sent = addPoolFlow(model, account, node, pool, 'send', counting.counts);
      if (sent === undefined) continue;
      const flow = inPieces(model, account, sent, counting);
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

function addPoolFlow(
  model: PlanModel,
  account: HouseAccount,
  node: number,
  pool: number,
  direction: 'send' | 'receive',
  counts: boolean,
): PoolFlow | undefined {
  const { limits } = account;
  const isLimited = direction === 'send' && limits !== undefined;
  const most = Math.min(
    mostFlow(model, account.index, node, direction),
    isLimited ? dailyLimitOf(model, account, node) : Infinity,
  );
  if (most <= 0 || (isLimited && limits.singleCents === 0)) return undefined;
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

/** The same with the transfers that its amount takes counted. */
function inPieces(model: PlanModel, account: HouseAccount, flow: PoolFlow, counting: Counting): PoolFlow {
  const { column, binary } = flow;
  const most = Math.min(
    mostFlow(model, account.index, flow.node, 'send'),
    dailyLimitOf(model, account, flow.node),
  );
  const costCents = counting.costOf(account.index);
  return { ...flow, further: addPieces(model, account.limits, { column, binary, most, costCents }) };
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
 * With equal costs, nothing forbidden and no fee to waive by what comes in, some
 * optimal solution has no account that both sends and receives in one pool: its senders can pay its receivers directly.
 */
function partnersMeetDirectly(
  model: PlanModel,
  pool: number,
  sending: readonly PoolMember[],
  counting: Counting,
): boolean {
  const costs = new Set(sending.map(({ flow }) => counting.costOf(flow.account)));
  const { options, hasTransferLimits } = model.household;
  const isMoot = hasTransferLimits || options.forbidden.length > 0 || model.creditedAt(pool).length > 0;
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
    ...sending.flatMap(({ flow }): Term[] => (flow.further === undefined ? [] : [[flow.further, 1]])),
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
