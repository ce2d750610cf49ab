import { z } from 'zod';
import { cents, day, id, quarterDate, text } from './primitives.js';
import { reminderKind, notificationParams } from './notify.js';
import type { Input } from './readonly.js';

const count = z.int().min(0);

/**
 * What happens in one tenant and others may have to hear of. An event is written to the outbox in the transaction
 * of its cause, so it exists exactly when its cause does.
 */
export const EVENT_PAYLOADS = {
  /** The optimizer finished; `gainCents` over doing nothing, 0 when there is no plan. */
  'plan.ready': z.strictObject({
    quarter: quarterDate,
    status: z.enum(['OPTIMAL', 'FEASIBLE', 'INFEASIBLE']),
    gainCents: cents,
    transfers: count,
  }),
  /** A plan was made, and what it was made from has changed since. */
  'plan.stale': z.strictObject({ quarter: quarterDate }),
  /** Rows of a bank's file became operations. */
  'import.finished': z.strictObject({
    quarter: quarterDate,
    /** The account's name, as the household calls it. */
    account: text(200),
    /** Operations written, rows left out because they were known or refused. */
    imported: count,
    skipped: count,
  }),
  /** A consent to read an account at a bank ends soon; said once. */
  'consent.ending': z.strictObject({ consentId: id, bank: text(120), date: day }),
  /** It was renewed or withdrawn. */
  'consent.gone': z.strictObject({ consentId: id }),
  /** A webhook was disabled, since nothing reached it for long. */
  'webhook.disabled': z.strictObject({ webhookId: id, name: text(80) }),
  'quarter.started': z.strictObject({ quarter: quarterDate }),
  'quarter.closed': z.strictObject({ quarter: quarterDate }),
  /** Something a household has to be reminded of; found by the daily look at its quarters. */
  reminder: z.strictObject({
    kind: reminderKind,
    params: z.union([
      notificationParams.TRANSFER_DUE,
      notificationParams.BELOW_MINIMUM,
      notificationParams.DUTY_THRESHOLD,
      notificationParams.GUARANTEE_EXCEEDED,
      notificationParams.TERM_MATURING,
      notificationParams.NOTICE_DUE,
      notificationParams.BREAK_DUE,
      notificationParams.GOAL_DUE,
      notificationParams.QUARTER_TO_START,
      notificationParams.QUARTER_TO_CLOSE,
    ]),
    link: z.string(),
    /** The quarter it concerns: closing or starting that quarter settles it. */
    quarter: quarterDate,
    /** What it is about within its kind and quarter, e.g. an account and a day; said once. */
    about: z.string(),
  }),
  /**
   * A user's rights in the tenant changed: `ROLES` were given or taken, the user was `BLOCKED` or `REMOVED` from
   * the tenant. Open sessions are told to renew their token at once.
   */
  'account.changed': z.strictObject({
    userId: id,
    username: z.string(),
    change: z.enum(['ROLES', 'BLOCKED', 'REMOVED']),
  }),
  /** A super-administrator opened break-glass access to the household. Told to every member. */
  'household.entered': notificationParams.HOUSEHOLD_ENTERED,
  /** A membership was asked for from outside. Told to the household's administrators. */
  'membership.requested': notificationParams.MEMBERSHIP_REQUESTED,
  /** A person became a member without an administrator's doing: by a first single sign-on. Told to every member. */
  'member.joined': notificationParams.MEMBER_JOINED,
} as const;

export type EventTopic = keyof typeof EVENT_PAYLOADS;
export type EventPayload<T extends EventTopic> = Input<(typeof EVENT_PAYLOADS)[T]>;
