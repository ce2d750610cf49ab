import type { Account, SaveAccount } from '@fibado/contracts';
import { usualPeriods } from '@fibado/planning';

export const ACCOUNT_KINDS = [
  'CURRENT',
  'SAVINGS_BOOK',
  'DEPOSIT_FREE',
  'DEPOSIT_TERM',
  'PREPAID',
  'CASH',
] as const;

/** What the kind of an account usually means for its periods, its duty, its limits and its movements. */
export function kindDefaults(kind: Account['kind']): Partial<SaveAccount> {
  return { ...usualPeriods(kind), ...termsOfKind(kind) };
}

function termsOfKind(kind: Account['kind']): Partial<SaveAccount> {
  switch (kind) {
    case 'CURRENT':
    case 'SAVINGS_BOOK':
      return { dutyRegime: 'FIXED', maturityDate: undefined, canReceive: true };
    case 'DEPOSIT_FREE':
      return { dutyRegime: 'PROPORTIONAL', maturityDate: undefined, canReceive: true };
    case 'DEPOSIT_TERM':
      return { dutyRegime: 'PROPORTIONAL', canReceive: false };
    case 'PREPAID':
    case 'CASH':
      return { dutyRegime: 'NONE', maturityDate: undefined, canReceive: true };
  }
}

/** A new account: an ordinary current account without interest from the first day of the year. */
export function newAccount(bankId: string, accountGroupId: string, today: string): SaveAccount {
  return {
    name: '',
    bankId,
    accountGroupId,
    kind: 'CURRENT',
    dutyRegime: 'FIXED',
    dutyPaidByBank: false,
    dutyBase: 'PRUDENT',
    rates: [
      {
        from: `${today.slice(0, 4)}-01-01`,
        tiers: [{ upToCents: null, ratePct: 0 }],
        tierMode: 'MARGINAL',
      },
    ],
    interestBasis: 'ACT_ACT',
    ...usualPeriods('CURRENT'),
    minBalanceCents: 0,
    monthlyFeeCents: 0,
    transferFeeCents: 0,
    transferLeadDays: 1,
    canSend: true,
    canReceive: true,
    active: true,
  };
}

/** A duplicate: everything but what names one account at the bank. */
export function copyOfAccount(
  { iban: _iban, ...rest }: Omit<Account, 'id' | 'version'>,
  name: string,
): SaveAccount {
  return { ...rest, name };
}
