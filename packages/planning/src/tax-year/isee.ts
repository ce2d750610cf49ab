/**
 * The movable assets of an ISEE declaration (DSU, panel FC2): per account and person the balance of 31 December and
 * the yearly average, in whole euro. DPCM 159/2013 art. 5 c. 4; exemption L. 213/2023 art. 1 c. 183-185.
 */
import { divideHalfUp } from '../money.js';
import type { Cents, Day } from '../problem.js';
import { assetAllowanceEuro, type IseeLaw, iseeLaw } from './isee-law.js';
import {
  type FigureOrigin,
  type Fraction,
  type MissingDays,
  type TypedFigures,
  type YearBalances,
  type YearFigure,
  yearFigures,
} from './year-balances.js';

/** `PARENT` is the one who is not married to the other and lives elsewhere, but belongs to the household of their child. */
export type IseeRole = 'DECLARANT' | 'SPOUSE' | 'CHILD' | 'OTHER' | 'PARENT';
/** Codes of panel FC2: current accounts and prepaid cards with an IBAN, savings deposits and books, accounts for third parties. */
export type IseeAccountType = '01' | '03' | '09';
/** State securities, other securities, bonds and postal bonds: their nominal value of 31 December. */
export type IseeAssetType = '02' | '06' | '07';

export interface IseePerson {
  readonly id: string;
  readonly role: IseeRole;
  readonly bornOn?: Day | undefined;
  /** Net purchases of real estate and other assets in the year; above average − balance the balance may be declared. */
  readonly netPurchasesCents?: Cents | undefined;
}

/** Parts of an account: each holder's over the sum of all. */
export interface Holding {
  readonly personId: string;
  readonly parts: number;
}

export interface IseeAccount {
  readonly id: string;
  readonly type: IseeAccountType;
  readonly holders: readonly Holding[];
  /** A postal book, which the exemption covers. */
  readonly isPostalBook: boolean;
  readonly balances: YearBalances;
  readonly typed?: TypedFigures | undefined;
}

export interface IseeAsset {
  readonly id: string;
  readonly personId: string;
  readonly type: IseeAssetType;
  readonly valueCents: Cents;
  /** State paper and postal bonds, which the exemption covers. */
  readonly isStateBacked: boolean;
}

export interface IseeInput {
  readonly declarationYear: number;
  readonly persons: readonly IseePerson[];
  readonly accounts: readonly IseeAccount[];
  readonly assets?: readonly IseeAsset[] | undefined;
  /** Absent: as the law of the year says. */
  readonly divisor?: 365 | 366 | undefined;
}

/** One row of panel FC2: a person's share of an account. Whole euro; absent where data are missing. */
export interface IseeLine {
  readonly accountId: string;
  readonly personId: string;
  readonly type: IseeAccountType;
  readonly parts: number;
  readonly totalParts: number;
  readonly balanceEuro?: number | undefined;
  readonly balanceOrigin: FigureOrigin;
  readonly averageEuro?: number | undefined;
  readonly averageOrigin: FigureOrigin;
  /** Left out by the exemption. */
  readonly exemptEuro: number;
  readonly missing: readonly MissingDays[];
}

export interface IseeAssetLine {
  readonly assetId: string;
  readonly personId: string;
  readonly type: IseeAssetType;
  readonly valueEuro: number;
  readonly exemptEuro: number;
}

/** Which of a person's two sums counts: the larger, or the balance after purchases that explain the difference. */
export type IseeBasis = 'BALANCE' | 'AVERAGE' | 'BALANCE_AFTER_PURCHASES';

export interface IseePersonTotal {
  readonly personId: string;
  /** Sums after the exemption; absent while a figure of the person is missing. */
  readonly balanceEuro?: number | undefined;
  readonly averageEuro?: number | undefined;
  readonly basis?: IseeBasis | undefined;
  /** The sum that counts, with the other assets. */
  readonly countedEuro?: number | undefined;
  readonly assetsEuro: number;
  readonly exemptEuro: number;
}

export interface IseeDossier {
  readonly declarationYear: number;
  readonly referenceYear: number;
  readonly divisor: 365 | 366;
  readonly lines: readonly IseeLine[];
  readonly assets: readonly IseeAssetLine[];
  readonly persons: readonly IseePersonTotal[];
  /** Movable assets of the household, and above its allowance; absent while a figure is missing. */
  readonly countedEuro?: number | undefined;
  readonly allowanceEuro: number;
  readonly aboveAllowanceEuro?: number | undefined;
  readonly source: string;
}

/** Whole euro, half up, of a share of a figure. */
function wholeEuro({ numerator, denominator }: Fraction, parts: number, totalParts: number): number {
  return Number(divideHalfUp(numerator * BigInt(parts), denominator * BigInt(totalParts) * 100n));
}

/**
 * The movable assets of a household.
 * @throws RangeError for a declaration before 2020, balances of another year, an unknown holder, or parts that are not positive
 */
export function iseeDossier(input: IseeInput): IseeDossier {
  const law = iseeLaw(input.declarationYear);
  const referenceYear = input.declarationYear - law.referenceYearsBefore;
  const divisor = input.divisor ?? law.averageDivisor;
  const order = exemptionOrder(input.persons);
  const lines = input.accounts.flatMap((account) => linesOf(account, referenceYear, divisor, order));
  const assets = (input.assets ?? []).map(({ id, personId, type, valueCents }) => ({
    assetId: id,
    personId,
    type,
    valueEuro: Number(divideHalfUp(BigInt(valueCents), 100n)),
    exemptEuro: 0,
  }));
  const exempted = applyExemption(law, order, input, lines, assets);
  const persons = input.persons.map((person) => totalOf(person, exempted.lines, exempted.assets));
  const counted = persons.map(({ countedEuro }) => countedEuro);
  const countedEuro = counted.includes(undefined)
    ? undefined
    : (counted as number[]).reduce((sum, euro) => sum + euro, 0);
  const children = input.persons.filter(({ role }) => role === 'CHILD').length;
  const allowanceEuro = assetAllowanceEuro(law, input.persons.length, children);
  return {
    declarationYear: input.declarationYear,
    referenceYear,
    divisor,
    ...exempted,
    persons,
    countedEuro,
    allowanceEuro,
    aboveAllowanceEuro: countedEuro === undefined ? undefined : Math.max(0, countedEuro - allowanceEuro),
    source: law.source,
  };
}

/** Position of each person: the declarant, the others by falling age, those without a birthday, and a parent living elsewhere. */
function exemptionOrder(persons: readonly IseePerson[]): ReadonlyMap<string, number> {
  const group = (role: IseeRole): string => (role === 'DECLARANT' ? '0' : role === 'PARENT' ? '2' : '1');
  const rank = ({ role, bornOn }: IseePerson) => `${group(role)}${bornOn ?? '9999'}`;
  const sorted = [...persons].sort((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0));
  return new Map(sorted.map(({ id }, index) => [id, index]));
}

function linesOf(
  account: IseeAccount,
  referenceYear: number,
  divisor: 365 | 366,
  known: ReadonlyMap<string, number>,
): IseeLine[] {
  const { id, type, holders, balances, typed } = account;
  if (balances.year !== referenceYear)
    throw new RangeError(`Balances of ${String(balances.year)}, not of ${String(referenceYear)}`);
  const totalParts = holders.reduce((sum, { parts }) => sum + parts, 0);
  const figures = yearFigures(balances, typed ?? {}, divisor);
  return holders.map(({ personId, parts }) => {
    if (!known.has(personId)) throw new RangeError(`Unknown holder ${personId}`);
    if (!Number.isSafeInteger(parts) || parts <= 0) throw new RangeError(`Not a part: ${String(parts)}`);
    const euro = ({ value }: YearFigure) => value && wholeEuro(value, parts, totalParts);
    return {
      accountId: id,
      personId,
      type,
      parts,
      totalParts,
      balanceEuro: euro(figures.balance),
      balanceOrigin: figures.balance.origin,
      averageEuro: euro(figures.average),
      averageOrigin: figures.average.origin,
      exemptEuro: 0,
      missing: figures.missing,
    };
  });
}

interface Rows {
  readonly lines: readonly IseeLine[];
  readonly assets: readonly IseeAssetLine[];
}

/**
 * Shares the exemption out: person by person in order, within a person State securities, postal bonds, postal books.
 * A book uses up the larger of the two amounts it is reduced by, so that neither sum is reduced by more than the limit.
 */
function applyExemption(
  law: IseeLaw,
  order: ReadonlyMap<string, number>,
  { accounts, assets: given = [] }: IseeInput,
  lines: readonly IseeLine[],
  assets: readonly IseeAssetLine[],
): Rows {
  const stateBacked = new Set(given.filter((one) => one.isStateBacked).map(({ id }) => id));
  const books = new Set(accounts.filter((one) => one.isPostalBook).map(({ id }) => id));
  const rows = [
    ...assets.map((row) => ({
      row,
      covered: stateBacked.has(row.assetId),
      rank: row.type === '07' ? 1 : 0,
      most: row.valueEuro,
    })),
    ...lines.map((row) => ({
      row,
      covered: books.has(row.accountId),
      rank: 2,
      most: Math.max(row.balanceEuro ?? 0, row.averageEuro ?? 0),
    })),
  ].filter(({ covered }) => covered);
  const position = (id: string) => order.get(id) ?? order.size;
  rows.sort((a, b) => position(a.row.personId) - position(b.row.personId) || a.rank - b.rank);
  let left = law.exemptEuro;
  const exempt = new Map<IseeLine | IseeAssetLine, number>();
  for (const { row, most } of rows) {
    const amount = Math.min(left, most);
    exempt.set(row, amount);
    left -= amount;
  }
  const reduced = <T extends IseeLine | IseeAssetLine>(row: T): T => ({
    ...row,
    exemptEuro: exempt.get(row) ?? 0,
  });
  return { lines: lines.map(reduced), assets: assets.map(reduced) };
}

/** Adds up amounts less the exemption; `undefined` when one is missing. */
function sumAfter(
  lines: readonly IseeLine[],
  amount: (line: IseeLine) => number | undefined,
): number | undefined {
  let sum = 0;
  for (const line of lines) {
    const euro = amount(line);
    if (euro === undefined) return undefined;
    sum += Math.max(0, euro - line.exemptEuro);
  }
  return sum;
}

function totalOf(
  person: IseePerson,
  lines: readonly IseeLine[],
  assets: readonly IseeAssetLine[],
): IseePersonTotal {
  const own = lines.filter(({ personId }) => personId === person.id);
  const ownAssets = assets.filter(({ personId }) => personId === person.id);
  const assetsEuro = ownAssets.reduce((sum, { valueEuro, exemptEuro }) => sum + valueEuro - exemptEuro, 0);
  const exemptEuro = [...own, ...ownAssets].reduce((sum, row) => sum + row.exemptEuro, 0);
  const balanceEuro = sumAfter(own, (line) => line.balanceEuro);
  const averageEuro = sumAfter(own, (line) => line.averageEuro);
  const total = { personId: person.id, balanceEuro, averageEuro, assetsEuro, exemptEuro };
  if (balanceEuro === undefined || averageEuro === undefined) return total;
  const basis = basisOf(balanceEuro, averageEuro, person.netPurchasesCents ?? 0);
  return { ...total, basis, countedEuro: (basis === 'AVERAGE' ? averageEuro : balanceEuro) + assetsEuro };
}

function basisOf(balanceEuro: number, averageEuro: number, netPurchasesCents: Cents): IseeBasis {
  if (balanceEuro >= averageEuro) return 'BALANCE';
  return netPurchasesCents > (averageEuro - balanceEuro) * 100 ? 'BALANCE_AFTER_PURCHASES' : 'AVERAGE';
}
