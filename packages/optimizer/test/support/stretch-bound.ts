/** The bound of the linear program that counts transfers by stretches, alone: tiny households never ask for it. */

import type { Problem } from '@fibado/planning';
import type { Engines } from '../../src/engines/port.js';
import { poolFormulation } from '../../src/formulations/formulations.js';
import { relaxedOf } from '../../src/household/drift.js';
import { householdOf } from '../../src/household/household.js';
import type { OptimizeOptions } from '../../src/index.js';

/** Cents; minus infinity where the program has no solution. */
export function stretchBound(
  { highs }: Engines,
  problem: Problem,
  options: OptimizeOptions,
  { countsByStretch } = { countsByStretch: true },
): number {
  const model = poolFormulation(relaxedOf(householdOf(problem, options)), {
    spans: true,
    countsByStretch,
    withoutFixedCosts: true,
  });
  const answer = highs.session(
    model.builder.build(),
    () => 60_000,
    (session) => session.maximise(),
  );
  if (answer.status === 'UNKNOWN') throw new Error('the linear program was not solved');
  return answer.status === 'OPTIMAL' ? answer.objective + model.roundingCents : -Infinity;
}
