import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { cents, day, id, instant, quarterDate, sendSpeed } from './primitives.js';
import { isSignedIn } from './roles.js';
import { notificationKind } from './settings.js';
import type { Output } from './readonly.js';

const name = z.string();
const count = z.int().min(0);

/**
 * What a notification of each kind speaks of; its text under `NOTIFY.KIND.<kind>` uses exactly these names.
 * Amounts end in `Cents`, days and quarters are `YYYY-MM-DD`.
 */
export const notificationParams = {
  PLAN_READY: z.strictObject({
    quarter: quarterDate,
    status: z.enum(['OPTIMAL', 'FEASIBLE', 'INFEASIBLE']),
    gainCents: cents,
    transfers: count,
  }),
  PLAN_STALE: z.strictObject({ quarter: quarterDate }),
  /** A planned transfer falls on `date`, today or within the days set to be reminded before. */
  TRANSFER_DUE: z.strictObject({
    date: day,
    /** Of all transfers between the two accounts on the day. */
    amountCents: cents,
    from: name,
    to: name,
    /** The holder's name exactly as the bank of the destination holds it. */
    payee: name.optional(),
    /** To another bank: how it is sent. */
    speed: sendSpeed.optional(),
    /** How many transfers make up the amount, and the largest of them; absent: one. */
    pieces: count.optional(),
    pieceCents: cents.optional(),
  }),
  /** The first day an account is projected under its minimum, and the largest amount missing from then on. */
  BELOW_MINIMUM: z.strictObject({ account: name, date: day, missingCents: cents, minBalanceCents: cents }),
  /**
   * The average of a bank's accounts with the same holders is about to cross the duty threshold: so many
   * euro times days are left until the quarter's end.
   */
  DUTY_THRESHOLD: z.strictObject({
    bank: name,
    holders: name,
    quarter: quarterDate,
    thresholdCents: cents,
    euroDaysLeft: count,
  }),
  GUARANTEE_EXCEEDED: z.strictObject({
    holder: name,
    bank: name,
    date: day,
    exposureCents: cents,
    limitCents: cents,
  }),
  TERM_MATURING: z.strictObject({ account: name, date: day, amountCents: cents }),
  /** The last day on which a term deposit that its bank renews can be given notice; it matures on `maturity`. */
  NOTICE_DUE: z.strictObject({ account: name, date: day, amountCents: cents, maturity: day }),
  /** The day on which the bank has to be asked to break a term deposit; its money comes back on `back`. */
  BREAK_DUE: z.strictObject({ account: name, date: day, amountCents: cents, back: day }),
  /** `UNKNOWN` where the goal's quarter is not initialised: no balance is projected for its day. */
  GOAL_DUE: z.strictObject({
    goal: name,
    date: day,
    amountCents: cents,
    missingCents: cents,
    status: z.enum(['COVERED', 'SHORT', 'UNKNOWN']),
  }),
  QUARTER_TO_START: z.strictObject({ quarter: quarterDate }),
  QUARTER_TO_CLOSE: z.strictObject({ quarter: quarterDate }),
  IMPORT_FINISHED: z.strictObject({ quarter: quarterDate, account: name, imported: count, skipped: count }),
  /** A bank's consent ends on `date`: without a new one nothing is fetched afterwards. */
  CONSENT_ENDING: z.strictObject({ bank: name, date: day }),
  /** A webhook was disabled, since nothing reached it for long. */
  WEBHOOK_DISABLED: z.strictObject({ name }),
  /** The user's roles changed. */
  ACCOUNT_CHANGED: z.strictObject({}),
  /** An administrator of the instance opened break-glass access; `until` is a moment. */
  HOUSEHOLD_ENTERED: z.strictObject({ by: name, reason: name, until: instant }),
  MEMBERSHIP_REQUESTED: z.strictObject({ by: name, person: name }),
  MEMBER_JOINED: z.strictObject({ person: name }),
} as const;

export type ReceivedKind = keyof typeof notificationParams;
export type NotificationParams<K extends ReceivedKind> = Output<(typeof notificationParams)[K]>;

/** Kinds about who has access: no household switches them off. */
export const ACCESS_KINDS = [
  'ACCOUNT_CHANGED',
  'HOUSEHOLD_ENTERED',
  'MEMBERSHIP_REQUESTED',
  'MEMBER_JOINED',
] as const;

/** The kinds the daily look at a household's quarters finds. */
export const REMINDER_KINDS = [
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
] as const;
export const reminderKind = z.enum(REMINDER_KINDS);
export type ReminderKind = Output<typeof reminderKind>;

/** A notification: a kind with its parameters; the texts live in the language files under `NOTIFY`. */
export const notification = z
  .strictObject({
    idNotify: id,
    read: z.boolean(),
    createdAt: instant,
    kind: z.union([notificationKind, z.enum(ACCESS_KINDS)]),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    /** Where in the web application it leads. */
    link: z.string().optional(),
  })
  .meta({ id: 'Notification' });
export type Notification = Output<typeof notification>;

/** What arrives over STOMP. */
export const socketMessage = z
  .strictObject({ type: z.enum(['ACCOUNT_BLOCK', 'SIMPLE']), idNotify: id.optional() })
  .meta({ id: 'SocketMessage' });
export type SocketMessage = Output<typeof socketMessage>;

export const NOTIFY_EXCHANGE = 'web-notify-exchange';
/** Heart-beats in both directions, milliseconds. */
export const HEARTBEAT_MS = 10_000;
/** Longest WebSocket frame accepted, characters. */
export const MAX_FRAME_CHARACTERS = 16_384;
export const RECONNECT_DELAY_MS = 5000;

export const notify = {
  list: endpoint({
    id: 'notify.list',
    method: 'GET',
    path: '/api/notify/web-notify/list/{flag}',
    summary: 'flag true: connection details with a one-time secret; false: the notifications, newest first',
    access: isSignedIn,
    params: z.strictObject({ flag: z.enum(['true', 'false']) }),
    response: z
      .strictObject({
        list: z.array(notification),
        hostSocket: z.string().optional(),
        username: z.string().optional(),
        password: z.string().optional(),
      })
      .meta({ id: 'NotificationList' }),
  }),
  markRead: endpoint({
    id: 'notify.markRead',
    method: 'PUT',
    path: '/api/notify/web-notify/mark-read/{id}',
    summary: 'Mark a notification as read',
    access: isSignedIn,
    params: z.strictObject({ id }),
    errors: ['NOT_FOUND'],
  }),
  cancel: endpoint({
    id: 'notify.cancel',
    method: 'DELETE',
    path: '/api/notify/web-notify/cancel/{idNotify}',
    summary: 'Delete a notification',
    access: isSignedIn,
    params: z.strictObject({ idNotify: id }),
    errors: ['NOT_FOUND'],
  }),
  cancelAll: endpoint({
    id: 'notify.cancelAll',
    method: 'DELETE',
    path: '/api/notify/web-notify/cancel-all',
    summary: 'Delete every notification of the user in this tenant',
    access: isSignedIn,
  }),
} as const;
