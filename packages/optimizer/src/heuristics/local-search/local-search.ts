/**
 * A better plan by many small changes of one (iterated local search, Lourenço, Martin and Stützle 2003). Changes that pay are
 * made at once; then again and again a few are made about some day whatever they cost, what pays after them is done, and
 * all of it is taken back where it was in vain. Hundreds of thousands of changes are judged in a second, without an engine.
 */

import type { Transfer } from '@fibado/planning';
import { Sequence } from '../../draw.js';
import type { Household, Pair } from '../../household/household.js';
import { Cycles, type Focus } from './cycles.js';
import { Flows } from './flows.js';

/** Changes tried in one turn by transfer that may be made, and at most; of these before the first perturbation, and after each. */
const ROUNDS_A_TRANSFER = 20;
const MOST_ROUNDS = 100_000;
const FIRST_SHARE = 0.2;
const ROUNDS = 300;
/** A perturbation makes so many changes at most, drawn so often, about a day and so many days before and after it. */
const MOST_KICKS = 4;
const MOST_DRAWS = 60;
const LEAST_REACH = 5;
const MOST_REACH = 45;
/** Cents a change may cost with a probability of 1/e (Metropolis): in a descent at first and at last, and in a perturbation. */
const FIRST_HEAT = { from: 5, to: 1 };
const HEAT = { from: 3, to: 0.5 };
const KICK_CENTS = 300;
/** The same for the outcome of a perturbation. */
const ACCEPTED_CENTS = 3;
/** Rounding aside, cents. */
const BETTER = 0.01;
const ROUNDS_BETWEEN_LOOKS = 64;
/** Of the changes, those that are tried with amounts at thresholds, and those with one drawn by chance. */
const KINKS_SHARE = 0.33;
const ANY_AMOUNT_SHARE = 0.17;

export interface LocalSearchRequest {
  readonly transfers: readonly Transfer[];
  /** Days on which a transfer of the pair may be worth making. */
  readonly daysOf: (pair: Pair) => Iterable<number>;
  /** Another number, other changes. */
  readonly seed: number;
  readonly left: () => number;
}

/**
 * One turn: the transfers of the best plan found. Its balances have the household's bookings, not its own, so that the
 * referee judges it, and the next turn begins with its bookings.
 */
export function localSearch(household: Household, request: LocalSearchRequest): Transfer[] {
  return new LocalSearch(household, request).run();
}

class LocalSearch {
  private readonly flows: Flows;
  private readonly random: Sequence;
  private readonly cycles: Cycles;
  private readonly amounts: number[] = [];
  private readonly rounds: number;
  private round = 0;

  constructor(
    private readonly household: Household,
    private readonly request: LocalSearchRequest,
  ) {
    this.flows = new Flows(household, request.daysOf);
    this.random = new Sequence(request.seed);
    const possible = this.flows.routes.reduce((sum, { days }) => sum + days.length, 0);
    this.rounds = Math.min(MOST_ROUNDS, possible * ROUNDS_A_TRANSFER);
    this.cycles = new Cycles(this.flows, this.random, household.accounts.length);
  }

  run(): Transfer[] {
    const { flows, random } = this;
    if (flows.routes.length === 0) return [...this.request.transfers];
    flows.addPlan(this.request.transfers);
    const { dayCount, options } = this.household;
    const whole = { from: Math.min(options.from, dayCount - 1), to: dayCount - 1 };
    let best = flows.copy();
    let [current, most] = [this.descend(this.rounds * FIRST_SHARE, whole, FIRST_HEAT), 0];
    for (;;) {
      const state = flows.copy();
      if (current > most + BETTER) [most, best] = [current, state];
      if (this.isOver()) return flows.transfersOf(best);
      const gained = this.perturbed(whole);
      if (gained > -BETTER || random.next() < Math.exp(gained / ACCEPTED_CENTS)) current += gained;
      else flows.restore(state);
    }
  }

  private isOver(): boolean {
    return this.round >= this.rounds || this.request.left() <= 0;
  }

  /** Makes some changes about a day, then those that pay; returns what all of it adds. */
  private perturbed({ from, to }: Focus): number {
    const { random } = this;
    const centre = from + random.below(to - from + 1);
    const reach = LEAST_REACH + random.below(MOST_REACH - LEAST_REACH);
    const focus = { from: Math.max(from, centre - reach), to: Math.min(to, centre + reach) };
    let gained = 0;
    let left = 1 + random.below(MOST_KICKS);
    for (let drawn = 0; drawn < MOST_DRAWS && left > 0; drawn += 1) {
      if (!this.cycles.draw(focus)) continue;
      const gain = this.tried(KICK_CENTS);
      gained += gain;
      if (gain !== 0) left -= 1;
    }
    return gained + this.descend(ROUNDS, focus, HEAT);
  }

  /** Tries changes with less and less heat; returns what those that were made add. */
  private descend(rounds: number, focus: Focus, heat: typeof HEAT): number {
    let gained = 0;
    for (let round = 0; round < rounds; round += 1) {
      if (round % ROUNDS_BETWEEN_LOOKS === 0 && this.isOver()) break;
      this.round += 1;
      if (this.cycles.draw(focus))
        gained += this.tried(heat.from * (heat.to / heat.from) ** (round / rounds));
    }
    return gained;
  }

  /** Makes the drawn change with the best amount, if that pays or by chance; returns what it adds. */
  private tried(heat: number): number {
    const { flows, random } = this;
    const amount = this.bestAmount();
    if (amount === undefined) return 0;
    const { cents, gain } = amount;
    if (gain < 0 && random.next() >= Math.exp(gain / heat)) return 0;
    flows.move(cents);
    return gain;
  }

  private bestAmount(): { readonly cents: number; readonly gain: number } | undefined {
    const { flows, random, amounts } = this;
    const { stepCents } = this.household.options;
    const [least, most] = flows.range();
    if (most < stepCents && least > -stepCents) return undefined;
    amounts.length = 0;
    amounts.push(most, least);
    flows.addEnds(amounts);
    const chance = random.next();
    if (chance < KINKS_SHARE) flows.addKinks(amounts);
    else if (chance < KINKS_SHARE + ANY_AMOUNT_SHARE) amounts.push(least + (most - least) * random.next());
    let [cents, gain] = [0, -Infinity];
    for (const amount of amounts) {
      const wanted = flows.inSteps(amount);
      const isPossible = wanted !== 0 && Number.isFinite(wanted) && least <= wanted && wanted <= most;
      if (!isPossible || wanted === cents) continue;
      const promised = flows.gain(wanted);
      if (promised > gain) [cents, gain] = [wanted, promised];
    }
    return cents === 0 ? undefined : { cents, gain };
  }
}
