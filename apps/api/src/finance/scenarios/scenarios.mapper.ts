import type { Scenario } from '@fibado/contracts';
import type { ScenarioEntity } from './scenario.entity.js';

/** @param isStale whether the outcome still rests on what is true, where there is one. */
export function toScenario(row: ScenarioEntity, isStale: boolean): Scenario {
  return {
    id: row.id,
    quarter: row.quarter,
    name: row.name,
    changes: row.changes,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    outcome: row.outcome ? toOutcome(row.outcome, isStale) : undefined,
    promotedAt: row.promotedAt?.toISOString(),
    version: row.version,
  };
}

function toOutcome(
  outcome: NonNullable<ScenarioEntity['outcome']>,
  stale: boolean,
): NonNullable<Scenario['outcome']> {
  const { basis: _, options: __, result: ___, own: ____, ...found } = outcome;
  return { ...found, stale };
}
