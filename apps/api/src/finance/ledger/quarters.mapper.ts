import type { Quarter, Setup, Summary } from '@fibado/contracts';
import { orAbsent, orNull } from '../shared/absent.js';
import type { ClosingEntity } from './closing.entity.js';
import type { QuarterEntity } from './quarter.entity.js';
import type { SetupEntity } from './setup.entity.js';

export function toSetup(row: SetupEntity): Setup {
  return {
    accountId: row.accountId,
    openingBalanceCents: row.openingBalanceCents,
    minBalanceCents: orAbsent(row.minBalanceCents),
    maxBalanceCents: orAbsent(row.maxBalanceCents),
    excluded: row.excluded,
    notes: orAbsent(row.notes),
    carried: orAbsent(row.carried),
  };
}

export function toSetupRow(setup: Setup, key: { tenantId: string; quarter: string }): SetupEntity {
  return {
    tenantId: key.tenantId,
    quarter: key.quarter,
    accountId: setup.accountId,
    openingBalanceCents: setup.openingBalanceCents,
    minBalanceCents: orNull(setup.minBalanceCents),
    maxBalanceCents: orNull(setup.maxBalanceCents),
    excluded: setup.excluded,
    notes: orNull(setup.notes),
    carried: orNull(setup.carried),
  };
}

export function toQuarter(row: QuarterEntity, setups: readonly SetupEntity[]): Quarter {
  return {
    date: row.date,
    state: row.state,
    initializedAt: row.initializedAt.toISOString(),
    startedAt: row.startedAt?.toISOString(),
    closedAt: row.closedAt?.toISOString(),
    setups: setups.map(toSetup),
    sealHash: orAbsent(row.sealHash),
    joined: joinedOf(row, setups),
    version: row.version,
  };
}

/** The accounts taken into a quarter after its start: the sealed plan does not know them. */
function joinedOf({ sealedProblem }: QuarterEntity, setups: readonly SetupEntity[]): string[] | undefined {
  if (!sealedProblem) return undefined;
  const sealed = new Set(sealedProblem.setups.map(({ accountId }) => accountId));
  const joined = setups.flatMap(({ accountId }) => (sealed.has(accountId) ? [] : [accountId]));
  return joined.length > 0 ? joined : undefined;
}

export function toActuals(row: ClosingEntity): NonNullable<Summary['actuals']>[number] {
  const { closingReported: _, ...actuals } = toArchivedClosing(row);
  return actuals;
}

/** A closing without its key, as an archive holds it. */
export function toArchivedClosing({
  tenantId: _,
  quarter: __,
  ...closing
}: ClosingEntity): Omit<ClosingEntity, 'tenantId' | 'quarter'> {
  return closing;
}
