import type { newRecurrence, Output, Recurrence } from '@fibado/contracts';
import { orAbsent, orNull } from '../shared/absent.js';
import type { RecurrenceEntity } from './recurrence.entity.js';

export type RecurrenceToSave = Output<typeof newRecurrence>;

export function toRecurrence(row: RecurrenceEntity): Recurrence {
  return {
    id: row.id,
    kind: row.kind,
    accountId: row.accountId,
    toAccountId: orAbsent(row.toAccountId),
    amountCents: row.amountCents,
    lowCents: orAbsent(row.lowCents),
    highCents: orAbsent(row.highCents),
    description: row.description,
    category: orAbsent(row.category),
    rule: row.rule,
    onNonBusinessDay: row.onNonBusinessDay,
    from: row.startsOn,
    until: orAbsent(row.endsOn),
    origin: row.origin,
    version: row.version,
  };
}

export function toRecurrenceRow(
  body: RecurrenceToSave,
  key: { tenantId: string; version: number },
): RecurrenceEntity {
  return {
    tenantId: key.tenantId,
    id: body.id,
    version: key.version,
    kind: body.kind,
    accountId: body.accountId,
    toAccountId: orNull(body.toAccountId),
    amountCents: body.amountCents,
    lowCents: orNull(body.lowCents),
    highCents: orNull(body.highCents),
    description: body.description,
    category: orNull(body.category),
    rule: body.rule,
    onNonBusinessDay: body.onNonBusinessDay,
    startsOn: body.from,
    endsOn: orNull(body.until),
    origin: body.origin,
  };
}
