import type {
  AccountGroup,
  Person,
  TaxAsset,
  TaxPerson,
  TaxPurchase,
  TaxYearAccount,
  TaxYearReport,
} from '@fibado/contracts';
import {
  type Account,
  ALLOWANCE_ADJUSTMENTS,
  type Bank,
  childAllowanceCents,
  dayNumber,
  daysInYear,
  dayOf,
  type ForeignAccount,
  type IseeAccount,
  type IvafeKind,
  iseeChangeCents,
  type IseeDossier,
  iseeDossier,
  iseeLaw,
  isForeign,
  isInListedState,
  type IseePerson,
  ivafeSheet,
  scaleHundredths,
  type TypedFigures,
  type YearBalances,
  yearFigures,
} from '@fibado/planning';

/** One account with all that a year's report needs of it. */
export interface ReportedAccount {
  readonly account: Account;
  readonly bank: Bank;
  readonly group: AccountGroup;
  readonly balances: YearBalances;
  readonly typed: TypedFigures;
  /** Held for third parties in the year. */
  readonly thirdParty: boolean;
}

/** Who the household is in a year, and what each person has beside accounts. */
export interface ReportedPersons {
  readonly persons: readonly Person[];
  readonly assets: readonly TaxAsset[];
  readonly purchases: readonly TaxPurchase[];
}

/** The postal service's code: its books are those the exemption covers. */
const POSTE_ABI = '07601';
/** Values of the ISEE at which the family allowance is shown, euro. */
const SHOWN_ISEE_EURO = [17_000, 20_000, 25_000, 30_000, 40_000];

/**
 * What a calendar year means for the declaration two years later and for the tax on foreign accounts.
 * @throws RangeError for a year without ISEE parameters
 */
export function taxYearReport(
  year: number,
  { persons, assets, purchases }: ReportedPersons,
  reported: readonly ReportedAccount[],
): TaxYearReport {
  const counted = reported.filter((one) => leftOutOf(one.account) === undefined);
  const declarationYear = year + 2;
  const bought = new Map(purchases.map(({ personId, cents }) => [personId, cents]));
  const input = {
    declarationYear,
    persons: persons.map((person) => toPerson(person, bought.get(person.id))),
    accounts: counted.map(toIseeAccount),
    assets: assets.map(({ stateBacked, ...asset }) => ({ ...asset, isStateBacked: stateBacked })),
  };
  return {
    year,
    persons: persons.map(toTaxPerson),
    accounts: reported.map(toAccount),
    assets,
    purchases,
    isee: wire(iseeDossier(input)),
    iseeOver366: daysInYear(year) === 366 ? wire(iseeDossier({ ...input, divisor: 366 })) : undefined,
    weight: weightOf(declarationYear, persons),
    ivafe: persons.flatMap(({ id }) => sheetOf(year, id, counted)),
  };
}

function leftOutOf({ kind, iban }: Account): TaxYearAccount['leftOut'] {
  if (kind === 'CASH') return 'CASH';
  return kind === 'PREPAID' && iban === undefined ? 'CARD_WITHOUT_IBAN' : undefined;
}

export const toTaxPerson = ({ id, name, role, bornOn }: Person): TaxPerson => ({ id, name, role, bornOn });

const toPerson = ({ id, role, bornOn }: Person, netPurchasesCents: number | undefined): IseePerson => ({
  id,
  role,
  bornOn,
  netPurchasesCents,
});

function toIseeAccount({ account, bank, group, balances, typed, thirdParty }: ReportedAccount): IseeAccount {
  const ownType = account.kind === 'CURRENT' || account.kind === 'PREPAID' ? '01' : '03';
  return {
    id: account.id,
    type: thirdParty ? '09' : ownType,
    holders: group.holderIds.map((personId) => ({ personId, parts: 1 })),
    isPostalBook: !thirdParty && account.kind === 'SAVINGS_BOOK' && bank.abi === POSTE_ABI,
    balances,
    typed,
  };
}

function toAccount({ account, bank, group, balances, typed, thirdParty }: ReportedAccount): TaxYearAccount {
  return {
    accountId: account.id,
    name: account.name,
    bankName: bank.name,
    iban: account.iban,
    holders: [...group.holders],
    leftOut: leftOutOf(account),
    foreign: isForeign(account),
    thirdParty,
    missing: [...yearFigures(balances, {}, 365).missing],
    typedClosingCents: typed.closingCents,
    typedAverageCents: typed.averageCents,
  };
}

function wire({ assets, lines, persons, ...rest }: IseeDossier): TaxYearReport['isee'] {
  return {
    ...rest,
    lines: lines.map((line) => ({ ...line, missing: [...line.missing] })),
    assets: [...assets],
    persons: persons.map((person) => ({ ...person })),
  };
}

function weightOf(declarationYear: number, persons: readonly Person[]): TaxYearReport['weight'] {
  const law = iseeLaw(declarationYear);
  const members = Math.max(1, persons.length);
  const children = persons.filter(({ role }) => role === 'CHILD').length;
  const per1000 = iseeChangeCents(law, members, children, 1000);
  const allowanceYear = Math.min(declarationYear, ALLOWANCE_ADJUSTMENTS.at(-1)?.year ?? declarationYear);
  return {
    scaleHundredths: scaleHundredths(law, members, children),
    iseePer1000EuroCents: per1000,
    allowanceYear,
    allowance: SHOWN_ISEE_EURO.map((euro) => ({
      iseeCents: euro * 100,
      monthlyCents: childAllowanceCents(allowanceYear, euro * 100),
      withLessAssetsCents: childAllowanceCents(allowanceYear, euro * 100 - per1000),
    })),
  };
}

/** The sheet of a person's foreign accounts; none while a day of one of them is unknown. */
function sheetOf(
  year: number,
  personId: string,
  accounts: readonly ReportedAccount[],
): TaxYearReport['ivafe'] {
  const own = accounts.filter(
    ({ account, group }) =>
      isForeign(account) && group.holderIds.includes(personId) && isHeldIn(year, account),
  );
  const complete = own.every(({ balances }) => !balances.valueCents.includes(undefined));
  if (own.length === 0 || !complete) return [];
  const sheet = ivafeSheet(
    year,
    own.map((one) => toForeign(year, one)),
  );
  return [
    {
      ...sheet,
      personId,
      lines: sheet.lines.map((line) => ({ ...line })),
      intermediaries: sheet.intermediaries.map((one) => ({ ...one })),
    },
  ];
}

const isHeldIn = (year: number, { openedOn, closedOn }: Account): boolean =>
  (openedOn === undefined || openedOn <= dayOf(year, 12, 31)) &&
  (closedOn === undefined || closedOn >= dayOf(year, 1, 1));

/** The account's duty regime is that of IVAFE abroad. */
function kindOf(account: Account): IvafeKind {
  if (account.dutyRegime === 'FIXED') return 'ACCOUNT';
  if (account.dutyRegime === 'NONE') return 'UNTAXED';
  return isInListedState(account) ? 'PRODUCT_IN_LISTED_STATE' : 'PRODUCT';
}

function toForeign(year: number, { account, bank, group, balances }: ReportedAccount): ForeignAccount {
  const first = dayNumber(dayOf(year, 1, 1));
  const last = daysInYear(year) - 1;
  const at = (day: string | undefined, otherwise: number) =>
    day === undefined ? otherwise : Math.min(last, Math.max(0, dayNumber(day) - first));
  return {
    id: account.id,
    intermediary: bank.name,
    kind: kindOf(account),
    parts: 1,
    totalParts: group.holderIds.length,
    balancesCents: balances.valueCents.map((cents, day) => balances.bookedCents?.[day] ?? cents ?? 0),
    openFrom: at(account.openedOn, 0),
    openTo: at(account.closedOn, last),
  };
}
