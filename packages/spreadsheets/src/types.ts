import type { BusinessCalendar, Cents, Day, Operation, QuarterDate } from '@fibado/planning';
import type { FileErrorCode } from './errors.js';

// ------------------------------------------------------------------------------------------- bytes → rows

export type ReadableFormat =
  'XLSX' | 'XLS' | 'HTML' | 'CSV' | 'XML' | 'CAMT' | 'MT940' | 'OFX' | 'QIF' | 'CBI';
/** `BANK` is no file: movements fetched through a bank connection. */
export type FileFormat = ReadableFormat | 'BANK';

/** A number that the file formats as a day: the serial day of the workbook's date system, fractions are hours. */
export interface SerialDate {
  readonly serial: number;
}

/** A cell without a usable value: an error such as `#N/A`, or a formula whose result the file does not hold. */
export interface BrokenCell {
  readonly broken: 'FORMULA' | 'ERROR';
  readonly text: string;
}

export type Cell = null | string | number | boolean | SerialDate | BrokenCell;

/** The rows between two balances of one account, as a standard format groups them; both ends included, 1-based. */
export interface StatementBlock {
  readonly account: string;
  readonly firstRow: number;
  readonly lastRow: number;
  readonly openingCents?: Cents | undefined;
  readonly closingCents?: Cents | undefined;
}

export interface Sheet {
  readonly name: string;
  /** From the sheet's first row and column on, so that indices are the file's own; rows may differ in length. */
  readonly rows: readonly (readonly Cell[])[];
  readonly blocks?: readonly StatementBlock[] | undefined;
}

export interface Workbook {
  readonly format: FileFormat;
  /** Serial days count from 1904-01-01 in place of 1899-12-30. */
  readonly date1904: boolean;
  readonly sheets: readonly Sheet[];
}

// ------------------------------------------------------------------------------------------- rows → movements

export type DateOrder = 'DMY' | 'MDY' | 'YMD';
export type DecimalMark = 'AUTO' | 'COMMA' | 'POINT';

/** Which column holds what; 0 is the first. Either `amount`, or `in` and `out` (one of them may be absent). */
export interface ColumnRoles {
  readonly bookingDate: number;
  readonly valueDate?: number | undefined;
  readonly amount?: number | undefined;
  readonly in?: number | undefined;
  readonly out?: number | undefined;
  readonly text: readonly number[];
  readonly status?: number | undefined;
  readonly currency?: number | undefined;
  readonly category?: number | undefined;
  readonly balance?: number | undefined;
  readonly fee?: number | undefined;
  readonly tax?: number | undefined;
  readonly account?: number | undefined;
}

/** How a statement is read: what a layout stands for once it is found in a file. Plain data, to keep and send back. */
export interface ColumnMapping {
  readonly sheet: number;
  /** The last row of the header, 1-based; 0 when there is none. */
  readonly headerRow: number;
  /** The header's texts by column: finds the header again in a file with more or fewer lines before it. */
  readonly headerTexts?: readonly string[] | undefined;
  readonly columns: ColumnRoles;
  readonly dateOrder: DateOrder;
  readonly decimal: DecimalMark;
  readonly invertSign: boolean;
  /** A person said what the signs of a card's amounts mean; `invertSign` is the answer. */
  readonly signsConfirmed?: boolean | undefined;
  /** A status other than these is pending; empty: only the well-known words for pending are. */
  readonly bookedWords: readonly string[];
  readonly accountName?: string | undefined;
}

export interface LayoutInfo {
  readonly id: string;
  readonly bank: string;
  readonly product: string;
  readonly formats: readonly FileFormat[];
}

/** How well a file fits a layout: 1 is every expected column in its place. */
export interface LayoutScore {
  readonly layout: string;
  readonly score: number;
}

/** Whose choice a layout was: the account's last file, a request, columns a person named, or the file itself. */
export type LayoutChoice = 'REMEMBERED' | 'NAMED' | 'MAPPED' | 'DETECTED';

export interface UsedLayout {
  readonly id: string;
  readonly bank: string;
  readonly product: string;
  readonly chosen: LayoutChoice;
  readonly score: number;
  readonly mapping: ColumnMapping;
}

/** One movement of the account as the file has it. */
export interface Movement {
  readonly date: Day;
  readonly valueDate: Day;
  /** Signed: money out is negative. A separate fee or tax is already taken off. */
  readonly amountCents: Cents;
  readonly description: string;
  readonly category?: string | undefined;
  /** The fee within `amountCents`, positive. */
  readonly feeCents?: Cents | undefined;
  /** The tax within `amountCents`: positive where it was withheld, negative where it was paid back. */
  readonly taxCents?: Cents | undefined;
  /** The running balance the row states. */
  readonly balanceCents?: Cents | undefined;
}

export type RowIssueCode =
  | 'DATE_UNREADABLE'
  | 'DATE_MISSING'
  | 'AMOUNT_UNREADABLE'
  | 'AMOUNT_AMBIGUOUS'
  | 'AMOUNT_MISSING'
  | 'AMOUNT_BOTH_SIDES'
  | 'AMOUNT_TOO_LARGE'
  | 'FORMULA_WITHOUT_VALUE'
  | 'CELL_ERROR'
  | 'CURRENCY_NOT_EURO';

/** Params: the column's letter and the text found, where there are any. */
export interface RowIssue {
  readonly code: RowIssueCode;
  readonly params: readonly string[];
}

export type StatementRow =
  /** `row` is 1-based, as the file shows it. */
  | { readonly row: number; readonly state: 'BOOKED'; readonly movement: Movement }
  | {
      readonly row: number;
      readonly state: 'PENDING';
      readonly movement?: Movement | undefined;
      /** Of a row without a day: banks count it in their totals all the same. */
      readonly amountCents?: Cents | undefined;
    }
  | { readonly row: number; readonly state: 'ERROR'; readonly issue: RowIssue };

export interface Check {
  readonly kind: 'BALANCES' | 'COUNT' | 'TOTAL' | 'TOTAL_IN' | 'TOTAL_OUT' | 'RUNNING_BALANCE';
  readonly ok: boolean;
  /** The row that states the figure, or the first that does not fit. */
  readonly row?: number | undefined;
  /** Cents; for COUNT a number of rows. */
  readonly expected: number;
  readonly actual: number;
}

/** A file read to the end: plain data, fit for structured clone. */
export interface Statement {
  readonly format: FileFormat;
  readonly sheet: string;
  readonly layout: UsedLayout;
  /** Other layouts the file fits, best first. */
  readonly candidates: readonly LayoutScore[];
  /** In the file's order. */
  readonly rows: readonly StatementRow[];
  /** First and last booking day. */
  readonly period: { readonly from: Day; readonly to: Day };
  readonly checks: readonly Check[];
  readonly openingBalanceCents?: Cents | undefined;
  readonly closingBalanceCents?: Cents | undefined;
  /** Valid IBANs in the lines before the header. */
  readonly ibans: readonly string[];
  /** Distinct values of the account column. */
  readonly accountNames: readonly string[];
}

export interface RememberedLayout {
  readonly layout: string;
  readonly mapping?: ColumnMapping | undefined;
}

/** Cards are written from the bank's side or the holder's: whether a purchase has a positive or a negative amount. */
export type SignMeaning = 'SPENDING_POSITIVE' | 'SPENDING_NEGATIVE';

/** What decides how a file is read. */
export interface ReadOptions {
  /** A layout's id; without it, or with `auto`, the one the file fits best. */
  readonly layout?: string | undefined;
  /** Goes before any layout. */
  readonly mapping?: ColumnMapping | undefined;
  /** The account's IBAN: a file that names another one is refused. */
  readonly iban?: string | undefined;
  /** The bank's name: decides between layouts that fit equally well. */
  readonly bankName?: string | undefined;
  /** How the account's last file was read: holds where it fits, and else the file is detected anew. */
  readonly remembered?: RememberedLayout | undefined;
  /** Of a file that names several accounts, or another IBAN than the account's, the one a person chose. */
  readonly fileAccount?: string | undefined;
  /** What the signs of a card's amounts mean. */
  readonly signs?: SignMeaning | undefined;
  /** Reads a file although its rows do not add up to the figures it states; the checks say which. */
  readonly acceptDifferences?: boolean | undefined;
  /** The file's name as uploaded; never decides the format. */
  readonly fileName?: string | undefined;
}

/** A file's first rows as a person would see them, and what is recognised of them. */
export interface FilePreview {
  readonly format: FileFormat;
  /** Valid IBANs the file names before or in its rows: whose statement it is. */
  readonly ibans: readonly string[];
  readonly candidates: readonly LayoutScore[];
  /** The accounts the file's account column, or the files of an archive, name. */
  readonly accounts: readonly string[];
  readonly sheets: readonly {
    readonly name: string;
    readonly rowCount: number;
    readonly columnCount: number;
    readonly rows: readonly (readonly string[])[];
  }[];
  readonly suggestion?: ColumnMapping | undefined;
  /** The balance the file states for its last day, where it can be read without further help and states one. */
  readonly closing?: { readonly date: Day; readonly balanceCents: Cents } | undefined;
}

// ------------------------------------------------------------------------------------------- movements → changes

/** An operation as the household keeps it. */
export type StoredOperation = Operation & { readonly version: number };

/** An operation to save: new without `id` and `version`. */
export type ProposedOperation = Omit<Operation, 'id'> & {
  readonly id?: string | undefined;
  readonly version?: number | undefined;
};

export type Verdict =
  | 'NEW'
  | 'SAME'
  | 'CHANGED'
  | 'DUPLICATE_SUSPECT'
  | 'MATCHES_PLANNED'
  | 'OUTSIDE_QUARTER'
  | 'PENDING'
  | 'ERROR';

export type RowMessageCode =
  | RowIssueCode
  | 'AMOUNT_ZERO'
  | 'VALUE_DATE_RESTATED'
  | 'AMOUNT_RESTATED'
  | 'EDITED_SINCE_IMPORT'
  | 'PLANNED_HAPPENED'
  | 'OTHER_LEG'
  | 'PAIRED_TRANSFER'
  | 'TWIN_BY_HAND'
  | 'TWIN_OTHER_TEXT';

export type RecognisedKind =
  'STAMP_DUTY' | 'FEE' | 'INTEREST' | 'WITHHOLDING' | 'INTERNAL_TRANSFER' | 'SALARY';

/** What a movement is about, by its words: a suggestion, never applied. Magnitudes in cents. */
export interface Recognition {
  readonly kind: RecognisedKind;
  readonly quarter?: QuarterDate | undefined;
  readonly computedCents?: Cents | undefined;
  readonly chargedCents: Cents;
}

export interface Difference {
  readonly field: 'kind' | 'date' | 'valueDate' | 'amountCents' | 'description' | 'status' | 'toAccountId';
  readonly before: string;
  readonly after: string;
}

export interface ChangeRow {
  readonly row: number;
  readonly verdict: Verdict;
  readonly movement?: Movement | undefined;
  /** Save this to accept the row. */
  readonly operation?: ProposedOperation | undefined;
  /** The other reading, where there is one. */
  readonly alternative?: ProposedOperation | undefined;
  /** The operation it equals, changes, confirms, or may repeat. */
  readonly existing?: StoredOperation | undefined;
  readonly differences: readonly Difference[];
  readonly message?: { readonly code: RowMessageCode; readonly params: readonly string[] } | undefined;
  readonly recognition?: Recognition | undefined;
  /** Whether the tick is set before the person decides. */
  readonly selected: boolean;
}

export interface MissingOperation {
  readonly operation: StoredOperation;
  readonly reason: 'DONE_NOT_IN_FILE' | 'PLANNED_NOT_IN_FILE';
}

export interface BalanceEffect {
  /** What saving the ticked rows adds to the account's projected closing balance. */
  readonly projectedCents: Cents;
  /** Opening plus operations done up to the file's last day, before and after saving the ticked rows. */
  readonly bookedBeforeCents: Cents;
  readonly bookedAfterCents: Cents;
  readonly statedCents?: Cents | undefined;
}

export interface Changes {
  readonly rows: readonly ChangeRow[];
  readonly counts: Partial<Record<Verdict, number>>;
  readonly missing: readonly MissingOperation[];
  readonly balanceEffect: BalanceEffect;
}

/** What the referee computed for an account in a quarter, magnitudes in cents. */
export interface ComputedFigures {
  readonly quarter: QuarterDate;
  readonly stampDutyCents: Cents;
  /** One charged month. */
  readonly monthlyFeeCents: Cents;
  readonly grossInterestCents: Cents;
  readonly withholdingCents: Cents;
}

export interface CompareInput {
  readonly quarter: QuarterDate;
  readonly accountId: string;
  readonly statement: Pick<Statement, 'rows' | 'period' | 'closingBalanceCents'>;
  /** Operations of the household in the quarter, of all accounts: transfers are paired across them. */
  readonly operations: readonly StoredOperation[];
  /** The account's opening balance in the quarter. */
  readonly openingBalanceCents: Cents;
  readonly calendar: BusinessCalendar;
  /** The account's figures of this and the previous quarter, where they are known. */
  readonly figures?: readonly ComputedFigures[] | undefined;
}

// ------------------------------------------------------------------------------------------- the worker's door

/** What the worker is asked; structured-clone data only. */
export type WorkerTask =
  | { readonly kind: 'statement'; readonly bytes: Uint8Array; readonly options: ReadOptions }
  | { readonly kind: 'preview'; readonly bytes: Uint8Array; readonly options: ReadOptions }
  | {
      readonly kind: 'setups';
      readonly bytes: Uint8Array;
      readonly accounts: readonly SetupAccount[];
    };

export interface WorkerFailure {
  readonly ok: false;
  readonly error: {
    /** UNEXPECTED is a fault of the reader, not of the file. */
    readonly code: FileErrorCode | 'UNEXPECTED';
    readonly params: readonly string[];
    readonly message: string;
  };
}

/** Failures are values, because a thread boundary drops an error's own fields. */
export type WorkerAnswer<T> = { readonly ok: true; readonly value: T } | WorkerFailure;

// ------------------------------------------------------------------------------------------- setups

export interface SetupAccount {
  readonly id: string;
  readonly name: string;
  readonly iban?: string | undefined;
}

export interface SetupRow {
  readonly accountId: string;
  readonly openingBalanceCents: Cents;
  readonly minBalanceCents?: Cents | undefined;
  readonly maxBalanceCents?: Cents | undefined;
  readonly excluded: boolean;
  readonly notes?: string | undefined;
}
