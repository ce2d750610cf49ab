/** The quarter before its plan, or after it: brings the referee along, and is loaded when it is asked for. */
import type { OptimizerRunDetail } from '@fibado/contracts';
import type { Evaluation, Operation } from '@fibado/planning';
import { marksOf, shownOf, withoutMovable } from '../automatic-planning/plan-model';
import { nameIn, problemOf, problemOperations, referee } from '../shared/problem';
import type { QuarterData } from '../shared/queries';

type Balances =
  | {
      readonly evaluation: Evaluation;
      readonly operations: readonly (Pick<
        Operation,
        'date' | 'kind' | 'description' | 'amountCents' | 'accountId' | 'toAccountId'
      > &
        Partial<Operation>)[];
    }
  | undefined;

const problemIn = (data: QuarterData) =>
  problemOf(data, data.quarter.date, data.quarter.setups, problemOperations(data.operations));

/** Without the transfers of the plan that was applied and that are still to be made. */
export function beforePlan(data: QuarterData): Balances {
  const base = withoutMovable(problemIn(data), null);
  const { evaluation } = referee(base);
  return evaluation && { evaluation, operations: base.operations };
}

/** With the transfers a run proposes in place of those there are. */
export function afterPlan(
  data: QuarterData,
  run: OptimizerRunDetail,
  describe: (names: { readonly from: string; readonly to: string }) => string,
): Balances {
  const plan = shownOf(run);
  if (!plan) return undefined;
  const { transfers } = plan.result;
  const base = withoutMovable(problemIn(data), plan.options.from ?? null);
  const { evaluation } = referee(base, transfers);
  const name = nameIn(data.accounts);
  const marks = marksOf(transfers, ({ fromAccountId, toAccountId }) =>
    describe({ from: name(fromAccountId), to: name(toAccountId) }),
  );
  return evaluation && { evaluation, operations: [...base.operations, ...marks] };
}
