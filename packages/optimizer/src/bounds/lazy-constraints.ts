/**
 * What makes a program large is left out of it until a solution shows that it matters: guarantees, and what a
 * proportional duty is beyond a mixture of its figures. What others forbid or charge, such a program only promises more.
 */

import type { Exposure } from '@fibado/planning';
import { exceededIn } from '../formulations/guarantee.js';
import type { Household } from '../household/household.js';
import type { PlanModel } from '../formulations/plan-model.js';
import { excessIn, type Prices } from '../formulations/prices.js';
import type { RefereedPlan } from '../referee.js';

/** Of a guarantee, from which on a plan leans on its limit. */
const USED_UP = 0.99;
/** Charged too little by less than this is not worth more days to decide, cents. */
const LEAST_DUTY_CENTS = 0.5;
/** Of a duty, more than numerical dust, cents. */
const CHARGED = 1e-4;

export class LazyConstraints {
  /** Of the guarantee, what solutions without it exceeded. */
  private readonly enforced = new Set<Exposure>();
  private few: Household | undefined;

  constructor(private readonly household: Household) {}

  /** Keeps the guarantees that a plan uses up from the start. */
  keepUsedUp({ evaluation }: RefereedPlan): void {
    const most = this.household.problem.settings.guaranteeLimitCents * USED_UP;
    for (const { holder, bankId, peakCents } of evaluation.guarantee) {
      if (peakCents < most) continue;
      const used = this.household.exposures.find((one) => one.holder === holder && one.bankId === bankId);
      if (used !== undefined) this.enforced.add(used);
    }
  }

  /** The household with those guarantees only that solutions exceeded so far: what others forbid, nothing promises. */
  withFewGuarantees(): Household {
    const exposures = this.household.exposures.filter((exposure) => this.enforced.has(exposure));
    // The same one as long as they are the same.
    if (this.few?.exposures.length !== exposures.length) this.few = { ...this.household, exposures };
    return this.few;
  }

  /** Notes which other guarantees a solution exceeds; whether there are any. */
  exceedsMore(model: PlanModel, values: Float64Array): boolean {
    const others = this.household.exposures.filter((exposure) => !this.enforced.has(exposure));
    const exceeded = exceededIn(model, others, values);
    for (const exposure of exceeded) this.enforced.add(exposure);
    return exceeded.length > 0;
  }
}

/** Duties charged as mixtures of their figures in a case, until a solution shows that one is charged too little. */
export class ConvexifiedDuties {
  /** Accounts whose duty is charged as it is. */
  readonly exact = new Set<number>();

  constructor(
    private readonly household: Household,
    private readonly mixtures: Prices,
  ) {}

  /** Those still charged. */
  charged(): Prices {
    return new Map([...this.mixtures].filter(([, { dutyOf = -1 }]) => !this.exact.has(dutyOf)));
  }

  /** Notes which duties are more than the mixture a solution was charged; whether there are any. */
  areTooLittle(model: PlanModel, values: Float64Array): boolean {
    const before = this.exact.size;
    const mixtures = this.charged();
    const { accounts, law } = this.household;
    for (const { entry, index, timeline } of accounts) {
      const figures = [...mixtures.values()]
        .filter(({ dutyOf }) => dutyOf === index)
        .map(({ measure, cents }) => ({ cents, figure: excessIn(model, measure, values) }));
      if (figures.length === 0) continue;
      const isUsed =
        timeline.moved ||
        entry.setup.openingBalanceCents !== 0 ||
        figures.some(({ figure }) => figure > CHARGED);
      const least = isUsed ? law.minimumDutyCents : 0;
      const rest = figures.reduce((sum, { cents }) => sum - cents, 1);
      const charged = figures.reduce((sum, { cents, figure }) => sum + cents * figure, rest * least);
      const due = Math.max(least, ...figures.map(({ figure }) => figure));
      if (due > charged + LEAST_DUTY_CENTS) this.exact.add(index);
    }
    return this.exact.size > before;
  }
}
