import type {
  Operation,
  recurrences,
  RecurrenceDrift,
  RecurrenceProposal,
  ResponseOf,
} from '@fibado/contracts';
import {
  addMonths,
  type Drift,
  driftOf,
  knownUntil,
  type LearntRecurrence,
  learnRecurrences,
  seriesKey,
} from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { OperationStore } from '../ledger/operation-store.js';
import { SettingsService } from '../settings/settings.service.js';
import { DeclinedProposals } from './declined-proposals.service.js';
import { RecurrenceStore } from '../ledger/recurrence-store.js';

const MONTHS_READ = 24;
/** Bounds the time a reading takes: 50 movements need about 10 ms. */
const MOVEMENTS_READ = 5000;
const PROPOSED_AT_MOST = 50;

/** Rules as the movements of the past suggest them, and stored rules held against what happened. Stores nothing. */
@Injectable()
export class RecurrenceLearning {
  constructor(
    private readonly rules: RecurrenceStore,
    private readonly declined: DeclinedProposals,
    private readonly operations: OperationStore,
    private readonly settings: SettingsService,
    private readonly clock: Clock,
  ) {}

  async learn(scope: TenantScope): Promise<ResponseOf<typeof recurrences.learn>> {
    const { calendar } = await this.settings.planning(scope);
    const since = addMonths(this.clock.today(), -MONTHS_READ);
    const done = await this.operations.done(scope, since, MOVEMENTS_READ);
    const rules = await this.rules.list(scope);
    const declined = await this.declined.list(scope);
    const known = new Set([...rules, ...declined].map((one) => seriesKey(one)));
    // The optimizer's transfers follow a plan, not a habit.
    const free = done.filter(
      (one) => one.recurrenceId === undefined && one.origin !== 'OPTIMIZER' && !known.has(seriesKey(one)),
    );
    const byId = new Map(done.map((one) => [one.id, one]));
    return {
      movements: done.length,
      since: done.at(-1)?.date,
      until: done[0]?.date,
      proposals: learnRecurrences(free, calendar, knownUntil(done))
        .slice(0, PROPOSED_AT_MOST)
        .map((learnt) => proposalOf(learnt, byId)),
      drift: driftOf(rules, done, calendar).map(toDrift),
      declined,
    };
  }
}

const proposalOf = (
  { evidence, missing, ...learnt }: LearntRecurrence,
  byId: ReadonlyMap<string, Operation>,
): RecurrenceProposal => ({
  ...learnt,
  missing: [...missing],
  evidence: evidence.flatMap(({ movementId, expected }) => {
    const one = byId.get(movementId);
    if (!one) return [];
    const { id: operationId, date, amountCents, description } = one;
    return [{ operationId, date, amountCents, description, expected }];
  }),
});

function toDrift(drift: Drift): RecurrenceDrift {
  if (drift.kind === 'MISSING') return drift;
  const { movementIds, ...rest } = drift;
  return { ...rest, operationIds: [...movementIds] };
}
