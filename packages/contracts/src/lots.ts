/** Lots of a term deposit that a household has. */

import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { byId, day, id, positiveCents, version } from './primitives.js';
import { access } from './roles.js';
import { lotFields } from './term-deposits.js';
import type { Input, Output } from './readonly.js';

const { state: _, maturityDate, ratePct, ...fields } = lotFields;
const rate = ratePct.min(0).meta({ description: 'Percent a year; the average where it changes.' });

interface Checked {
  readonly openedOn: string;
  readonly maturityDate?: string | undefined;
  readonly brokenOn?: string | undefined;
}

/** Rules that span several fields of a lot. */
function crossChecks({ openedOn, maturityDate: matures, brokenOn }: Checked, ctx: z.RefinementCtx): void {
  const expect = (isRight: boolean, path: keyof Checked, message: string): void => {
    if (!isRight) ctx.addIssue({ code: 'custom', path: [path], message });
  };
  expect(matures === undefined || matures > openedOn, 'maturityDate', 'ends before it begins');
  if (brokenOn === undefined) return;
  expect(
    brokenOn >= openedOn && (matures === undefined || brokenOn < matures),
    'brokenOn',
    'not in its life',
  );
}

const stored = {
  id,
  ...fields,
  maturityDate,
  ratePct: rate,
  renewsLotId: id.optional().meta({ description: 'The lot whose money it goes on with.' }),
  version,
};
export const lot = z
  .strictObject({
    ...stored,
    state: z.enum(['OPEN', 'MATURED', 'BROKEN']).meta({ description: 'As of today.' }),
  })
  .meta({ id: 'Lot' });
export const saveLot = z
  .strictObject({
    id: id.optional(),
    version: version.optional(),
    ...fields,
    maturityDate: maturityDate.optional().meta({ description: "After the offer's tenor when absent." }),
    ratePct: rate.optional().meta({ description: "The offer's when absent." }),
  })
  .superRefine(crossChecks)
  .meta({ id: 'SaveLot' });
export const breakLot = z
  .strictObject({
    id,
    version,
    on: day.meta({ description: 'The day on which it is asked for.' }),
    amountCents: positiveCents.optional().meta({
      description:
        'A part of it, where the offer allows that: it becomes a lot of its own with the same first day. All of it when absent.',
    }),
  })
  .meta({ id: 'BreakLot' });
/** A lot as an archive has it: its state follows from the day. */
export const archivedLot = z.strictObject(stored).superRefine(crossChecks);

export type Lot = Output<typeof lot>;
export type ArchivedLot = Output<typeof archivedLot>;
export type SaveLot = Input<typeof saveLot>;

export const lots = {
  get: endpoint({
    id: 'lots.get',
    method: 'GET',
    path: '/api/finance/lots/get',
    summary: 'The lots of the household, by maturity',
    access: access.financeRead,
    response: z.array(lot),
  }),
  save: endpoint({
    id: 'lots.save',
    method: 'POST',
    path: '/api/finance/lots/save',
    summary: 'Record a lot (no id) or correct one (id and version)',
    access: access.financeWrite,
    body: saveLot,
    response: lot,
    errors: ['NOT_FOUND', 'STALE_VERSION'],
  }),
  break: endpoint({
    id: 'lots.break',
    method: 'POST',
    path: '/api/finance/lots/break',
    summary: 'Break a lot: asked for on a day, paid out after the notice days of its offer',
    access: access.financeWrite,
    body: breakLot,
    response: lot,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'LOT_STATE'],
  }),
  renew: endpoint({
    id: 'lots.renew',
    method: 'POST',
    path: '/api/finance/lots/renew',
    summary: 'Go on with a lot that was not broken: a new one from its maturity, on the same offer',
    access: access.financeWrite,
    body: z
      .strictObject({
        id,
        version,
        amountCents: positiveCents.optional().meta({ description: 'The amount as it was when absent.' }),
        ratePct: rate.optional().meta({ description: 'As it was when absent.' }),
      })
      .meta({ id: 'RenewLot' }),
    response: lot,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'LOT_STATE'],
  }),
  delete: endpoint({
    id: 'lots.delete',
    method: 'DELETE',
    path: '/api/finance/lots/delete/{id}',
    summary: 'Delete a lot that was recorded by mistake',
    access: access.financeWrite,
    params: byId,
    errors: ['NOT_FOUND', 'IN_USE'],
  }),
} as const;
