import { z } from 'zod';
import { importSource } from './column-mapping.js';
import { endpoint } from './endpoint.js';
import { MAX_PLANNED_LOTS } from './lot-insights.js';
import { breakLot, lot, saveLot } from './lots.js';
import {
  byId,
  day,
  dropping,
  id,
  positiveCents,
  quarterDate,
  sendSpeed,
  text,
  version,
} from './primitives.js';
import { newRecurrence } from './recurrences.js';
import { access } from './roles.js';
import type { Input, Output } from './readonly.js';

/** How far the bank's figure may lie from the expected one; what is absent is certain. */
export const uncertainty = z
  .strictObject({
    lowCents: positiveCents.optional(),
    highCents: positiveCents.optional(),
    earlyDays: z.int().min(0).max(31).optional(),
    lateDays: z.int().min(0).max(31).optional(),
  })
  .meta({ id: 'Uncertainty' });

const fields = {
  quarter: quarterDate,
  kind: z.enum(['INCOME', 'EXPENSE', 'TRANSFER']),
  date: day,
  valueDate: day,
  accountId: id,
  toAccountId: id.optional(),
  speed: sendSpeed.optional().meta({ description: 'Of a transfer: how it is sent; ORDINARY when absent.' }),
  amountCents: positiveCents,
  description: text(500),
  category: text(80).optional(),
  status: z.enum(['PLANNED', 'DONE']).default('PLANNED'),
  origin: z.enum(['MANUAL', 'IMPORT', 'OPTIMIZER', 'RECURRENCE']).default('MANUAL'),
  locked: z.boolean().default(false),
  importKey: text(200).optional(),
  recurrenceId: id.optional().meta({ description: 'The rule it comes from; one that is gone is ignored.' }),
  uncertainty: uncertainty.optional(),
};

interface Checked {
  readonly quarter: string;
  readonly kind: string;
  readonly date: string;
  readonly valueDate: string;
  readonly accountId: string;
  readonly toAccountId?: string | undefined;
  readonly speed?: string | undefined;
  readonly amountCents: number;
  readonly uncertainty?: Output<typeof uncertainty> | undefined;
}

/** Rules that span several fields of an operation. */
function crossChecks(o: Checked, ctx: z.RefinementCtx): void {
  const wrong = (path: keyof Checked, message: string): void => {
    ctx.addIssue({ code: 'custom', path: [path], message });
  };
  if (o.kind === 'TRANSFER' && o.toAccountId === undefined)
    wrong('toAccountId', 'a transfer needs a destination');
  if (o.kind !== 'TRANSFER' && o.toAccountId !== undefined)
    wrong('toAccountId', 'only a transfer has a destination');
  if (o.kind !== 'TRANSFER' && o.speed !== undefined) wrong('speed', 'only a transfer has a speed');
  if (o.toAccountId !== undefined && o.toAccountId === o.accountId)
    wrong('toAccountId', 'a transfer to itself');
  if (o.kind === 'TRANSFER' && o.valueDate < o.date) wrong('valueDate', 'arrives before it leaves');
  if (o.uncertainty === undefined) return;
  const { lowCents = o.amountCents, highCents = o.amountCents } = o.uncertainty;
  if (o.kind === 'TRANSFER') wrong('uncertainty', 'a transfer is certain');
  if (lowCents > o.amountCents || highCents < o.amountCents)
    wrong('uncertainty', 'the expected amount lies outside');
}

/** An operation inside a stateless problem; the version of a stored one is ignored. */
export const problemOperation = z
  .strictObject({ id, ...fields, version: version.optional() })
  .superRefine(crossChecks)
  .overwrite(dropping('version'));
export const operation = z.strictObject({ id, ...fields, version }).meta({ id: 'Operation' });
export const saveOperation = z
  .strictObject({ id: id.optional(), version: version.optional(), ...fields })
  .superRefine(crossChecks)
  .meta({ id: 'SaveOperation' });

export type Operation = Output<typeof operation>;
export type SaveOperation = Input<typeof saveOperation>;

/** Operations in one `save-bulk`; a year of a busy household fits several times. */
export const MAX_BULK = 5000;

export const operations = {
  get: endpoint({
    id: 'operations.get',
    method: 'GET',
    path: '/api/finance/operations/get/{quarter}',
    summary: 'The operations of a quarter, by day',
    access: access.financeRead,
    params: z.strictObject({ quarter: quarterDate }),
    response: z.array(operation),
    errors: ['NOT_FOUND'],
  }),
  save: endpoint({
    id: 'operations.save',
    method: 'POST',
    path: '/api/finance/operations/save',
    summary: 'Create an operation (no id) or update one (id and version)',
    access: access.financeWrite,
    body: saveOperation,
    response: operation,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'QUARTER_STATE', 'ALREADY_EXISTS'],
  }),
  saveBulk: endpoint({
    id: 'operations.saveBulk',
    method: 'POST',
    path: '/api/finance/operations/save-bulk',
    summary: 'Save and delete many operations, all or nothing',
    access: access.financeWrite,
    body: z
      .strictObject({
        operations: z.array(saveOperation).max(MAX_BULK),
        deleteIds: z.array(id).max(MAX_BULK).default([]),
        recurrences: z.array(newRecurrence).max(100).optional().meta({
          description:
            'Rules to keep, named by operations of this body or by none: open quarters after the last one so named, and quarters initialised later, get operations from them.',
        }),
        replaceOptimizer: z.strictObject({ quarter: quarterDate, from: day.optional() }).optional().meta({
          description: "Drop the quarter's planned, unlocked optimizer transfers (from a day on) first.",
        }),
        lots: z.array(saveLot).max(MAX_PLANNED_LOTS).optional().meta({
          description:
            'Lots that the plan taken up opens, recorded together with its transfers; with `acceptedRunId` each has to be one of that plan. One that the plan taken up before has opened already stays as it is.',
        }),
        breakLots: z.array(breakLot).max(MAX_PLANNED_LOTS).optional().meta({
          description:
            'Recorded lots that the plan taken up breaks; with `acceptedRunId` each has to be one of that plan. One that the plan taken up before has broken already stays as it is.',
        }),
        acceptedRunId: id.optional().meta({
          description:
            "The quarter's run whose plan is taken up: every optimizer transfer saved has to be one of its own, unless the run has not ended and its best plan so far is taken up. With `replaceOptimizer` alone what is saved counts as a plan of no run, unless it is the whole plan of one.",
        }),
        import: importSource.optional().meta({
          description:
            'The file the operations come from; recorded, so that the import can be taken back whole.',
        }),
      })
      .meta({ id: 'SaveOperations' }),
    response: z.strictObject({
      operations: z.array(operation),
      deleted: z.int(),
      lots: z.array(lot).optional().meta({ description: 'Those recorded, and those broken.' }),
      /** The import recorded, when the body named a file. */
      importId: id.optional(),
    }),
    errors: ['NOT_FOUND', 'STALE_VERSION', 'QUARTER_STATE', 'ALREADY_EXISTS', 'LOT_STATE'],
    idempotent: true,
  }),
  takeBackPlan: endpoint({
    id: 'operations.takeBackPlan',
    method: 'POST',
    path: '/api/finance/operations/take-back-plan/{quarter}',
    summary:
      'Undo the plan taken up last: its transfers and lots go, what it replaced and lots it broke come back',
    access: access.financeWrite,
    params: z.strictObject({ quarter: quarterDate }),
    errors: ['NOT_FOUND', 'STALE_VERSION', 'QUARTER_STATE', 'IN_USE'],
  }),
  delete: endpoint({
    id: 'operations.delete',
    method: 'DELETE',
    path: '/api/finance/operations/delete/{id}',
    summary: 'Delete an operation',
    access: access.financeWrite,
    params: byId,
    errors: ['NOT_FOUND', 'QUARTER_STATE'],
  }),
} as const;
