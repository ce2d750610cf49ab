/** The limits a plan breaks: least and most balances, the deposit guarantee, the accounts' rules on transfers. */

import { accountsOfGoal } from './goals.js';
import { excessOver, exposureCents, peakOf } from './guarantee.js';
import { isInHorizon } from './horizon.js';
import { dayOn, type HorizonGrid, positionOf } from './indexed-problem.js';
import { cents } from './money.js';
import type { GuaranteeEvaluation, Violation, ViolationKind } from './evaluation.js';
import { type LimitStretch, planBaseOf } from './plan-base.js';
import type { Cents, Day, Transfer } from './problem.js';
import { type AccountTimeline, exposuresOf, type Timeline } from './timeline.js';
import { limitViolationsOf } from './transfer-limits.js';
import { dayRulesOf, transferObstacle } from './transfers.js';

export function guaranteeAndViolations(
  timeline: Timeline,
  transfers: readonly Transfer[],
): { guarantee: GuaranteeEvaluation[]; violations: Violation[] } {
  const { grid, problem } = timeline.plan;
  const guarantee: GuaranteeEvaluation[] = [];
  const base = planBaseOf(timeline.plan);
  const violations = timeline.accounts.flatMap((account, index) =>
    limitViolations(account, base.limits[index] ?? [], grid),
  );
  for (const exposure of exposuresOf(timeline)) {
    const { holder, bankId } = exposure;
    const peak = peakOf(exposure);
    guarantee.push({
      holder,
      bankId,
      peakCents: exposureCents(exposure, peak.units),
      peakDate: grid.days[peak.position] ?? problem.quarter,
    });
    if (problem.settings.guaranteePolicy === 'OFF' || !exposure.guaranteed) continue;
    const excess = excessOver(exposure, problem.settings.guaranteeLimitCents);
    if (excess === undefined) continue;
    violations.push({
      kind: 'GUARANTEE_EXCEEDED',
      accountId: largestAccount(timeline, exposure.shares, excess.position),
      date: grid.days[excess.position] ?? problem.quarter,
      amountCents: excess.amountCents,
      holder,
      bankId,
    });
  }
  violations.push(...missedGoals(timeline));
  violations.push(...transferViolations(timeline, transfers), ...brokenTransferLimits(timeline, transfers));
  return { guarantee, violations: violations.sort(byDate) };
}

function byDate(a: Violation, b: Violation): number {
  return a.date < b.date ? -1 : a.date > b.date ? 1 : 0;
}

/** The account with the largest share of an exposure on a day, of a lot its linked one: where a person would take money away. */
function largestAccount(
  timeline: Timeline,
  shares: readonly { readonly accountIndex: number; readonly units: number }[],
  position: number,
): string {
  let largest = { id: '', units: -Infinity };
  for (const share of shares) {
    const account = timeline.accounts[share.accountIndex];
    const units = (account?.bookedCents[position] ?? 0) * share.units;
    if (account === undefined || units <= largest.units) continue;
    const { entry } = account;
    largest = { id: entry.lot?.offer.linkedAccountId ?? entry.account.id, units };
  }
  return largest.id;
}

/** What goals of the horizon miss, each on the account that has most of what is there. */
function missedGoals({ accounts, plan }: Timeline): Violation[] {
  const { grid, problem } = plan;
  return (problem.goals ?? []).flatMap((goal): Violation[] => {
    if (!isInHorizon(goal.date, grid.horizon)) return [];
    const position = positionOf(grid, goal.date);
    const counted = new Set(accountsOfGoal(goal, problem));
    const there = accounts
      .filter(({ entry }) => counted.has(entry.account.id))
      .map(({ entry, bookedCents }) => ({ id: entry.account.id, amount: bookedCents[position] ?? 0 }));
    const missing = goal.amountCents - there.reduce((sum, { amount }) => sum + amount, 0);
    if (missing <= 0) return [];
    const [largest] = there.sort((a, b) => b.amount - a.amount);
    return [
      {
        kind: 'GOAL',
        accountId: largest?.id ?? '',
        date: goal.date,
        amountCents: cents(missing),
        goalId: goal.id,
      },
    ];
  });
}

/** At most one violation a kind: its first day, and the worst day's cents. */
function limitViolations(
  { entry, bookedCents }: AccountTimeline,
  limits: readonly LimitStretch[],
  grid: HorizonGrid,
): Violation[] {
  const low = new Worst();
  const high = new Worst();
  for (const { from, to, minCents, maxCents } of limits) {
    for (let position = from; position <= to; position += 1) {
      const balance = bookedCents[position] ?? 0;
      if (balance < minCents) low.note(dayOn(grid, position), minCents - balance);
      if (balance > maxCents) high.note(dayOn(grid, position), balance - maxCents);
    }
  }
  const { id } = entry.account;
  return [...low.violation('BELOW_MINIMUM', id), ...high.violation('ABOVE_MAXIMUM', id)];
}

/** Keeps the first day and the largest amount noted. */
class Worst {
  private first: Day | undefined;
  private amountCents = 0;

  note(day: Day, amountCents: Cents): void {
    this.first ??= day;
    this.amountCents = Math.max(this.amountCents, amountCents);
  }

  violation(kind: ViolationKind, accountId: string): Violation[] {
    if (this.first === undefined) return [];
    return [{ kind, accountId, date: this.first, amountCents: cents(this.amountCents) }];
  }
}

/** Limits on transfers that leave within the horizon. */
function brokenTransferLimits({ plan }: Timeline, transfers: readonly Transfer[]): Violation[] {
  const { problem, knownAccounts, grid } = plan;
  if (!planBaseOf(plan).limitsTransfers) return [];
  return limitViolationsOf(problem, knownAccounts, transfers).filter(({ date }) =>
    isInHorizon(date, grid.horizon),
  );
}

/** The tried transfers, and the optimizer's own among the operations, that the accounts' rules forbid. */
function transferViolations(timeline: Timeline, transfers: readonly Transfer[]): Violation[] {
  const proposed = [...transfers, ...planBaseOf(timeline.plan).ownTransfers];
  return proposed.flatMap((transfer): Violation[] => {
    const blocking = blockingAccount(timeline, transfer);
    if (blocking === undefined) return [];
    const { date, amountCents } = transfer;
    return [{ kind: 'TRANSFER_NOT_ALLOWED', accountId: blocking, date, amountCents }];
  });
}

/** The account that stands in a transfer's way: one that takes no part, or one whose rules forbid it. */
function blockingAccount(timeline: Timeline, transfer: Transfer): string | undefined {
  const { byAccountId, grid, problem } = timeline.plan;
  const source = byAccountId.get(transfer.fromAccountId);
  if (source === undefined) return transfer.fromAccountId;
  const destination = byAccountId.get(transfer.toAccountId);
  if (destination === undefined) return transfer.toAccountId;
  return transferObstacle(source, destination, transfer, grid.horizon, dayRulesOf(problem))?.accountId;
}
