import { INTEREST_CREDITS, ratePeriodsOverlap, STATEMENT_PERIODS } from '@fibado/planning';
import { z } from 'zod';
import { endpoint } from './endpoint.js';
import {
  byId,
  cents,
  day,
  dropping,
  iban,
  id,
  nonNegativeCents,
  positiveCents,
  quarterDate,
  ratePct,
  text,
  timeOfDay,
  version,
  withholdingPct,
} from './primitives.js';
import { access } from './roles.js';
import type { Input, Output } from './readonly.js';

export const rateTier = z.strictObject({ upToCents: positiveCents.nullable(), ratePct });

export const ratePeriod = z
  .strictObject({
    from: day,
    to: day.optional(),
    tiers: z.array(rateTier).min(1).max(20),
    tierMode: z.enum(['MARGINAL', 'WHOLE_BALANCE']),
  })
  .refine((p) => p.to === undefined || p.from <= p.to, { path: ['to'], message: 'ends before it begins' })
  .refine((p) => p.tiers.every((t, i) => (t.upToCents === null) === (i === p.tiers.length - 1)), {
    path: ['tiers'],
    message: 'the last band alone is open',
  })
  .refine(
    (p) =>
      p.tiers.every(
        (t, i) => i === 0 || t.upToCents === null || t.upToCents > (p.tiers[i - 1]?.upToCents ?? 0),
      ),
    { path: ['tiers'], message: 'bands must rise' },
  )
  .meta({ id: 'RatePeriod' });

const fields = {
  name: text(120),
  iban: iban.optional(),
  bankId: id,
  accountGroupId: id,
  kind: z.enum(['CURRENT', 'SAVINGS_BOOK', 'DEPOSIT_FREE', 'DEPOSIT_TERM', 'PREPAID', 'CASH']),
  dutyRegime: z.enum(['FIXED', 'PROPORTIONAL', 'NONE']),
  dutyPaidByBank: z.boolean().default(false),
  dutyBase: z.enum(['PRUDENT', 'CLOSING', 'AVERAGE']).default('PRUDENT'),
  rates: z
    .array(ratePeriod)
    .max(100)
    .refine((periods) => !ratePeriodsOverlap(periods), 'rate periods overlap'),
  interestBasis: z.enum(['ACT_ACT', 'ACT_365']).default('ACT_ACT'),
  /** How often the bank draws up the statement, and so when it tests and charges duty; QUARTERLY when absent. */
  statementPeriod: z.enum(STATEMENT_PERIODS).optional(),
  /** When interest is credited; as the statement when absent. */
  interestCredit: z.enum(INTEREST_CREDITS).optional(),
  /** Percent withheld from this account's interest: 12.5 for State and postal paper; the settings' when absent. */
  withholdingPct: withholdingPct.optional(),
  overdraftRatePct: ratePct.min(0).optional(),
  minBalanceCents: cents.default(0),
  maxBalanceCents: nonNegativeCents.optional(),
  monthlyFeeCents: nonNegativeCents.default(0),
  feeWaiver: z
    .strictObject({
      minAverageBalanceCents: positiveCents.optional(),
      minMonthlyCreditsCents: positiveCents.optional(),
      /** Whether transfers from own accounts at other banks count as credits; they do not unless it says so. */
      ownTransfersCount: z.boolean().optional(),
    })
    .optional(),
  transferFeeCents: nonNegativeCents.default(0),
  instantFeeCents: nonNegativeCents.optional().meta({
    description: 'What an instant transfer costs; as `transferFeeCents` when absent.',
  }),
  transferLeadDays: z.int().min(0).max(10).default(1),
  cutOff: timeOfDay.optional().meta({
    description:
      'From this time on, `HH:MM` in Italy, an ordinary transfer to another bank leaves on the next business day.',
    example: '17:00',
  }),
  singleLimitCents: positiveCents.optional().meta({
    description:
      'Most of one transfer to another bank, instant or ordinary: more is sent in several. No limit when absent.',
  }),
  dailyLimitCents: positiveCents.optional().meta({
    description:
      'Most of what leaves for other banks on one day, all transfers together. No limit when absent.',
  }),
  canSend: z.boolean().default(true),
  canReceive: z.boolean().default(true),
  linkedAccountId: id.optional(),
  payment: z.boolean().optional().meta({
    description:
      'False: a deposit that exchanges with its linked account only, never by instant transfer. True when absent, unless it is linked, a term deposit or cash.',
  }),
  payeeName: text(140).optional().meta({
    description: "The holder's name exactly as the bank holds it, for the verification of payee.",
  }),
  maturityDate: day.optional(),
  openedOn: day.optional(),
  closedOn: day.optional(),
  active: z.boolean().default(true),
};

interface Checked {
  readonly kind: string;
  readonly id?: string | undefined;
  readonly linkedAccountId?: string | undefined;
  readonly payment?: boolean | undefined;
  readonly maturityDate?: string | undefined;
  readonly openedOn?: string | undefined;
  readonly closedOn?: string | undefined;
  readonly minBalanceCents: number;
  readonly maxBalanceCents?: number | undefined;
}

/** Rules that span several fields of an account. */
function crossChecks(a: Checked, ctx: z.RefinementCtx): void {
  const wrong = (path: keyof Checked, message: string): void => {
    ctx.addIssue({ code: 'custom', path: [path], message });
  };
  if (a.kind === 'DEPOSIT_TERM' && a.maturityDate === undefined)
    wrong('maturityDate', 'a term deposit matures on a day');
  if (a.kind !== 'DEPOSIT_TERM' && a.maturityDate !== undefined)
    wrong('maturityDate', 'only a term deposit matures');
  if (a.linkedAccountId !== undefined && a.linkedAccountId === a.id)
    wrong('linkedAccountId', 'linked to itself');
  if (a.payment === false && a.linkedAccountId === undefined)
    wrong('payment', 'exchanges with a linked account only, and has none');
  if (a.openedOn !== undefined && a.closedOn !== undefined && a.closedOn < a.openedOn)
    wrong('closedOn', 'closed before it was opened');
  if (a.maxBalanceCents !== undefined && a.maxBalanceCents < a.minBalanceCents)
    wrong('maxBalanceCents', 'below the minimum');
}

/** An account inside a stateless problem; the version of a stored one is ignored. */
export const problemAccount = z
  .strictObject({ id, ...fields, version: version.optional() })
  .superRefine(crossChecks)
  .overwrite(dropping('version'));
export const account = z.strictObject({ id, ...fields, version }).meta({ id: 'Account' });
/** Sound in itself; accounts stored before `saveAccount` asked for more are so too. */
export const soundAccount = z
  .strictObject({ id: id.optional(), version: version.optional(), ...fields })
  .superRefine(crossChecks);
export const saveAccount = soundAccount
  .superRefine((a, ctx) => {
    if (a.kind === 'DEPOSIT_TERM' && a.linkedAccountId === undefined)
      ctx.addIssue({
        code: 'custom',
        path: ['linkedAccountId'],
        message: 'a term deposit pays out somewhere',
      });
  })
  .meta({ id: 'SaveAccount' });

/** For contracts that hold an account before it is one. */
export { crossChecks as accountCrossChecks, fields as accountFields };

export type Account = Output<typeof account>;
export type SaveAccount = Input<typeof saveAccount>;

export const accounts = {
  get: endpoint({
    id: 'accounts.get',
    method: 'GET',
    path: '/api/finance/accounts/get',
    summary: 'All accounts of the household, in the order of their groups',
    access: access.financeRead,
    response: z.array(account),
  }),
  getAlreadySetUp: endpoint({
    id: 'accounts.getAlreadySetUp',
    method: 'GET',
    path: '/api/finance/accounts/get-already-set-up/{quarter}',
    summary: 'The accounts that have a setup in a quarter',
    access: access.financeRead,
    params: z.strictObject({ quarter: quarterDate }),
    response: z.array(account),
    errors: ['NOT_FOUND'],
  }),
  save: endpoint({
    id: 'accounts.save',
    method: 'POST',
    path: '/api/finance/accounts/save',
    summary: 'Create an account (no id) or update one (id and version)',
    access: access.financeWrite,
    body: saveAccount,
    response: account,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'ALREADY_EXISTS'],
  }),
  delete: endpoint({
    id: 'accounts.delete',
    method: 'DELETE',
    path: '/api/finance/accounts/delete/{id}',
    summary: 'Delete an account nothing refers to',
    access: access.financeWrite,
    params: byId,
    errors: ['NOT_FOUND', 'IN_USE'],
  }),
} as const;
