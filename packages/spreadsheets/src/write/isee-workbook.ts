import type { Cents, IseeDossier, IseeLine, IseePersonTotal, MissingDays } from '@fibado/planning';
import type ExcelJS from 'exceljs';
import { ISEE_WORDS } from './isee-words.js';
import type { Language } from './words.js';
import { addTable, bytesOf, type ColumnStyle, euro, newWorkbook } from './workbook-style.js';

/** An ISEE dossier with the names that its ids stand for. */
export interface IseeExport {
  readonly year: number;
  readonly persons: readonly { readonly id: string; readonly name: string }[];
  readonly accounts: readonly {
    readonly accountId: string;
    readonly name: string;
    readonly bankName: string;
    readonly iban?: string | undefined;
  }[];
  readonly assets: readonly {
    readonly id: string;
    readonly operator: string;
    readonly description: string;
  }[];
  readonly purchases: readonly { readonly personId: string; readonly cents: Cents }[];
  readonly isee: IseeDossier;
  /** The same with averages over 366 days, for a leap year. */
  readonly iseeOver366?: IseeDossier | undefined;
}

interface Context extends IseeExport {
  readonly workbook: ExcelJS.Workbook;
  readonly words: (typeof ISEE_WORDS)[Language];
  readonly nameOf: (personId: string) => string;
  /** A figure that is missing is said, and no empty cell that a sum would take for nought. */
  readonly orMissing: (figure: number | undefined) => number | string;
}

const FIRST_ROW = 2;

const dayText = (day: string): string => day.split('-').reverse().join('/');
const spanText = (spans: readonly MissingDays[]): string =>
  spans.map(({ from, to }) => `${dayText(from)}–${dayText(to)}`).join(', ');

/** Persons in the order of the dossier, and of each its rows in theirs. */
function byPerson<T extends { readonly personId: string }>({ persons }: Context, rows: readonly T[]): T[] {
  return persons.flatMap(({ id }) => rows.filter(({ personId }) => personId === id));
}

function addAccounts(context: Context): void {
  const { workbook, words, year, isee, iseeOver366, nameOf, orMissing } = context;
  const average = (divisor: number): ColumnStyle => ({
    header: `${words.averageOf}${String(year)} (${words.over} ${String(divisor)})`,
    width: 18,
    kind: 'whole',
  });
  const sheet = addTable(workbook, words.accounts, [
    { header: words.person, width: 24 },
    { header: words.type, width: 8 },
    { header: words.identifier, width: 32 },
    { header: words.operator, width: 28 },
    { header: words.account, width: 28 },
    { header: words.share, width: 10 },
    { header: `${words.balanceOn}${String(year)}`, width: 18, kind: 'whole' },
    average(isee.divisor),
    ...(iseeOver366 ? [average(iseeOver366.divisor)] : []),
    { header: words.exempt, width: 12, kind: 'whole' },
    { header: words.balanceFrom, width: 28 },
    { header: words.averageFrom, width: 28 },
    { header: words.missingDays, width: 40 },
  ]);
  const accounts = new Map(context.accounts.map((account) => [account.accountId, account]));
  const other = new Map(iseeOver366?.lines.map((line) => [keyOf(line), line.averageEuro]));
  byPerson(context, isee.lines).forEach((line, i) => {
    const account = accounts.get(line.accountId);
    sheet.getRow(FIRST_ROW + i).values = [
      nameOf(line.personId),
      line.type,
      account?.iban ?? '',
      account?.bankName ?? '',
      account?.name ?? '',
      line.totalParts === 1 ? '100 %' : `${String(line.parts)}/${String(line.totalParts)}`,
      orMissing(line.balanceEuro),
      orMissing(line.averageEuro),
      ...(iseeOver366 ? [orMissing(other.get(keyOf(line)))] : []),
      line.exemptEuro,
      words.origins[line.balanceOrigin],
      words.origins[line.averageOrigin],
      spanText(line.missing),
    ];
  });
}

const keyOf = ({ accountId, personId }: IseeLine): string => `${accountId} ${personId}`;

function addAssets(context: Context): void {
  const { workbook, words, year, isee, nameOf } = context;
  const sheet = addTable(workbook, words.assets, [
    { header: words.person, width: 24 },
    { header: words.type, width: 8 },
    { header: words.operator, width: 28 },
    { header: words.description, width: 40 },
    { header: `${words.value}${String(year)}`, width: 18, kind: 'whole' },
    { header: words.exempt, width: 12, kind: 'whole' },
  ]);
  const assets = new Map(context.assets.map((asset) => [asset.id, asset]));
  byPerson(context, isee.assets).forEach((line, i) => {
    const asset = assets.get(line.assetId);
    sheet.getRow(FIRST_ROW + i).values = [
      nameOf(line.personId),
      line.type,
      asset?.operator ?? '',
      asset?.description ?? '',
      line.valueEuro,
      line.exemptEuro,
    ];
  });
}

function addTotals(context: Context): void {
  const { workbook, words, isee, iseeOver366, nameOf, orMissing } = context;
  const whole = (header: string): ColumnStyle => ({ header, width: 20, kind: 'whole' });
  const sheet = addTable(workbook, words.totals, [
    { header: words.person, width: 24 },
    whole(words.balances),
    whole(`${words.averages} (${words.over} ${String(isee.divisor)})`),
    ...(iseeOver366 ? [whole(`${words.averages} (${words.over} ${String(iseeOver366.divisor)})`)] : []),
    { header: words.purchases, width: 18, kind: 'money' },
    { header: words.basis, width: 34 },
    whole(words.others),
    whole(words.exempt),
    whole(words.counted),
  ]);
  const bought = new Map(context.purchases.map(({ personId, cents }) => [personId, cents]));
  const other = new Map(iseeOver366?.persons.map((total) => [total.personId, total.averageEuro]));
  const rowOf = (total: IseePersonTotal): ExcelJS.CellValue[] => [
    nameOf(total.personId),
    orMissing(total.balanceEuro),
    orMissing(total.averageEuro),
    ...(iseeOver366 ? [orMissing(other.get(total.personId))] : []),
    euro(bought.get(total.personId) ?? 0),
    total.basis ? words.bases[total.basis] : words.missing,
    total.assetsEuro,
    total.exemptEuro,
    orMissing(total.countedEuro),
  ];
  isee.persons.forEach((total, i) => (sheet.getRow(FIRST_ROW + i).values = rowOf(total)));
  const columns = iseeOver366 ? 9 : 8;
  const household: readonly (readonly [string, number | undefined])[] = [
    [words.household, isee.countedEuro],
    [words.allowance, isee.allowanceEuro],
    [words.aboveAllowance, isee.aboveAllowanceEuro],
  ];
  household.forEach(([label, figure], i) => {
    const row = sheet.getRow(FIRST_ROW + isee.persons.length + 1 + i);
    row.getCell(1).value = label;
    row.getCell(columns).value = orMissing(figure);
    row.font = { bold: true };
  });
}

function addRules({ workbook, words, isee }: Context): void {
  const sheet = addTable(workbook, words.rules, [
    { header: words.rule, width: 110 },
    { header: words.source, width: 70 },
  ]);
  [words.ruleSum, words.ruleAverage, words.ruleExempt].forEach((rule, i) => {
    sheet.getRow(FIRST_ROW + i).values = [
      rule,
      `${words.declaration} ${String(isee.declarationYear)}: ${isee.source}`,
    ];
  });
}

/** The dossier of panel FC2 as a workbook: accounts, other assets, sums, and the rules they follow. */
export async function iseeWorkbook(dossier: IseeExport, language: Language): Promise<Uint8Array> {
  const words = ISEE_WORDS[language];
  const names = new Map(dossier.persons.map(({ id, name }) => [id, name]));
  const context: Context = {
    ...dossier,
    workbook: await newWorkbook(),
    words,
    nameOf: (personId) => names.get(personId) ?? '',
    orMissing: (figure) => figure ?? words.missing,
  };
  addAccounts(context);
  addAssets(context);
  addTotals(context);
  addRules(context);
  return bytesOf(context.workbook);
}
