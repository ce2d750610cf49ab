import type { Bank, BodyOf, banks } from '@fibado/contracts';
import { orAbsent, orNull } from '../shared/absent.js';
import type { BankEntity } from './bank.entity.js';

export function toBank(row: BankEntity): Bank {
  return {
    id: row.id,
    name: row.name,
    abi: orAbsent(row.abi),
    bic: orAbsent(row.bic),
    guaranteeScheme: row.guaranteeScheme,
    stampDutyMethod: row.stampDutyMethod,
    instant: orAbsent(row.instant),
    weekendBooking: orAbsent(row.weekendBooking),
    color: orAbsent(row.color),
    notes: orAbsent(row.notes),
    version: row.version,
  };
}

export function toBankRow(
  body: BodyOf<typeof banks.save>,
  key: { tenantId: string; id: string; version: number },
): BankEntity {
  return {
    ...key,
    name: body.name,
    abi: orNull(body.abi),
    bic: orNull(body.bic),
    guaranteeScheme: body.guaranteeScheme,
    stampDutyMethod: body.stampDutyMethod,
    instant: orNull(body.instant),
    weekendBooking: orNull(body.weekendBooking),
    color: orNull(body.color),
    notes: orNull(body.notes),
  };
}
