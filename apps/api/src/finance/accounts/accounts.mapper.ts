import type { Account, BodyOf, accounts } from '@fibado/contracts';
import { orAbsent, orNull } from '../shared/absent.js';
import type { AccountEntity } from './account.entity.js';

export function toAccount(row: AccountEntity): Account {
  return {
    id: row.id,
    name: row.name,
    iban: orAbsent(row.iban),
    bankId: row.bankId,
    accountGroupId: row.accountGroupId,
    kind: row.kind,
    dutyRegime: row.dutyRegime,
    dutyPaidByBank: row.dutyPaidByBank,
    dutyBase: row.dutyBase,
    rates: row.rates.map((period) => ({ ...period, tiers: [...period.tiers] })),
    interestBasis: row.interestBasis,
    statementPeriod: orAbsent(row.statementPeriod),
    interestCredit: orAbsent(row.interestCredit),
    withholdingPct: orAbsent(row.withholdingPct),
    overdraftRatePct: orAbsent(row.overdraftRatePct),
    minBalanceCents: row.minBalanceCents,
    maxBalanceCents: orAbsent(row.maxBalanceCents),
    monthlyFeeCents: row.monthlyFeeCents,
    feeWaiver: orAbsent(row.feeWaiver),
    transferFeeCents: row.transferFeeCents,
    transferLeadDays: row.transferLeadDays,
    canSend: row.canSend,
    canReceive: row.canReceive,
    linkedAccountId: orAbsent(row.linkedAccountId),
    maturityDate: orAbsent(row.maturityDate),
    openedOn: orAbsent(row.openedOn),
    closedOn: orAbsent(row.closedOn),
    active: row.active,
    version: row.version,
  };
}

export function toAccountRow(
  body: BodyOf<typeof accounts.save>,
  key: { tenantId: string; id: string; version: number },
): AccountEntity {
  return {
    ...key,
    name: body.name,
    iban: orNull(body.iban),
    bankId: body.bankId,
    accountGroupId: body.accountGroupId,
    kind: body.kind,
    dutyRegime: body.dutyRegime,
    dutyPaidByBank: body.dutyPaidByBank,
    dutyBase: body.dutyBase,
    rates: body.rates,
    interestBasis: body.interestBasis,
    statementPeriod: orNull(body.statementPeriod),
    interestCredit: orNull(body.interestCredit),
    withholdingPct: orNull(body.withholdingPct),
    overdraftRatePct: orNull(body.overdraftRatePct),
    minBalanceCents: body.minBalanceCents,
    maxBalanceCents: orNull(body.maxBalanceCents),
    monthlyFeeCents: body.monthlyFeeCents,
    feeWaiver: orNull(body.feeWaiver),
    transferFeeCents: body.transferFeeCents,
    transferLeadDays: body.transferLeadDays,
    canSend: body.canSend,
    canReceive: body.canReceive,
    linkedAccountId: orNull(body.linkedAccountId),
    maturityDate: orNull(body.maturityDate),
    openedOn: orNull(body.openedOn),
    closedOn: orNull(body.closedOn),
    active: body.active,
  };
}
