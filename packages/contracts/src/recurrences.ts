/** Movements that come back: the rules from which each new quarter's operations are written. */
import { recurrenceOfRrule } from '@fibado/planning';
import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { byId, cents, day, id, positiveCents, text, version } from './primitives.js';
import { access } from './roles.js';
import type { Input, Output } from './readonly.js';

/** Rules one household can have. */
export const MAX_RECURRENCES = 500;

const fields = {
  kind: z.enum(['INCOME', 'EXPENSE', 'TRANSFER']),
  accountId: id,
  toAccountId: id.optional(),
  amountCents: positiveCents,
  lowCents: positiveCents.optional().meta({ description: 'What the amount is rarely below.' }),
  highCents: positiveCents.optional().meta({ description: 'What the amount is rarely above.' }),
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

type Checked = Output<z.ZodObject<typeof fields>>;

/** Rules that span several fields of a recurrence. */
function crossChecks(r: Checked, ctx: z.RefinementCtx): void {
  const wrong = (path: keyof Checked, message: string): void => {
    ctx.addIssue({ code: 'custom', path: [path], message });
  };
  if ((r.kind === 'TRANSFER') !== (r.toAccountId !== undefined))
    wrong('toAccountId', 'a transfer, and nothing else, has a destination');
  if (r.toAccountId !== undefined && r.toAccountId === r.accountId)
    wrong('toAccountId', 'a transfer to itself');
  const { lowCents = r.amountCents, highCents = r.amountCents } = r;
  if (lowCents > r.amountCents) wrong('lowCents', 'above the amount');
  if (highCents < r.amountCents) wrong('highCents', 'below the amount');
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

/** A rule that a household agrees to keep; its operations are written from a day on. */
const keepRecurrence = z
  .strictObject({
    id,
    ...fields,
    applyFrom: day.meta({
      description:
        'Operations are written from this day on into quarters that are open, where none is planned already.',
    }),
  })
  .superRefine(crossChecks)
  .meta({ id: 'KeepRecurrence' });

const evidence = z.strictObject({
  operationId: id,
  date: day,
  amountCents: positiveCents,
  description: z.string(),
  expected: day.meta({ description: 'The day on which the rule has it.' }),
});

const backTest = z.strictObject({
  predictions: z.int().meta({ description: 'Movements predicted from those before them.' }),
  daysRight: z.int().meta({ description: 'Predictions within a day of what happened.' }),
  amountsRight: z.int().meta({ description: 'Amounts within the range learnt until then.' }),
  meanDayError: z.number(),
  meanAmountErrorCents: cents,
});

/** A rule read from what happened; nothing of it is stored until a person agrees. */
const proposal = z
  .strictObject({
    kind: fields.kind,
    accountId: id,
    toAccountId: id.optional(),
    description: z.string(),
    category: z.string().optional(),
    amountCents: positiveCents,
    lowCents: positiveCents.optional(),
    highCents: positiveCents.optional(),
    rule: z.string(),
    onNonBusinessDay: z.enum(['SAME', 'BEFORE', 'AFTER']),
    from: day,
    next: day.meta({ description: 'The next day on which it is due.' }),
    evidence: z.array(evidence),
    missing: z.array(day).meta({ description: 'Days on which it was due and did not come.' }),
    backTest,
  })
  .meta({ id: 'RecurrenceProposal' });

/** How what happened differs from a stored rule. */
const drift = z
  .strictObject({
    recurrenceId: id,
    kind: z.enum(['MISSING', 'AMOUNT', 'DAY']),
    day: day.optional().meta({ description: 'MISSING: the day on which it was due.' }),
    expectedCents: positiveCents.optional().meta({ description: 'AMOUNT: what the rule says.' }),
    actualCents: positiveCents.optional().meta({ description: 'AMOUNT: what came the last times.' }),
    lowCents: positiveCents.optional(),
    highCents: positiveCents.optional(),
    lateDays: z.int().optional().meta({ description: 'DAY: days after the expected one; negative earlier.' }),
    operationIds: z.array(id).optional(),
  })
  .meta({ id: 'RecurrenceDrift' });

/** What a household declined; movements of the same direction, accounts and words are not proposed again. */
const declinedFields = {
  id,
  kind: fields.kind,
  accountId: id,
  toAccountId: id.optional(),
  description: text(500),
};
export const declinedProposal = z.strictObject(declinedFields).meta({ id: 'DeclinedProposal' });
const declineProposal = z
  .strictObject(declinedFields)
  .refine((one) => (one.kind === 'TRANSFER') === (one.toAccountId !== undefined), {
    path: ['toAccountId'],
    message: 'a transfer, and nothing else, has a destination',
  })
  .meta({ id: 'DeclineProposal' });

export type DeclinedProposal = Output<typeof declinedProposal>;
export type Recurrence = Output<typeof recurrence>;
export type RecurrenceProposal = Output<typeof proposal>;
export type RecurrenceDrift = Output<typeof drift>;
export type NewRecurrence = Input<typeof newRecurrence>;

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
  learn: endpoint({
    id: 'recurrences.learn',
    method: 'GET',
    path: '/api/finance/recurrences/learn',
    summary:
      'What the movements of the last two years propose as rules, with evidence and a back-test, and where they depart from stored rules',
    access: access.financeRead,
    response: z.strictObject({
      movements: z.int(),
      since: day.optional(),
      until: day.optional(),
      proposals: z.array(proposal),
      drift: z.array(drift),
      declined: z.array(declinedProposal).optional(),
    }),
  }),
  keep: endpoint({
    id: 'recurrences.keep',
    method: 'POST',
    path: '/api/finance/recurrences/keep',
    summary: 'Store a rule that was proposed and agreed to, and write its operations from a day on',
    access: access.financeWrite,
    body: keepRecurrence,
    response: recurrence,
    errors: ['NOT_FOUND', 'ALREADY_EXISTS'],
  }),
  decline: endpoint({
    id: 'recurrences.decline',
    method: 'POST',
    path: '/api/finance/recurrences/decline',
    summary: 'Decline a proposed rule: movements like its own are not proposed again',
    access: access.financeWrite,
    body: declineProposal,
    response: declinedProposal,
    errors: ['NOT_FOUND', 'ALREADY_EXISTS'],
  }),
  undoDecline: endpoint({
    id: 'recurrences.undoDecline',
    method: 'DELETE',
    path: '/api/finance/recurrences/undo-decline/{id}',
    summary: 'Let movements that were declined be proposed again',
    access: access.financeWrite,
    params: byId,
    errors: ['NOT_FOUND'],
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
