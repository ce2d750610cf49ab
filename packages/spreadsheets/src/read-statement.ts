import { FileError } from './errors.js';
import { readWorkbooks } from './read/read-workbook.js';
import { chooseLayout } from './statement/detect.js';
import { interpret } from './statement/interpret.js';
import { mergedStatement } from './statement/merge.js';
import { previewWorkbook } from './statement/preview.js';
import type { FilePreview, ReadOptions, Statement, Workbook } from './types.js';

function statementOf(workbook: Workbook, options: ReadOptions): Statement {
  const { used, candidates } = chooseLayout(workbook, options);
  return interpret(workbook, used, candidates, options);
}

/** Whether two files of an archive that name no account may be of one: they have the same header. */
const isSameExport = (a: Statement, b: Statement): boolean =>
  a.layout.id === b.layout.id &&
  (a.layout.mapping.headerTexts ?? []).join('\n') === (b.layout.mapping.headerTexts ?? []).join('\n');

/**
 * The account's statements of an archive: those that name other accounts are left out. Those that name none are taken
 * for one account's where the same bank wrote them alike.
 * @throws FileError FILE_WRONG_ACCOUNT (params: the accounts named), and those of one file
 */
function accountsStatements(workbooks: readonly Workbook[], options: ReadOptions): Statement[] {
  const statements: Statement[] = [];
  const others: FileError[] = [];
  for (const workbook of workbooks) {
    try {
      statements.push(statementOf(workbook, options));
    } catch (error) {
      if (!(error instanceof FileError) || error.code !== 'FILE_WRONG_ACCOUNT') throw error;
      others.push(error);
    }
  }
  const names = [...new Set(others.flatMap(({ params }) => params))];
  if (statements.length === 0)
    throw new FileError(
      'FILE_WRONG_ACCOUNT',
      'No file of the archive is of this account',
      names.slice(0, 20),
    );
  const named = (statement: Statement): string => statement.ibans[0] ?? statement.accountNames[0] ?? '';
  const wanted = options.fileAccount ?? options.iban;
  const own = statements.filter(
    ({ ibans, accountNames }) =>
      wanted !== undefined && (ibans.includes(wanted) || accountNames.includes(wanted)),
  );
  if (own.length > 0) return own;
  const [first] = statements;
  const isOne = statements.every(
    (one) => first && named(one) === named(first) && (named(one) !== '' || isSameExport(one, first)),
  );
  if (isOne && others.length === 0) return statements;
  const said = statements.map((one) => named(one) || one.layout.bank || one.layout.id);
  throw new FileError('FILE_WRONG_ACCOUNT', 'The archive holds several accounts', [
    ...new Set([...said, ...names]),
  ]);
}

function statementOfAll(workbooks: readonly Workbook[], options: ReadOptions): Statement {
  const [only, ...more] = workbooks;
  if (only && more.length === 0) return statementOf(only, options);
  return mergedStatement(accountsStatements(workbooks, options));
}

/**
 * Bytes → rows → movements. Bound its memory and time by running it in the worker (`@fibado/spreadsheets/worker`).
 * @throws FileError
 */
export async function readStatement(bytes: Uint8Array, options: ReadOptions = {}): Promise<Statement> {
  return statementOfAll(await readWorkbooks(bytes), options);
}

/**
 * A file's first rows and what is recognised of them; of an archive those of its first statement.
 * @throws FileError
 */
export async function previewFile(bytes: Uint8Array, options: ReadOptions = {}): Promise<FilePreview> {
  const workbooks = await readWorkbooks(bytes);
  const previews = workbooks.map((workbook) => previewWorkbook(workbook, options));
  const [first] = previews;
  if (!first) throw new FileError('FILE_UNREADABLE', 'The archive holds no statement');
  const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].slice(0, 20);
  return {
    ...first,
    ibans: distinct(previews.flatMap(({ ibans }) => ibans)),
    accounts: distinct(previews.flatMap(({ accounts }) => accounts)),
    closing: closingOf(workbooks, options),
  };
}

function closingOf(workbooks: readonly Workbook[], options: ReadOptions): FilePreview['closing'] {
  try {
    const { period, closingBalanceCents } = statementOfAll(workbooks, options);
    return closingBalanceCents === undefined
      ? undefined
      : { date: period.to, balanceCents: closingBalanceCents };
  } catch (error) {
    // A file that needs a person's help to be read, such as one of an unknown layout, has a preview all the same.
    if (error instanceof FileError) return undefined;
    throw error;
  }
}
