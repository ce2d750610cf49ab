/** What a household wants to have freely available by a day. */

import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { byId, day, dropping, id, positiveCents, text, version } from './primitives.js';
import type { Input, Output } from './readonly.js';
import { access } from './roles.js';

const fields = {
  name: text(120),
  date: day.meta({ description: 'At the end of this day; a plan that reaches it keeps the goal.' }),
  amountCents: positiveCents,
  accountIds: z.array(id).min(1).max(100).optional().meta({
    description: 'The accounts it may be on, no term deposit among them. Absent: every account for payments.',
  }),
};

export const goal = z.strictObject({ id, ...fields, version }).meta({ id: 'Goal' });
export const saveGoal = z
  .strictObject({ id: id.optional(), version: version.optional(), ...fields })
  .meta({ id: 'SaveGoal' });
/** Inside a stateless problem; the version of a stored one is ignored. */
export const problemGoal = z
  .strictObject({ id, ...fields, version: version.optional() })
  .overwrite(dropping('version'));

export type Goal = Output<typeof goal>;
export type SaveGoal = Input<typeof saveGoal>;

export const goals = {
  get: endpoint({
    id: 'goals.get',
    method: 'GET',
    path: '/api/finance/goals/get',
    summary: 'The goals of the household, by date',
    access: access.financeRead,
    response: z.array(goal),
  }),
  save: endpoint({
    id: 'goals.save',
    method: 'POST',
    path: '/api/finance/goals/save',
    summary: 'Create a goal (no id) or update one (id and version)',
    access: access.financeWrite,
    body: saveGoal,
    response: goal,
    errors: ['NOT_FOUND', 'STALE_VERSION'],
  }),
  delete: endpoint({
    id: 'goals.delete',
    method: 'DELETE',
    path: '/api/finance/goals/delete/{id}',
    summary: 'Delete a goal',
    access: access.financeWrite,
    params: byId,
    errors: ['NOT_FOUND'],
  }),
} as const;
