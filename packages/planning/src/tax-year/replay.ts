/** Consecutive quarters replayed with something changed in each of them, as what each leaves to the next follows. */
import { nextQuarter } from '../calendar.js';
import { type CarriedForward, carriedForward } from '../carry.js';
import { evaluate } from '../evaluate.js';
import { saysAnything } from '../history.js';
import { cents } from '../money.js';
import type { Evaluation } from '../evaluation.js';
import type { Carried, Operation, Problem, QuarterDate, Setup } from '../problem.js';
import { NO_READINGS, type Readings } from '../readings.js';
import { carriedOver } from '../timeline.js';

export type ProblemChange = (problem: Problem) => Problem;

interface Left {
  readonly quarter: QuarterDate;
  /** What the quarter leaves as it was, and as changed, by account. */
  readonly actual: ReadonlyMap<string, CarriedForward>;
  readonly changed: ReadonlyMap<string, CarriedForward>;
  /** Movements of the changed quarter that still do something after it, by id. */
  readonly underWay: ReadonlyMap<string, Operation>;
}

/**
 * Evaluates each quarter after `change`, by `readings`. A quarter that follows the one before it begins with its own balances plus the
 * difference that the change made up to there, and with the changed history of the periods that still run; a quarter
 * after a gap begins as it is.
 * @param quarters single quarters in the order of their days, each as it was planned or closed
 */
export function replayChanged(
  quarters: readonly Problem[],
  change: ProblemChange,
  readings: Readings = NO_READINGS,
): Evaluation[] {
  let left: Left | undefined;
  return quarters.map((problem) => {
    const follows = left !== undefined && nextQuarter(left.quarter) === problem.quarter;
    const changed = change(follows && left !== undefined ? continued(problem, left) : problem);
    left = {
      quarter: problem.quarter,
      actual: byAccount(carriedForward(problem)),
      changed: byAccount(carriedForward(changed, [], readings)),
      underWay: new Map(carriedOver(changed).map((operation) => [operation.id, operation])),
    };
    return evaluate(changed, [], readings);
  });
}

const byAccount = (all: readonly CarriedForward[]): Map<string, CarriedForward> =>
  new Map(all.map((one) => [one.accountId, one]));

function continued(problem: Problem, left: Left): Problem {
  return {
    ...problem,
    setups: problem.setups.map((setup) => continuedSetup(setup, left)),
    operations: problem.operations.flatMap((operation) =>
      operation.quarter === problem.quarter ? operation : (left.underWay.get(operation.id) ?? []),
    ),
  };
}

function continuedSetup(setup: Setup, { actual, changed }: Left): Setup {
  const before = actual.get(setup.accountId);
  const after = changed.get(setup.accountId);
  if (before === undefined || after === undefined) return setup;
  const difference = after.openingBalanceCents - before.openingBalanceCents;
  return {
    ...setup,
    openingBalanceCents: cents(setup.openingBalanceCents + difference),
    carried: continuedHistory(setup.carried, before.carried, after.carried),
  };
}

/** What a person typed stands; what the bank books late is the same whatever was changed. */
function continuedHistory(kept: Carried | undefined, before: Carried, after: Carried): Carried | undefined {
  if (kept?.source === 'TYPED') return kept;
  if (kept === undefined && saysAnything(before)) return undefined;
  const history = { ...after, source: 'QUARTERS' as const, anticipated: kept?.anticipated };
  return saysAnything(history) ? history : undefined;
}
