/** What the guided start asks for, and the requests it becomes. No calls are made here. */
import type { Account, NewRecurrence, SaveAccount, SaveBank } from '@fibado/contracts';
import { addDays, instantOf, isValidIban, type KnownBank, normalizeIban, rruleOf } from '@fibado/planning';
import { kindDefaults, newAccount } from '../accounts/account-model';

export type AccountKind = Account['kind'];

/** One account as it is filled in. */
export interface AccountDraft {
  readonly key: string;
  /** Name of its bank, which is the bank's key. */
  readonly bank: string;
  readonly kind: AccountKind;
  readonly name: string;
  /** Today's; `null` until it is given. */
  readonly balanceCents: number | null;
  /** Gross interest, percent a year. */
  readonly ratePct: number;
  readonly iban: string;
  readonly minBalanceCents: number;
  readonly monthlyFeeCents: number;
  readonly maturityDate: string | null;
  /** When the bank draws up its statement and credits interest; absent: as is usual for the kind. */
  readonly periods?: Pick<SaveAccount, 'statementPeriod' | 'interestCredit'> | undefined;
  /** The bank's file the balance was read from, with the movements of the quarter. */
  readonly statement?: File | undefined;
}

export const ITEM_KEYS = ['SALARY', 'PENSION', 'RENT', 'BILLS', 'CARD', 'CASH'] as const;
export type ItemKey = (typeof ITEM_KEYS)[number];

/** A movement of every month; without an amount it is none of the household's. */
export interface ItemDraft {
  readonly key: ItemKey;
  readonly kind: 'INCOME' | 'EXPENSE';
  readonly amountCents: number | null;
  readonly dayOfMonth: number | 'LAST_BUSINESS';
  /** Key of the account, `undefined` for the first one. */
  readonly account?: string | undefined;
}

export interface BeginDraft {
  readonly banks: readonly KnownBank[];
  readonly accounts: readonly AccountDraft[];
  readonly items: readonly ItemDraft[];
}

export const NEW_ITEMS: readonly ItemDraft[] = [
  { key: 'SALARY', kind: 'INCOME', amountCents: null, dayOfMonth: 27 },
  { key: 'PENSION', kind: 'INCOME', amountCents: null, dayOfMonth: 1 },
  { key: 'RENT', kind: 'EXPENSE', amountCents: null, dayOfMonth: 5 },
  { key: 'BILLS', kind: 'EXPENSE', amountCents: null, dayOfMonth: 20 },
  { key: 'CARD', kind: 'EXPENSE', amountCents: null, dayOfMonth: 15 },
  { key: 'CASH', kind: 'EXPENSE', amountCents: null, dayOfMonth: 10 },
];

export const EMPTY: BeginDraft = { banks: [], accounts: [], items: NEW_ITEMS };

/** A name no other account has: the one wished for, else with a number after it. */
export function freeName(wished: string, accounts: readonly AccountDraft[]): string {
  const taken = new Set(accounts.map(({ name }) => name));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wished : `${wished} ${String(number)}`;
    if (!taken.has(name)) return name;
  }
}

export const newAccountDraft = (bank: string, kind: AccountKind, name: string): AccountDraft => ({
  key: crypto.randomUUID(),
  bank,
  kind,
  name,
  balanceCents: null,
  ratePct: 0,
  iban: '',
  minBalanceCents: 0,
  monthlyFeeCents: 0,
  maturityDate: null,
});

/** Kinds that pay interest as a rule: a rate of 0 % there is most likely one not filled in. */
export const paysInterest = (kind: AccountKind): boolean =>
  kind === 'DEPOSIT_FREE' || kind === 'DEPOSIT_TERM' || kind === 'SAVINGS_BOOK';

/** As far as the API takes rates. */
const MOST_RATE_PCT = 100;

export type AccountIssue = 'NAME' | 'NAME_TAKEN' | 'BALANCE' | 'RATE' | 'IBAN' | 'MATURITY' | 'NO_CURRENT';

/** What is wrong with an account, by field. */
export function accountIssues(
  draft: AccountDraft,
  all: readonly AccountDraft[],
): Partial<Record<'name' | 'balanceCents' | 'ratePct' | 'iban' | 'maturityDate' | 'kind', AccountIssue>> {
  const name = draft.name.trim();
  const iban = normalizeIban(draft.iban);
  const isTerm = draft.kind === 'DEPOSIT_TERM';
  return {
    ...(name === '' ? { name: 'NAME' } : {}),
    ...(name !== '' && all.some((other) => other.key !== draft.key && other.name.trim() === name)
      ? { name: 'NAME_TAKEN' }
      : {}),
    ...(draft.balanceCents === null ? { balanceCents: 'BALANCE' } : {}),
    ...(draft.ratePct < 0 || draft.ratePct > MOST_RATE_PCT ? { ratePct: 'RATE' } : {}),
    ...(iban !== '' && !isValidIban(iban) ? { iban: 'IBAN' } : {}),
    ...(isTerm && draft.maturityDate === null ? { maturityDate: 'MATURITY' } : {}),
    ...(isTerm && !linkedOf(draft, all) ? { kind: 'NO_CURRENT' } : {}),
  };
}

/** The account a deposit's money comes from and goes back to: a current one of its bank; a term deposit needs one. */
export function linkedOf(draft: AccountDraft, all: readonly AccountDraft[]): AccountDraft | undefined {
  if (draft.kind !== 'DEPOSIT_FREE' && draft.kind !== 'DEPOSIT_TERM') return undefined;
  const current = all.filter(({ kind }) => kind === 'CURRENT');
  const same = current.find(({ bank }) => bank === draft.bank);
  return same ?? (draft.kind === 'DEPOSIT_TERM' ? current[0] : undefined);
}

/** Deposits last: what they are linked to is saved before them. */
export const inSavingOrder = (accounts: readonly AccountDraft[]): AccountDraft[] =>
  accounts.toSorted((a, b) => Number(a.kind.startsWith('DEPOSIT')) - Number(b.kind.startsWith('DEPOSIT')));

export const bankBody = (bank: KnownBank): SaveBank => ({
  name: bank.name,
  guaranteeScheme: bank.guaranteeScheme,
  stampDutyMethod: bank.stampDutyMethod ?? 'ACTUAL_DAYS',
  instant: instantOf(bank),
  ...(bank.abi === undefined ? {} : { abi: bank.abi }),
  ...(bank.bic === undefined ? {} : { bic: bank.bic }),
});

export function accountBody(
  draft: AccountDraft,
  ids: { readonly bankId: string; readonly accountGroupId: string; readonly linkedAccountId?: string },
  today: string,
): SaveAccount {
  const iban = normalizeIban(draft.iban);
  return {
    ...newAccount(ids.bankId, ids.accountGroupId, today),
    ...kindDefaults(draft.kind),
    ...draft.periods,
    kind: draft.kind,
    name: draft.name.trim(),
    rates: [
      {
        from: `${today.slice(0, 4)}-01-01`,
        tiers: [{ upToCents: null, ratePct: draft.ratePct }],
        tierMode: 'MARGINAL',
      },
    ],
    minBalanceCents: draft.minBalanceCents,
    monthlyFeeCents: draft.monthlyFeeCents,
    ...(iban === '' ? {} : { iban }),
    ...(draft.kind === 'DEPOSIT_TERM' && draft.maturityDate !== null
      ? { maturityDate: draft.maturityDate }
      : {}),
    ...(ids.linkedAccountId === undefined ? {} : { linkedAccountId: ids.linkedAccountId }),
  };
}

/**
 * An item as a stored rule, from which the API writes the movements. It counts from tomorrow: what has happened is in
 * the balance already. Income comes on the business day before a closed one, bills on the one after.
 */
export function itemRule(
  item: ItemDraft & { readonly amountCents: number },
  accountId: string,
  description: string,
  today: string,
): NewRecurrence {
  const isIncome = item.kind === 'INCOME';
  return {
    id: crypto.randomUUID(),
    kind: item.kind,
    accountId,
    amountCents: item.amountCents,
    description,
    rule: rruleOf({ unit: 'MONTHS', everyMonths: 1, dayOfMonth: item.dayOfMonth }),
    onNonBusinessDay: isIncome ? 'BEFORE' : 'AFTER',
    from: addDays(today, 1),
  };
}
