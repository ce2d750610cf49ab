import type { Operation, Output, saveOperation } from '@fibado/contracts';
import { orAbsent, orNull } from '../shared/absent.js';
import type { OperationEntity } from './operation.entity.js';

export type OperationToSave = Output<typeof saveOperation>;

export function toOperation(row: OperationEntity): Operation {
  return {
    id: row.id,
    quarter: row.quarter,
    kind: row.kind,
    date: row.date,
    valueDate: row.valueDate,
    accountId: row.accountId,
    toAccountId: orAbsent(row.toAccountId),
    speed: orAbsent(row.speed),
    amountCents: row.amountCents,
    description: row.description,
    category: orAbsent(row.category),
    status: row.status,
    origin: row.origin,
    locked: row.locked,
    importKey: orAbsent(row.importKey),
    recurrenceId: orAbsent(row.recurrenceId),
    uncertainty: orAbsent(row.uncertainty),
    version: row.version,
  };
}

export function toOperationRow(
  body: OperationToSave,
  key: { tenantId: string; id: string; version: number },
): OperationEntity {
  return {
    tenantId: key.tenantId,
    id: key.id,
    version: key.version,
    quarter: body.quarter,
    kind: body.kind,
    date: body.date,
    valueDate: body.valueDate,
    accountId: body.accountId,
    toAccountId: orNull(body.toAccountId),
    speed: orNull(body.speed),
    amountCents: body.amountCents,
    description: body.description,
    category: orNull(body.category),
    status: body.status,
    origin: body.origin,
    locked: body.locked,
    importKey: orNull(body.importKey),
    recurrenceId: orNull(body.recurrenceId),
    uncertainty: orNull(body.uncertainty),
  };
}
