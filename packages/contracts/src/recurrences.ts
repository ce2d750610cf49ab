/** Movements that come back: the rules from which each new quarter's operations are written. */
import { recurrenceOfRrule } from '@fibado/planning';
import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { byId, day, id, positiveCents, text, version } from './primitives.js';
import { access } from './roles.js';

/** Rules one household can have. */
export const MAX_RECURRENCES = 500;

const fields = {
  kind: z.enum(['INCOME', 'EXPENSE', 'TRANSFER']),
  accountId: id,
  toAccountId: id.optional(),
  amountCents: positiveCents,
  description: text(500),
  category: text(80).optional(),
  rule: z.string().max(200).meta({
    description:
      'An RFC 5545 RRULE: FREQ=DAILY;INTERVAL=n, or FREQ=MONTHLY;INTERVAL=n with BYMONTHDAY=d (1 to 28, -1), BYMONTHDAY=28,…,d;BYSETPOS=-1 (29 to 31, or the last day of shorter months), or BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1.',
  }),
  onNonBusinessDay: z.enum(['SAME', 'BEFORE', 'AFTER']).default('AFTER'),
  from: day.meta({ description: 'The day from which the rule counts.' }),
  until: day.optional().meta({ description: 'The last day on which it can fall.' }),
  origin: z.enum(['MANUAL', 'LEARNT']).default('MANUAL'),
};

type Checked = z.infer<z.ZodObject<typeof fields>>;

/** Rules that span several fields of a recurrence. */
function crossChecks(r: Checked, ctx: z.RefinementCtx): void {
  const wrong = (path: keyof Checked, message: string): void => {
    ctx.addIssue({ code: 'custom', path: [path], message });
  };
  if ((r.kind === 'TRANSFER') !== (r.toAccountId !== undefined))
    wrong('toAccountId', 'a transfer, and nothing else, has a destination');
  if (r.toAccountId !== undefined && r.toAccountId === r.accountId)
    wrong('toAccountId', 'a transfer to itself');
  if (!recurrenceOfRrule(r.rule, r.onNonBusinessDay)) wrong('rule', 'not a supported rule');
  if (r.until !== undefined && r.until < r.from) wrong('until', 'ends before it begins');
}

export const recurrence = z.strictObject({ id, ...fields, version }).meta({ id: 'Recurrence' });
/** A rule that comes together with its first operations, which name it by the id the caller chose. */
export const newRecurrence = z
  .strictObject({ id, ...fields })
  .superRefine(crossChecks)
  .meta({ id: 'NewRecurrence' });
const changeRecurrence = z
  .strictObject({
    id,
    version,
    ...fields,
    applyFrom: day.optional().meta({
      description:
        'Operations of the rule still planned on or after this day are written anew; without it only quarters to come follow the change.',
    }),
  })
  .superRefine(crossChecks)
  .meta({ id: 'ChangeRecurrence' });

export type Recurrence = z.infer<typeof recurrence>;
export type NewRecurrence = z.input<typeof newRecurrence>;

export const recurrences = {
  get: endpoint({
    id: 'recurrences.get',
    method: 'GET',
    path: '/api/finance/recurrences/get',
    summary: 'The rules from which new quarters get their recurring operations, by description',
    access: access.financeRead,
    response: z.array(recurrence),
  }),
  save: endpoint({
    id: 'recurrences.save',
    method: 'POST',
    path: '/api/finance/recurrences/save',
    summary: 'Change a rule; new ones come with their first operations in save-bulk',
    access: access.financeWrite,
    body: changeRecurrence,
    response: recurrence,
    errors: ['NOT_FOUND', 'STALE_VERSION'],
  }),
  delete: endpoint({
    id: 'recurrences.delete',
    method: 'DELETE',
    path: '/api/finance/recurrences/delete/{id}',
    summary: 'End a rule; with a day, its operations still planned on or after it go too',
    access: access.financeWrite,
    params: byId,
    query: z.strictObject({ from: day.optional() }),
    errors: ['NOT_FOUND'],
  }),
} as const;
