import type { Account, Setup } from '@fibado/contracts';
import { type Evaluation, ratePeriodOn, quarterEnd } from '@fibado/planning';
import { formatAmount, parseAmount } from '../../../lib/money';
import type { Household } from '../shared/queries';

/** One row of the setup grid, as typed. */
export interface SetupDraft {
  readonly accountId: string;
  readonly opening: string;
  readonly min: string;
  readonly max: string;
  readonly excluded: boolean;
  readonly notes: string;
  /** The row as the server has it; absent for an account just taken in. */
  readonly saved?: Setup | undefined;
}

export type SetupField = 'opening' | 'min' | 'max' | 'excluded' | 'notes';

export interface SetupReading {
  readonly setup: Setup | undefined;
  readonly issues: Readonly<Partial<Record<SetupField, string>>>;
}

const optionalAmount = (cents: number | undefined): string =>
  cents === undefined ? '' : formatAmount(cents);

export const setupDraftOf = (setup: Setup): SetupDraft => ({
  accountId: setup.accountId,
  opening: formatAmount(setup.openingBalanceCents),
  min: optionalAmount(setup.minBalanceCents),
  max: optionalAmount(setup.maxBalanceCents),
  excluded: setup.excluded,
  notes: setup.notes ?? '',
  saved: setup,
});

/** The rows of a quarter's setups, in the order in which the household keeps its accounts. */
export function setupDrafts(
  setups: readonly Setup[],
  { accounts }: Pick<Household, 'accounts'>,
): SetupDraft[] {
  const place = (setup: Setup) => accounts.findIndex((account) => account.id === setup.accountId);
  return setups.toSorted((a, b) => place(a) - place(b)).map(setupDraftOf);
}

/** An account opened in the quarter holds nothing before its first day. */
export const opensWithin = (account: Pick<Account, 'openedOn'>, quarter: string): boolean =>
  account.openedOn !== undefined && account.openedOn >= quarter;

/** The accounts that can be taken into a quarter: in use, open on some day of it, and not in it yet. */
export function accountsToTakeIn(
  accounts: readonly Account[],
  quarter: string,
  present: ReadonlySet<string>,
): Account[] {
  const end = quarterEnd(quarter);
  return accounts.filter(
    ({ id, active, openedOn = quarter, closedOn = end }) =>
      active && openedOn <= end && closedOn >= quarter && !present.has(id),
  );
}

export const newSetupDraft = (accountId: string, opening = ''): SetupDraft => ({
  accountId,
  opening,
  min: '',
  max: '',
  excluded: false,
  notes: '',
});

const MAX_NOTES = 2000;

export function readSetup(draft: SetupDraft): SetupReading {
  const issues: Partial<Record<SetupField, string>> = {};
  const openingBalanceCents = parseAmount(draft.opening);
  if (openingBalanceCents === undefined) issues.opening = draft.opening.trim() === '' ? 'REQUIRED' : 'AMOUNT';
  const limit = (field: 'min' | 'max'): number | undefined => {
    if (draft[field].trim() === '') return undefined;
    const cents = parseAmount(draft[field]);
    if (cents === undefined) issues[field] = 'AMOUNT';
    return cents;
  };
  const minBalanceCents = limit('min');
  const maxBalanceCents = limit('max');
  if (maxBalanceCents !== undefined && maxBalanceCents < 0) issues.max = 'TOO_SMALL';
  if (minBalanceCents !== undefined && maxBalanceCents !== undefined && maxBalanceCents < minBalanceCents)
    issues.max = 'BELOW_MINIMUM';
  if (draft.notes.length > MAX_NOTES) issues.notes = 'TOO_LONG';
  if (openingBalanceCents === undefined || Object.keys(issues).length > 0)
    return { setup: undefined, issues };
  const notes = draft.notes.trim();
  return {
    issues,
    setup: {
      accountId: draft.accountId,
      openingBalanceCents,
      ...(minBalanceCents === undefined ? {} : { minBalanceCents }),
      ...(maxBalanceCents === undefined ? {} : { maxBalanceCents }),
      excluded: draft.excluded,
      ...(notes === '' ? {} : { notes }),
      ...(draft.saved?.carried === undefined ? {} : { carried: draft.saved.carried }),
    },
  };
}

export const editSetup = (draft: SetupDraft, field: SetupField, text: string): SetupDraft =>
  field === 'excluded' ? { ...draft, excluded: text === 'true' } : { ...draft, [field]: text };

export function isSetupChanged(draft: SetupDraft): boolean {
  const { setup } = readSetup(draft);
  const saved = draft.saved;
  if (!saved || !setup) return true;
  return (
    setup.openingBalanceCents !== saved.openingBalanceCents ||
    setup.minBalanceCents !== saved.minBalanceCents ||
    setup.maxBalanceCents !== saved.maxBalanceCents ||
    setup.excluded !== saved.excluded ||
    (setup.notes ?? '') !== (saved.notes ?? '')
  );
}

/** Something to look at before starting; only a blocking one keeps the quarter from being started. */
export interface SetupCheck {
  readonly kind:
    | 'NO_ACCOUNTS'
    | 'UNREADABLE'
    | 'UNSAVED'
    | 'ACCOUNT_LEFT_OUT'
    | 'NO_RATE'
    | 'RATE_ENDS'
    | 'LINKED_LEFT_OUT'
    | 'TERM_WITHOUT_LINK'
    | 'OPENS_BELOW_MINIMUM'
    | 'NO_OPERATIONS';
  readonly blocking: boolean;
  readonly account?: string;
}

/** What is missing or odd before a quarter is started, most important first. */
export function setupChecks(
  household: Household,
  quarter: string,
  drafts: readonly SetupDraft[],
  evaluation: Evaluation | undefined,
  operationCount: number,
): SetupCheck[] {
  const checks: SetupCheck[] = [];
  if (drafts.length === 0) checks.push({ kind: 'NO_ACCOUNTS', blocking: true });
  const byId = new Map(household.accounts.map((a) => [a.id, a]));
  const inQuarter = new Set(drafts.map((d) => d.accountId));
  const end = quarterEnd(quarter);
  for (const draft of drafts) {
    const account = byId.get(draft.accountId);
    const name = account?.name ?? '–';
    if (!readSetup(draft).setup) checks.push({ kind: 'UNREADABLE', blocking: true, account: name });
    else if (isSetupChanged(draft)) checks.push({ kind: 'UNSAVED', blocking: true, account: name });
    if (account) checks.push(...accountChecks(account, quarter, end, inQuarter));
  }
  for (const { name } of accountsToTakeIn(household.accounts, quarter, inQuarter))
    checks.push({ kind: 'ACCOUNT_LEFT_OUT', blocking: false, account: name });
  for (const violation of evaluation?.violations ?? []) {
    if (violation.kind === 'BELOW_MINIMUM' && violation.date === quarter)
      checks.push({
        kind: 'OPENS_BELOW_MINIMUM',
        blocking: false,
        account: byId.get(violation.accountId)?.name ?? '–',
      });
  }
  if (operationCount === 0 && drafts.length > 0) checks.push({ kind: 'NO_OPERATIONS', blocking: false });
  return checks.sort((a, b) => Number(b.blocking) - Number(a.blocking));
}

function accountChecks(
  account: Account,
  quarter: string,
  end: string,
  inQuarter: ReadonlySet<string>,
): SetupCheck[] {
  const checks: SetupCheck[] = [];
  const about = { blocking: false, account: account.name };
  if (account.kind !== 'CASH' && account.kind !== 'PREPAID') {
    const first = account.openedOn !== undefined && account.openedOn > quarter ? account.openedOn : quarter;
    const last = account.closedOn !== undefined && account.closedOn < end ? account.closedOn : end;
    if (!ratePeriodOn(account.rates, first)) checks.push({ kind: 'NO_RATE', ...about });
    else if (!ratePeriodOn(account.rates, last)) checks.push({ kind: 'RATE_ENDS', ...about });
  }
  if (account.linkedAccountId !== undefined && !inQuarter.has(account.linkedAccountId))
    checks.push({ kind: 'LINKED_LEFT_OUT', ...about });
  if (account.kind === 'DEPOSIT_TERM' && account.linkedAccountId === undefined)
    checks.push({ kind: 'TERM_WITHOUT_LINK', ...about });
  return checks;
}
