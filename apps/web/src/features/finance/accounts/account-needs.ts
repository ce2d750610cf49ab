import type { Account, SaveAccount } from '@fibado/contracts';
import { periodsOf, usualPeriods } from '@fibado/planning';
import { kindDefaults, newAccount } from './account-model';

type Kind = Account['kind'];

/** The parts of an account's form besides what names it. */
export const TERMS_SECTIONS = ['RATES', 'FEES', 'DATES', 'PERIODS', 'DUTY', 'LIMITS'] as const;
export type TermsSection = (typeof TERMS_SECTIONS)[number];

const NEEDED: Record<Kind, readonly TermsSection[]> = {
  CURRENT: ['RATES', 'FEES'],
  SAVINGS_BOOK: ['RATES'],
  DEPOSIT_FREE: ['RATES'],
  DEPOSIT_TERM: ['RATES'],
  PREPAID: ['FEES'],
  CASH: [],
};

/** What has to be known of an account of a kind; the rest has defaults that can be changed. */
export const neededOf = (kind: Kind): readonly TermsSection[] => NEEDED[kind];

/** Cash has no IBAN. */
export const hasIban = ({ kind, iban }: Pick<SaveAccount, 'kind' | 'iban'>): boolean =>
  kind !== 'CASH' || iban !== undefined;

const PAYMENT_TERMS = ['singleLimitCents', 'dailyLimitCents', 'cutOff', 'payeeName', 'payment'] as const;

/** No bank sends cash by a time, up to a limit or to a name; what was said of it all the same stays in sight. */
export const hasPaymentTerms = (
  account: Pick<SaveAccount, 'kind' | (typeof PAYMENT_TERMS)[number]>,
): boolean => account.kind !== 'CASH' || PAYMENT_TERMS.some((term) => account[term] !== undefined);

/** Deposits and savings books are mostly linked to the account their money comes from. */
export const needsLink = (kind: Kind): boolean =>
  kind === 'SAVINGS_BOOK' || kind === 'DEPOSIT_FREE' || kind === 'DEPOSIT_TERM';

const FIELDS: Record<TermsSection, readonly (keyof SaveAccount)[]> = {
  RATES: [],
  FEES: ['monthlyFeeCents', 'feeWaiver', 'transferFeeCents', 'instantFeeCents'],
  DATES: ['openedOn', 'closedOn', 'active'],
  PERIODS: ['interestBasis', 'overdraftRatePct', 'withholdingPct'],
  DUTY: ['dutyRegime', 'dutyPaidByBank'],
  LIMITS: [
    'minBalanceCents',
    'maxBalanceCents',
    'transferLeadDays',
    'singleLimitCents',
    'dailyLimitCents',
    'cutOff',
    'payeeName',
    'payment',
    'canSend',
    'canReceive',
  ],
};

function hasUsualRates({ rates }: SaveAccount): boolean {
  const [period, ...others] = rates;
  return others.length === 0 && period?.tiers.length === 1 && period.tiers[0]?.ratePct === 0;
}

function isUnusual(account: SaveAccount, section: TermsSection, usual: SaveAccount): boolean {
  if (FIELDS[section].some((field) => (account[field] ?? usual[field]) !== usual[field])) return true;
  const { kind, dutyRegime, dutyBase, linkedAccountId } = account;
  if (section === 'RATES') return !hasUsualRates(account);
  if (section === 'DATES') return linkedAccountId !== undefined && !needsLink(kind);
  if (section === 'DUTY') return dutyRegime === 'PROPORTIONAL' && (dutyBase ?? 'PRUDENT') !== 'PRUDENT';
  if (section !== 'PERIODS') return false;
  const periods = periodsOf(account);
  const { statementPeriod, interestCredit } = usualPeriods(kind);
  return periods.statementPeriod !== statementPeriod || periods.interestCredit !== interestCredit;
}

/** The parts that hold something else than is usual for the account's kind. */
export function unusualIn(account: SaveAccount): TermsSection[] {
  const usual: SaveAccount = {
    ...newAccount(account.bankId, account.accountGroupId, '2000-01-01'),
    ...kindDefaults(account.kind),
    kind: account.kind,
  };
  return TERMS_SECTIONS.filter((section) => isUnusual(account, section, usual));
}
