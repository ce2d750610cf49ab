import type { ScenarioChange, Setup } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { QuarterGate, type QuarterRecord } from '../ledger/quarter-gate.js';
import { PlanInputs } from '../shared/plan-inputs.js';
import { RealHousehold } from './real-household.js';
import { RealMovements } from './real-movements.js';
import { changesOf } from './scenario-changes.js';

/** Makes a scenario's changes the household's: rates, accounts, limits, settings and operations. */
@Injectable()
export class RealChanges {
  constructor(
    private readonly household: RealHousehold,
    private readonly movements: RealMovements,
    private readonly gate: QuarterGate,
    private readonly inputs: PlanInputs,
    private readonly audit: Audit,
  ) {}

  /** The quarter is locked by the caller. */
  async apply(scope: TenantScope, quarter: QuarterRecord, changes: readonly ScenarioChange[]): Promise<void> {
    const setups: Setup[] = [];
    const all = changesOf(changes);
    for (const change of all) {
      const setup = await this.household.apply(scope, quarter, change, setups);
      if (setup) {
        const known = setups.findIndex(({ accountId }) => accountId === setup.accountId);
        setups.splice(known < 0 ? setups.length : known, 1, setup);
      }
    }
    await this.writeSetups(scope, quarter, setups);
    await this.movements.apply(scope, quarter.date, all);
    // Plans of other quarters rest on the same accounts.
    await this.inputs.changed(scope);
  }

  /** Openings of a quarter that has started stay frozen; an account opened later begins with nothing. */
  private async writeSetups(
    scope: TenantScope,
    quarter: QuarterRecord,
    setups: readonly Setup[],
  ): Promise<void> {
    if (setups.length === 0) return;
    const before = (await this.gate.setups(scope, quarter.date)).filter(({ accountId }) =>
      setups.some((setup) => setup.accountId === accountId),
    );
    await this.gate.putSetups(scope, quarter, setups);
    await this.audit.record(scope, {
      action: 'quarters.saveSetups',
      entity: 'quarter',
      entityId: quarter.date,
      before: { setups: before },
      after: { setups },
    });
  }
}
