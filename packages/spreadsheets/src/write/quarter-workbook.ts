import {
  accountsAndLots,
  expandLots,
  quarterEnd,
  quarterLabel,
  operationArrivalDay,
  timelineOf,
  type Day,
  type AccountEvaluation,
  type Evaluation,
  type Operation,
  type Problem,
} from '@fibado/planning';
import type ExcelJS from 'exceljs';
import { legOf, type Leg } from '../compare/leg.js';
import { WORDS, type Language } from './words.js';
import {
  addTable,
  bytesOf,
  dayCell,
  euro,
  MONEY_FORMAT,
  newWorkbook,
  type ColumnStyle,
} from './workbook-style.js';

/** What a workbook of a quarter shows; the evaluation is the referee's of this problem's operations. */
export interface QuarterExport {
  readonly problem: Problem;
  readonly evaluation: Evaluation;
}

/** Accounts go by a reference of their own in formulas: names may repeat or hold signs a formula would read. */
const referenceOf = (index: number): string => `C${String(index + 1).padStart(3, '0')}`;

/** An operation as the workbook lists it; what a term deposit pays out by itself is listed like one. */
type Listed = Omit<Operation, 'id' | 'status' | 'origin'> & Partial<Pick<Operation, 'status' | 'origin'>>;

/** The operations on the days the referee takes them, and the maturities it adds. */
function listedOf(problem: Problem, maturityText: string): Listed[] {
  const accounts = new Map(problem.accounts.map((account) => [account.id, account]));
  const operations = problem.operations.map((operation): Listed => {
    const source = accounts.get(operation.accountId);
    const destination = accounts.get(operation.toAccountId ?? '');
    if (!source || !destination) return operation;
    return {
      ...operation,
      valueDate: operationArrivalDay(operation, source, destination, problem.settings.calendar),
    };
  });
  const maturities = timelineOf(problem).maturities.map((maturity): Listed => ({
    quarter: problem.quarter,
    kind: 'TRANSFER',
    date: maturity.date,
    valueDate: maturity.arrivalDate,
    accountId: maturity.fromAccountId,
    toAccountId: maturity.toAccountId,
    amountCents: maturity.amountCents,
    description: maturityText,
    locked: true,
  }));
  return [...operations, ...maturities];
}

interface Context extends QuarterExport {
  readonly listed: readonly Listed[];
  readonly workbook: ExcelJS.Workbook;
  readonly words: (typeof WORDS)[Language];
  readonly references: ReadonlyMap<string, string>;
  readonly names: ReadonlyMap<string, string>;
}

/** A sheet's name within a formula. */
const quoted = (sheet: string): string => `'${sheet.replaceAll("'", "''")}'`;

const FIRST_ROW = 2;

function addAccounts({ workbook, words, problem, references }: Context): void {
  const sheet = addTable(workbook, words.accounts, [
    { header: words.reference, width: 8 },
    { header: words.account, width: 30 },
    { header: words.bank, width: 24 },
    { header: words.group, width: 20 },
    { header: words.holders, width: 30 },
    { header: words.iban, width: 32 },
    { header: words.opening, width: 16, kind: 'money' },
    { header: words.minimum, width: 14, kind: 'money' },
    { header: words.maximum, width: 14, kind: 'money' },
    { header: words.excluded, width: 10 },
    { header: words.notes, width: 40 },
  ]);
  const banks = new Map(problem.banks.map((bank) => [bank.id, bank.name]));
  const groups = new Map(problem.accountGroups.map((group) => [group.id, group]));
  const accounts = new Map(problem.accounts.map((account) => [account.id, account]));
  problem.setups.forEach((setup, i) => {
    const account = accounts.get(setup.accountId);
    const group = groups.get(account?.accountGroupId ?? '');
    const limit = (cents: number | undefined): number | null => (cents === undefined ? null : euro(cents));
    sheet.getRow(FIRST_ROW + i).values = [
      references.get(setup.accountId) ?? '',
      account?.name ?? '',
      banks.get(account?.bankId ?? '') ?? '',
      group?.name ?? '',
      (group?.holders ?? []).join(', '),
      account?.iban ?? '',
      euro(setup.openingBalanceCents),
      limit(setup.minBalanceCents ?? account?.minBalanceCents),
      limit(setup.maxBalanceCents ?? account?.maxBalanceCents),
      setup.excluded ? words.yes : words.no,
      setup.notes ?? '',
    ];
  });
}

type Flow = 'income' | 'expenses' | 'transfersIn' | 'transfersOut';

function flowOf(operation: Listed, leg: Leg): Flow {
  if (operation.kind === 'TRANSFER') return leg.side === 'OUT' ? 'transfersOut' : 'transfersIn';
  return operation.kind === 'INCOME' ? 'income' : 'expenses';
}

/** One row for each account an operation touches, so that a plain sum by account is right. */
function addOperations({ workbook, words, listed, references, names }: Context): void {
  const sheet = addTable(workbook, words.operations, [
    { header: words.reference, width: 8 },
    { header: words.account, width: 30 },
    { header: words.date, width: 12, kind: 'day' },
    { header: words.valueDate, width: 12, kind: 'day' },
    { header: words.kind, width: 24 },
    { header: words.amount, width: 16, kind: 'money' },
    { header: words.description, width: 50 },
    { header: words.category, width: 20 },
    { header: words.status, width: 14 },
    { header: words.origin, width: 24 },
    { header: words.otherAccount, width: 30 },
  ]);
  const lines = listed.flatMap((operation) =>
    [operation.accountId, ...(operation.toAccountId === undefined ? [] : [operation.toAccountId])].flatMap(
      (id) => {
        const leg = legOf(operation, id);
        return leg ? [{ operation, leg, id }] : [];
      },
    ),
  );
  lines.sort((a, b) => (a.leg.date < b.leg.date ? -1 : a.leg.date > b.leg.date ? 1 : 0));
  lines.forEach(({ operation, leg, id }, i) => {
    const other =
      operation.kind !== 'TRANSFER'
        ? undefined
        : leg.side === 'OUT'
          ? operation.toAccountId
          : operation.accountId;
    sheet.getRow(FIRST_ROW + i).values = [
      references.get(id) ?? '',
      names.get(id) ?? '',
      dayCell(leg.date),
      dayCell(leg.valueDate),
      words[flowOf(operation, leg)],
      euro(leg.amountCents),
      operation.description,
      operation.category ?? '',
      operation.status ? words.statuses[operation.status] : '',
      operation.origin ? words.origins[operation.origin] : '',
      other === undefined ? '' : (names.get(other) ?? ''),
    ];
  });
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: 11 } };
}

/** The transfers still to make. */
function addPlan({ workbook, words, problem, names }: Context): void {
  const sheet = addTable(workbook, words.plan, [
    { header: words.date, width: 12, kind: 'day' },
    { header: words.from, width: 30 },
    { header: words.to, width: 30 },
    { header: words.amount, width: 16, kind: 'money' },
    { header: words.arrives, width: 12, kind: 'day' },
    { header: words.description, width: 50 },
    { header: words.origin, width: 24 },
  ]);
  problem.operations
    .filter((o) => o.kind === 'TRANSFER' && o.status === 'PLANNED')
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    .forEach((o, i) => {
      sheet.getRow(FIRST_ROW + i).values = [
        dayCell(o.date),
        names.get(o.accountId) ?? '',
        names.get(o.toAccountId ?? '') ?? '',
        euro(o.amountCents),
        dayCell(o.valueDate),
        o.description,
        words.origins[o.origin],
      ];
    });
}

type Words = (typeof WORDS)['it'];
type Heading = { [K in keyof Words]: Words[K] extends string ? K : never }[keyof Words];

/** A column of the summary: a figure of the referee's, or a formula beside the figure it has to give. */
interface SummaryColumn {
  readonly header: Heading;
  readonly cents: (e: AccountEvaluation) => number;
  readonly formula?: (row: number, context: { readonly accountsRow: number }) => string;
}

/** The summary's first row of accounts: above it stand the title, a blank line and the header. */
const SUMMARY_HEADER_ROW = 3;

function summaryColumns({ words, problem, listed }: Context): SummaryColumn[] {
  const lastOperation =
    FIRST_ROW - 1 + listed.reduce((rows, o) => rows + (o.toAccountId === undefined ? 1 : 2), 0);
  const range = (column: string): string =>
    `${quoted(words.operations)}!$${column}$${String(FIRST_ROW)}:$${column}$${String(Math.max(FIRST_ROW, lastOperation))}`;
  const date = (day: Day): string => `DATE(${day.split('-').map(Number).join(',')})`;
  const [firstDay, lastDay] = [date(problem.quarter), date(quarterEnd(problem.quarter))];
  const flow =
    (kind: Flow, sign: '' | '-') =>
    (row: number): string =>
      `${sign}SUMIFS(${range('F')},${range('A')},$A${String(row)},${range('E')},"${words[kind]}",${range('C')},">="&${firstDay},${range('C')},"<="&${lastDay})`;
  const at = (column: string, row: number): string => `${column}${String(row)}`;
  return [
    {
      header: 'opening',
      cents: (e) => e.openingBalanceCents,
      formula: (_, { accountsRow }) => `${quoted(words.accounts)}!G${String(accountsRow)}`,
    },
    { header: 'income', cents: (e) => e.incomeCents, formula: flow('income', '') },
    { header: 'expenses', cents: (e) => e.expenseCents, formula: flow('expenses', '-') },
    { header: 'transfersIn', cents: (e) => e.transfersInCents, formula: flow('transfersIn', '') },
    { header: 'transfersOut', cents: (e) => e.transfersOutCents, formula: flow('transfersOut', '-') },
    {
      header: 'closing',
      cents: (e) => e.closingBalanceCents,
      formula: (r) => `ROUND(${at('C', r)}+${at('D', r)}-${at('E', r)}+${at('F', r)}-${at('G', r)},2)`,
    },
    { header: 'average', cents: (e) => e.averageBalanceCents },
    { header: 'grossInterest', cents: (e) => e.grossInterestCents },
    { header: 'withholding', cents: (e) => e.withholdingCents },
    {
      header: 'netInterest',
      cents: (e) => e.netInterestCents,
      formula: (r) => `ROUND(${at('J', r)}-${at('K', r)},2)`,
    },
    { header: 'duty', cents: (e) => e.stampDutyCents },
    { header: 'fees', cents: (e) => e.monthlyFeesCents },
    { header: 'transferFees', cents: (e) => e.transferFeesCents },
    { header: 'overdraft', cents: (e) => e.overdraftInterestCents },
    {
      header: 'netReturn',
      cents: (e) => e.netReturnCents,
      formula: (r) => `ROUND(${at('L', r)}-${at('M', r)}-${at('N', r)}-${at('O', r)}-${at('P', r)},2)`,
    },
  ];
}

function addSummary(context: Context): void {
  const { workbook, words, problem, evaluation, references, names } = context;
  const columns = summaryColumns(context);
  const styles: ColumnStyle[] = [
    { header: words.reference, width: 8 },
    { header: words.account, width: 30 },
    ...columns.map(({ header }): ColumnStyle => ({
      header: words[header],
      width: 16,
      kind: 'money',
    })),
  ];
  const sheet = addTable(workbook, words.summary, styles, SUMMARY_HEADER_ROW);
  const title = sheet.getRow(1).getCell(1);
  title.value = `${words.quarter} ${quarterLabel(problem.quarter)}`;
  title.font = { bold: true, size: 14 };

  // What lots move is not among the operations: figures of accounts they are paid from are no formulas.
  const linked = new Set(expandLots(problem).map(({ offer }) => offer.linkedAccountId));
  const accountsRowOf = new Map(
    problem.setups.flatMap(({ accountId }, i) =>
      linked.has(accountId) ? [] : [[accountId, FIRST_ROW + i] as const],
    ),
  );
  const first = SUMMARY_HEADER_ROW + 1;
  evaluation.accounts.forEach((figures, i) => {
    const row = first + i;
    const cells = sheet.getRow(row);
    cells.getCell(1).value = references.get(figures.accountId) ?? '';
    cells.getCell(2).value = names.get(figures.accountId) ?? '';
    columns.forEach(({ cents, formula }, c) => {
      const result = euro(cents(figures));
      const accountsRow = accountsRowOf.get(figures.accountId);
      cells.getCell(c + 3).value =
        formula && accountsRow !== undefined ? { formula: formula(row, { accountsRow }), result } : result;
    });
  });
  if (evaluation.accounts.length === 0) return;
  const last = first + evaluation.accounts.length - 1;
  const totals = sheet.getRow(last + 1);
  totals.getCell(2).value = words.total;
  columns.forEach(({ cents }, c) => {
    const cell = totals.getCell(c + 3);
    const letter = cell.address.replace(/\d+$/, '');
    const result = euro(evaluation.accounts.reduce((sum, figures) => sum + cents(figures), 0));
    cell.value = { formula: `ROUND(SUM(${letter}${String(first)}:${letter}${String(last)}),2)`, result };
    cell.numFmt = MONEY_FORMAT;
  });
  totals.font = { bold: true };
}

/**
 * A quarter as a workbook: summary, accounts, operations and plan. The summary computes what can be computed from the
 * other sheets; what only the referee can (interest, duty, fees) stands as its figure.
 */
export async function quarterWorkbook(quarter: QuarterExport, language: Language): Promise<Uint8Array> {
  const { problem } = quarter;
  const context: Context = {
    ...quarter,
    listed: listedOf(problem, WORDS[language].maturity),
    workbook: await newWorkbook(),
    words: WORDS[language],
    references: new Map(problem.setups.map((setup, i) => [setup.accountId, referenceOf(i)])),
    names: new Map(accountsAndLots(problem).map((account) => [account.id, account.name])),
  };
  addSummary(context);
  addAccounts(context);
  addOperations(context);
  addPlan(context);
  return bytesOf(context.workbook);
}
