import {
  EVENT_PAYLOADS,
  type EventTopic,
  type Notification,
  REMINDER_KINDS,
  type Output,
} from '@fibado/contracts';
import type { NewNotification } from './notifications.repository.js';

type Payload<T extends EventTopic> = Output<(typeof EVENT_PAYLOADS)[T]>;
export type AccountChange = Payload<'account.changed'>;

/** What follows from an event for a household. */
export interface Effect {
  /** Told to its readers, in the ways its kind is switched on. */
  readonly notification?: NewNotification;
  /** Beginnings of the subjects the event makes pointless. */
  readonly settles?: readonly string[];
}

/** News about who has access, told whatever the household's switches say. */
export const ACCESS_NEWS = {
  'household.entered': { kind: 'HOUSEHOLD_ENTERED', to: 'MEMBERS' },
  'membership.requested': { kind: 'MEMBERSHIP_REQUESTED', to: 'ADMINISTRATORS' },
  'member.joined': { kind: 'MEMBER_JOINED', to: 'MEMBERS' },
} as const;
export type AccessTopic = keyof typeof ACCESS_NEWS;
export const isAccessTopic = (topic: EventTopic): topic is AccessTopic => topic in ACCESS_NEWS;

export type HouseholdTopic = Exclude<EventTopic, 'account.changed' | AccessTopic>;

type Effects = {
  readonly [T in HouseholdTopic]: (payload: Payload<T>, eventId: string) => Effect;
};

const automaticPlanning = (quarter: string) => `/fibado/dashboard/automatic-planning/${quarter}`;
const operations = (quarter: string) => `/fibado/dashboard/operation/edit/${quarter}`;

/** `kind:about:detail`, so that all of a kind about one thing, such as a quarter, can be named by its beginning. */
const subjectOf = (kind: Notification['kind'], about: string, detail = ''): string =>
  `${kind}:${about}:${detail}`;

/** Without those that are unset. */
const present = (params: Payload<'reminder'>['params']): Notification['params'] =>
  Object.fromEntries(
    Object.entries<string | number | undefined>(params).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value] as const],
    ),
  );

export const EFFECTS: Effects = {
  'plan.ready': (params) => ({
    notification: {
      kind: 'PLAN_READY',
      params,
      link: automaticPlanning(params.quarter),
      subject: subjectOf('PLAN_READY', params.quarter),
    },
    settles: [subjectOf('PLAN_STALE', params.quarter)],
  }),
  'plan.stale': (params) => ({
    notification: {
      kind: 'PLAN_STALE',
      params,
      link: automaticPlanning(params.quarter),
      subject: subjectOf('PLAN_STALE', params.quarter),
    },
    settles: [subjectOf('PLAN_READY', params.quarter)],
  }),
  // Every import is told by itself.
  'import.finished': (params, eventId) => ({
    notification: {
      kind: 'IMPORT_FINISHED',
      params,
      link: operations(params.quarter),
      subject: subjectOf('IMPORT_FINISHED', params.quarter, eventId),
    },
  }),
  'consent.ending': ({ consentId, bank, date }) => ({
    notification: {
      kind: 'CONSENT_ENDING',
      params: { bank, date },
      link: '/fibado/import-data/connection',
      subject: subjectOf('CONSENT_ENDING', consentId, date),
    },
  }),
  'webhook.disabled': ({ webhookId, name }) => ({
    notification: {
      kind: 'WEBHOOK_DISABLED',
      params: { name },
      link: '/fibado/settings/webhooks',
      subject: subjectOf('WEBHOOK_DISABLED', webhookId),
    },
  }),
  'consent.gone': ({ consentId }) => ({ settles: [subjectOf('CONSENT_ENDING', consentId)] }),
  'quarter.started': ({ quarter }) => ({ settles: [subjectOf('QUARTER_TO_START', quarter)] }),
  // Nothing in it can be done any more.
  'quarter.closed': ({ quarter }) => ({
    settles: [...REMINDER_KINDS, 'PLAN_READY' as const, 'PLAN_STALE' as const].map((kind) =>
      subjectOf(kind, quarter),
    ),
  }),
  reminder: ({ kind, params, link, quarter, about }) => ({
    notification: { kind, params: present(params), link, subject: subjectOf(kind, quarter, about) },
  }),
};
