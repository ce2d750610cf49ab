import { MAX_HORIZON_QUARTERS } from '@fibado/planning';
import { z } from 'zod';
import { endpoint } from './endpoint.js';
import {
  cents,
  dropping,
  email,
  nonNegativeCents,
  positiveCents,
  version,
  withholdingPct,
} from './primitives.js';
import { access } from './roles.js';
import type { Input, Output } from './readonly.js';

/** The part of the settings that shapes a plan's mathematics. */
export const planningFields = {
  effortCostCents: nonNegativeCents.default(100),
  minBalanceCents: cents.default(0),
  transferStepCents: positiveCents.default(100),
  thresholdMarginCents: nonNegativeCents.max(500_000).default(5000),
  guaranteeLimitCents: positiveCents.default(10_000_000),
  guaranteePolicy: z.enum(['HARD', 'OFF']).default('HARD'),
  businessDaysOnly: z.boolean().default(true),
  calendar: z.enum(['TARGET_AND_ITALY', 'TARGET']).default('TARGET_AND_ITALY'),
  withholdingPct: withholdingPct.default(26),
};

/** What can notify, one switch each; see decisions §8 and the notifications. */
export const NOTIFICATION_KINDS = [
  'PLAN_READY',
  'PLAN_STALE',
  'TRANSFER_DUE',
  'BELOW_MINIMUM',
  'DUTY_THRESHOLD',
  'GUARANTEE_EXCEEDED',
  'TERM_MATURING',
  'NOTICE_DUE',
  'BREAK_DUE',
  'GOAL_DUE',
  'QUARTER_TO_START',
  'QUARTER_TO_CLOSE',
  'IMPORT_FINISHED',
  'CONSENT_ENDING',
  'WEBHOOK_DISABLED',
] as const;
export const notificationKind = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = Output<typeof notificationKind>;

const language = z.enum(['it', 'en']);
const channel = z.strictObject({ web: z.boolean(), email: z.boolean() });

/** The part of the settings that is not in a problem's own. */
const otherFields = {
  language: language.default('it'),
  /** Whether a plan is made in the background after a save that changes what plans rest on. */
  automaticPlans: z.boolean().default(true),
  /** How many quarters a plan looks at; the problem says it as its horizon. */
  horizonQuarters: z.int().min(1).max(MAX_HORIZON_QUARTERS).default(4),
  reminders: z
    .strictObject({ email: email.optional(), daysBefore: z.int().min(0).max(30).default(1) })
    .default({ daysBefore: 1 }),
  notifications: z.partialRecord(notificationKind, channel).default({}),
};
const fields = { ...planningFields, ...otherFields };
const ignoredFields = { ...z.strictObject(otherFields).partial().shape, version: version.optional() };

/** The settings inside a stateless problem; what of the household's settings shapes no plan is ignored. */
export const problemSettings = z
  .strictObject({ ...planningFields, ...ignoredFields })
  .overwrite(dropping(...Object.keys(ignoredFields)));
export const settingsShape = z.strictObject({ ...fields, version }).meta({ id: 'Settings' });
export const saveSettings = z.strictObject({ ...fields, version }).meta({ id: 'SaveSettings' });

export type Settings = Output<typeof settingsShape>;
export type SaveSettings = Input<typeof saveSettings>;

export const settings = {
  get: endpoint({
    id: 'settings.get',
    method: 'GET',
    path: '/api/finance/settings/get',
    summary: "The household's settings",
    access: access.financeRead,
    response: settingsShape,
  }),
  save: endpoint({
    id: 'settings.save',
    method: 'POST',
    path: '/api/finance/settings/save',
    summary: "Save the household's settings",
    access: access.financeWrite,
    body: saveSettings,
    response: settingsShape,
    errors: ['STALE_VERSION'],
  }),
} as const;
