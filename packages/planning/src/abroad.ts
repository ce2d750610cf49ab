/**
 * Accounts at an institution outside Italy, by the country of their IBAN: no Italian bank taxes them, so that IVAFE and
 * the tax on their interest are paid with the holder's return.
 */

import type { Account, PlanningSettings } from './problem.js';

/** Branches of foreign banks with an Italian IBAN are Italian; an account without an IBAN is taken to be. */
export function isForeign({ iban }: Pick<Account, 'iban'>): boolean {
  return iban !== undefined && !iban.startsWith('IT');
}

/** Whether the household bears stamp duty or IVAFE for an account. No foreign bank pays IVAFE in the holder's place. */
export function owesDuty(account: Pick<Account, 'iban' | 'dutyRegime' | 'dutyPaidByBank'>): boolean {
  return account.dutyRegime !== 'NONE' && (isForeign(account) || !account.dutyPaidByBank);
}

export function owesIvafe(account: Pick<Account, 'iban' | 'dutyRegime'>): boolean {
  return isForeign(account) && account.dutyRegime !== 'NONE';
}

type Taxed = Pick<Account, 'iban' | 'withholdingPct'>;

/** What the bank withholds from interest, percent: a foreign one nothing, unless the account says otherwise. */
export function withheldPctOf(account: Taxed, settings: Pick<PlanningSettings, 'withholdingPct'>): number {
  return account.withholdingPct ?? (isForeign(account) ? 0 : settings.withholdingPct);
}

/** Whether the bank withholds nothing, whatever the household's settings say. */
export function isCreditedGross(account: Taxed): boolean {
  return account.withholdingPct === 0 || (account.withholdingPct === undefined && isForeign(account));
}

/** The whole tax on interest, percent: what is withheld and what is due in the return (DPR 917/1986 art. 18). */
export function interestTaxPctOf(account: Taxed, settings: Pick<PlanningSettings, 'withholdingPct'>): number {
  const withheldPct = withheldPctOf(account, settings);
  return isForeign(account) ? Math.max(withheldPct, settings.withholdingPct) : withheldPct;
}

/**
 * States and territories of DM 4-5-1999 that issue IBANs. Switzerland left the list on 1-1-2024 (DM 20-7-2023), when the
 * higher rate began. The Channel Islands and the Isle of Man use British IBANs: their accounts are not told apart.
 */
const LISTED_STATES: ReadonlySet<string> = new Set([
  'AD',
  'AE',
  'BH',
  'CR',
  'DJ',
  'GI',
  'LB',
  'LC',
  'LI',
  'MC',
  'MU',
  'OM',
  'SC',
  'VG',
]);

/** Whether products held there pay the higher rate of IVAFE (L. 213/2023 art. 1 c. 91). */
export function isInListedState({ iban }: Pick<Account, 'iban'>): boolean {
  return iban !== undefined && LISTED_STATES.has(iban.slice(0, 2));
}
