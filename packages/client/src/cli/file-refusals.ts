import type { ErrorCode } from '@fibado/contracts';
import { euros } from './terminal.js';

type FileCode = Extract<ErrorCode, `FILE_${string}`>;
type Sentence = (...params: readonly string[]) => string;

const CHECKS: Readonly<Record<string, string>> = {
  BALANCES: 'closing balance',
  COUNT: 'number of rows',
  TOTAL: 'total',
  TOTAL_IN: 'total of incomes',
  TOTAL_OUT: 'total of outgoings',
};

/** The rows shown with the question about a card's signs: day, cents and text, again and again. */
const examples = (params: readonly string[]): string[] =>
  params.flatMap((day, i) =>
    i % 3 === 0 ? [`  ${day}  ${euros(Number(params[i + 1]))}  ${params[i + 2] ?? ''}`] : [],
  );

/** Why a file was refused and what to do about it. */
const SENTENCES: Readonly<Record<FileCode, Sentence>> = {
  FILE_EMPTY: () => 'The file is empty. Download it again.',
  FILE_UNREADABLE: () =>
    'This is no statement that can be read, or it is damaged. Download it again as xlsx, csv or another format listed in docs/banks.md.',
  FILE_PDF: () =>
    'It is a PDF, which is made for printing. Download the movements as xlsx or csv, or as CAMT.053, MT940, OFX, QIF or CBI; docs/banks.md says where.',
  FILE_ENCRYPTED: () => 'The file has a password. Save it without one.',
  FILE_MACROS: () => 'The file carries a program (macros). Save it as xlsx without macros.',
  FILE_EXTERNAL_LINKS: () => 'The file points to other files. Save it without links.',
  FILE_TOO_COMPLEX: () => 'The file is too large to read. Download a shorter period.',
  FILE_TIMEOUT: () => 'Reading took too long. Download a shorter period, or another format.',
  FILE_LAYOUT_UNKNOWN: () =>
    'No known header is in its first rows. Say what the columns are with --mapping, or map them once on the import page: the account remembers it.',
  FILE_LAYOUT_UNSIGNED: () =>
    'Its amounts do not tell money in from money out. Download another format, or say what the columns are with --mapping.',
  FILE_SIGNS_UNKNOWN: (...params) =>
    [
      'This looks like the statement of a card. Are its purchases positive or negative amounts?',
      ...examples(params),
      'Say it once with --signs positive or --signs negative; the account remembers it.',
    ].join('\n'),
  FILE_CURRENCY: (currency = '') =>
    `It is in ${currency}; only euros are imported. Download the statement of the euro account.`,
  FILE_NO_ROWS: () => 'There is no movement under its header. Download another period.',
  FILE_CHECKSUM: (row = '', kind = '', expected = '', actual = '') => {
    const figure = (text: string): string => (kind === 'COUNT' ? text : euros(Number(text)));
    return [
      `Row ${row} states a ${CHECKS[kind] ?? 'figure'} of ${figure(expected)}, and its rows give ${figure(actual)}.`,
      'Download it again; if it is right all the same, import it with --accept-differences.',
    ].join(' ');
  },
  FILE_CELL: (row = '', column = '') =>
    `No row can be read; the first trouble is in row ${row}, column ${column}. Say what the columns are with --mapping.`,
  FILE_WRONG_ACCOUNT: (...names) =>
    `It is not of this account alone: ${names.join(', ')}. Name the right account with --account, or the one to read with --file-account.`,
};

/** The refusal of a file as sentences; undefined for an error that is about something else. */
export function fileRefusal(code: ErrorCode, params: readonly string[]): string | undefined {
  return code in SENTENCES ? SENTENCES[code as FileCode](...params) : undefined;
}
