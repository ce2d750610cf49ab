import type { AuditEntry } from '@fibado/contracts';
import { isDay } from '@fibado/planning';
import type { TFunction } from 'i18next';
import { quarterParts } from '../../../lib/day';

/** Kinds of rows entries are about; each has its word. */
export const ENTITIES = [
  'account',
  'accountGroup',
  'apiKey',
  'bank',
  'bankConsent',
  'bankKey',
  'calendarFeed',
  'deadLetter',
  'declinedProposal',
  'emailServer',
  'goal',
  'group',
  'household',
  'import',
  'lot',
  'mail',
  'operation',
  'optimizerRun',
  'person',
  'pushDevice',
  'quarter',
  'recurrence',
  'scenario',
  'service',
  'session',
  'settings',
  'tenant',
  'termOffer',
  'user',
  'webhook',
] as const;

/** Families of actions, as the API filters by them; each has its word. */
export const FAMILIES = [
  'account',
  'accountGroups',
  'accounts',
  'apiKeys',
  'bankConnections',
  'banks',
  'deadLetters',
  'emailServer',
  'exports',
  'goals',
  'groups',
  'identities',
  'imports',
  'lots',
  'operations',
  'optimizer',
  'passwordLinks',
  'persons',
  'push',
  'quarters',
  'reconciliation',
  'recurrences',
  'scenarios',
  'secondFactors',
  'services',
  'settings',
  'taxYear',
  'tenants',
  'termOffers',
  'tokens',
  'users',
  'webhooks',
] as const;

/** What was done, in words; the action itself where it has none yet. */
export const actionText = ({ action }: Pick<AuditEntry, 'action'>, t: TFunction): string =>
  t(`ADMIN.AUDIT.DID.${action}`, { defaultValue: action });

export const entityText = (entity: string, t: TFunction): string =>
  t(`ADMIN.AUDIT.KIND.${entity}`, { defaultValue: entity });

/** What a row is called by those who made it, in the order of preference. */
const NAMES = ['name', 'description', 'username', 'fileName', 'host'] as const;

/** Which row it was: its name then or before, a quarter's own; `undefined` where it has only a code. */
export function rowName(
  { entity, entityId, before, after }: Pick<AuditEntry, 'entity' | 'entityId' | 'before' | 'after'>,
  t: TFunction,
): string | undefined {
  if (entity === 'quarter' && isDay(entityId)) return t('COMMON.QUARTER', quarterParts(entityId));
  for (const row of [after, before]) {
    if (typeof row !== 'object' || row === null) continue;
    for (const key of NAMES) {
      const value: unknown = Reflect.get(row, key);
      if (typeof value === 'string' && value !== '') return value;
    }
  }
  return undefined;
}
