import { randomUUID } from 'node:crypto';
import type { Operation } from '@fibado/contracts';
import type { Account, Problem } from '@fibado/planning';
import { creditTransfersXml, type PaymentAccount } from '@fibado/spreadsheets';
import { DomainError } from '../../platform/http/domain-error.js';

/**
 * Transfers as ISO 20022 pain.001. A transfer to a deposit without an IBAN at the same bank is no order between
 * accounts but a move inside the bank's own pages, and left out.
 * @throws DomainError NOTHING_TO_EXPORT, or IBAN_MISSING naming the accounts.
 */
export async function creditTransfersOf(
  problem: Problem,
  transfers: readonly Operation[],
  now: Date,
): Promise<string> {
  const accounts = new Map(problem.accounts.map((account) => [account.id, account]));
  const orders = transfers.flatMap((operation) => {
    const from = accounts.get(operation.accountId);
    const to = accounts.get(operation.toAccountId ?? '');
    if (!from || !to) return [];
    const inside = from.bankId === to.bankId && (from.iban === undefined || to.iban === undefined);
    return inside ? [] : [{ operation, from, to }];
  });
  if (orders.length === 0) throw new DomainError('NOTHING_TO_EXPORT');
  const nameless = orders.flatMap(({ from, to }) => [from, to]).filter((account) => !account.iban);
  if (nameless.length > 0)
    throw new DomainError('IBAN_MISSING', ...new Set(nameless.map((account) => account.name)));
  const payments = orders.map(({ operation, from, to }) => ({
    id: operation.id,
    date: operation.date,
    amountCents: operation.amountCents,
    from: paymentAccount(problem, from),
    to: paymentAccount(problem, to),
    text: operation.description,
    isInstant: operation.speed === 'INSTANT',
  }));
  return creditTransfersXml({
    id: randomUUID(),
    createdAt: now.toISOString(),
    initiator: payments[0]?.from.name ?? '',
    transfers: payments,
  });
}

function paymentAccount(problem: Problem, account: Account): PaymentAccount {
  const group = problem.accountGroups.find((one) => one.id === account.accountGroupId);
  const bank = problem.banks.find((one) => one.id === account.bankId);
  const name = account.payeeName ?? (group?.holders ?? []).join(', ');
  return { name, iban: account.iban ?? '', bic: bank?.bic };
}
