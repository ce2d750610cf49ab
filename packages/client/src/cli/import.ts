import { basename } from 'node:path';
import { api, type ChangeRow, type ImportChanges } from '@fibado/contracts';
import { type Command, Option } from 'commander';
import type { Client } from '../client.js';
import { type Context, print, say, signedIn } from './context.js';
import { ApiError } from '../errors.js';
import { CommandError, EXIT, usage } from './exit-codes.js';
import { bytesOf, jsonOf, quarterAround, quarterName, quarterOf } from './fields.js';
import { fileRefusal } from './file-refusals.js';
import { lookupIn } from './household.js';
import { aboutFile } from './refusals.js';
import { type Column, euros, table, withProgress } from './terminal.js';

interface ImportOptions {
  readonly account: string;
  readonly quarter?: string;
  readonly layout?: string;
  readonly mapping?: string;
  readonly fileAccount?: string;
  readonly signs?: 'positive' | 'negative';
  readonly acceptDifferences?: true;
  readonly dryRun?: true;
  readonly withSuspects?: true;
}

interface Source {
  readonly file: string;
  readonly bytes: Buffer;
  readonly accountId: string;
  readonly layout?: string | undefined;
  readonly mapping?: unknown;
  readonly fileAccount?: string | undefined;
  readonly signs?: ImportOptions['signs'];
  readonly acceptDifferences?: true | undefined;
}

/** What came of one quarter's part of a file. */
interface Imported {
  readonly quarter: string;
  readonly changes: ImportChanges;
  readonly saved: number;
  readonly importId?: string | undefined;
}

export function addImport(program: Command, context: Context): void {
  program
    .command('import <file>')
    .description("compare a bank's statement with an account's operations, and save what is new or changed")
    .requiredOption('-a, --account <name-or-id>', 'the account the statement is of')
    .option('-q, --quarter <quarter>', 'the quarter; otherwise every open one the file reaches into')
    .option('--layout <id>', 'read it as this layout; otherwise as the last time, or as it looks')
    .option('--mapping <file>', 'JSON that says which column is what')
    .option('--file-account <name>', 'of a file with several accounts, the one to read, as the file names it')
    .addOption(
      new Option('--signs <sign>', "the sign of a card's purchases; remembered for the account").choices([
        'positive',
        'negative',
      ]),
    )
    .option('--accept-differences', 'import a file although it does not add up to the figures it states')
    .option('--dry-run', 'show what would change and save nothing')
    .option('--with-suspects', 'save rows that may repeat an operation, too')
    .addHelpText('after', '\nExit code 3: rows are left that may repeat an operation, or could not be read.')
    .action((file: string, options: ImportOptions) =>
      importFile(context, file, options).catch((error: unknown) => {
        throw aboutFile(file, error);
      }),
    );
}

async function importFile(context: Context, file: string, options: ImportOptions): Promise<void> {
  const bytes = bytesOf(file);
  const client = signedIn(context);
  const accountId = await lookupIn(client)('account', options.account);
  const mapping = options.mapping ? await jsonOf(context, options.mapping) : undefined;
  const { layout, fileAccount, signs, acceptDifferences } = options;
  const source: Source = {
    file,
    bytes,
    accountId,
    layout,
    mapping,
    fileAccount,
    signs,
    acceptDifferences,
  };
  const results: Imported[] = [];
  for (const [quarter, changes] of await compared(context, client, source, options.quarter))
    results.push(await imported(context, client, source, options, { quarter, changes }));
  if (results.some(({ changes }) => leftOver(changes, options) > 0)) context.exitCode = EXIT.suspects;
  print(context, { file, dryRun: options.dryRun === true, quarters: results }, () =>
    results.map((one) => textOf(source, one, options)).join('\n\n'),
  );
}

/** The changes of each quarter the file reaches into. */
async function compared(
  context: Context,
  client: Client,
  source: Source,
  wanted: string | undefined,
): Promise<[string, ImportChanges][]> {
  if (wanted !== undefined) {
    const quarter = quarterOf(wanted);
    return [[quarter, await compare(context, client, source, quarter)]];
  }
  const open = (await client.call(api.quarters.list)).filter(({ state }) => state !== 'CLOSED');
  const newest = open.at(-1)?.date;
  if (newest === undefined) throw usage('There is no open quarter to import into: fibado quarter init');
  const first = await compare(context, client, source, newest);
  const { from, to } = first.period;
  const reached = open.filter(({ date }) => quarterAround(from) <= date && date <= quarterAround(to));
  if (reached.length === 0)
    throw usage(`The file is about ${from} to ${to}, and none of the quarters in between is open.`);
  const result: [string, ImportChanges][] = [];
  for (const { date } of reached)
    result.push([date, date === newest ? first : await compare(context, client, source, date)]);
  return result;
}

/** @throws CommandError with the file's name and what to do, when the file is refused */
async function compare(
  context: Context,
  client: Client,
  source: Source,
  quarter: string,
): Promise<ImportChanges> {
  const { accountId, layout, mapping, fileAccount, signs, acceptDifferences } = source;
  const answer = withProgress(context.terminal, `Reading ${source.file}`, (tell) =>
    client.call(api.imports.computeChanges, {
      body: {
        quarter,
        accountId,
        ...(layout ? { layout } : {}),
        ...(mapping === undefined ? {} : { mapping: JSON.stringify(mapping) }),
        ...(fileAccount ? { fileAccount } : {}),
        ...(signs ? { signs: signs === 'positive' ? 'SPENDING_POSITIVE' : 'SPENDING_NEGATIVE' } : {}),
        ...(acceptDifferences ? { acceptDifferences: 'true' } : {}),
      },
      file: new Blob([new Uint8Array(source.bytes)]),
      fileName: basename(source.file),
      onUploadProgress: ({ sentBytes, totalBytes }) => {
        if (sentBytes < totalBytes) tell(`${String(Math.floor((sentBytes * 100) / totalBytes))} %`);
      },
    }),
  );
  return answer.catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    const { code, params } = error as ApiError;
    const words = fileRefusal(code, params);
    if (words === undefined) throw error;
    throw new CommandError(EXIT.failed, `${source.file}: ${words}`, { error: code, params });
  });
}

const isSuspect = ({ verdict }: ChangeRow): boolean => verdict === 'DUPLICATE_SUSPECT';
const isTaken = (row: ChangeRow, { withSuspects }: ImportOptions): boolean =>
  row.operation !== undefined && (row.selected || (withSuspects === true && isSuspect(row)));
/** Rows left for review. */
const leftOver = ({ rows }: ImportChanges, options: ImportOptions): number =>
  rows.filter((row) => row.verdict === 'ERROR' || (isSuspect(row) && !isTaken(row, options))).length;

async function imported(
  context: Context,
  client: Client,
  source: Source,
  options: ImportOptions,
  { quarter, changes }: { quarter: string; changes: ImportChanges },
): Promise<Imported> {
  for (const check of changes.checks.filter(({ ok }) => !ok))
    say(
      context,
      `${source.file}: ${fileRefusal('FILE_CHECKSUM', [check.row ?? '', check.kind, check.expected, check.actual].map(String)) ?? ''}`,
    );
  const taken = changes.rows.filter((row) => isTaken(row, options));
  const { comparisonId } = changes;
  if (options.dryRun || taken.length === 0) return { quarter, changes, saved: 0 };
  if (comparisonId === undefined) throw usage("You may read this household's finances and not change them.");
  const { created, updated, importId } = await client.call(api.imports.apply, {
    body: { comparisonId, take: taken.filter(({ selected }) => !selected).map(({ row }) => row) },
  });
  return { quarter, changes, saved: created + updated, importId };
}

const columns = (options: ImportOptions): readonly Column<ChangeRow>[] => [
  { title: 'row', right: true, value: ({ row }) => String(row) },
  { title: 'verdict', value: ({ verdict }) => verdict },
  { title: 'date', value: ({ movement }) => movement?.date ?? '' },
  { title: 'amount', right: true, value: ({ movement }) => (movement ? euros(movement.amountCents) : '') },
  { title: 'description', value: ({ movement }) => (movement?.description ?? '').slice(0, 60) },
  {
    title: 'change',
    value: (row) =>
      row.differences.length > 0
        ? row.differences.map(({ field, before, after }) => `${field} ${before} → ${after}`).join(', ')
        : (row.message?.code ?? ''),
  },
  { title: 'save', value: (row) => (isTaken(row, options) ? 'yes' : 'no') },
];

/** How the file was read, and why so. */
const readAs = ({ bank, product, chosen }: ImportChanges['layout']): string =>
  [
    bank === '' ? 'read by the words of its header' : `read as ${bank} ${product}`,
    ...(chosen === 'REMEMBERED' ? [' like the last file'] : []),
  ].join('');

function textOf({ file }: Source, { quarter, changes, saved }: Imported, options: ImportOptions): string {
  const shown = changes.rows.filter(({ verdict }) => verdict !== 'SAME' && verdict !== 'OUTSIDE_QUARTER');
  const counts = Object.entries(changes.counts)
    .map(([verdict, count]) => `${String(count)} ${verdict}`)
    .join(', ');
  const missing = changes.missing.map(
    ({ operation, reason }) =>
      `${operation.date}  ${euros(operation.amountCents)}  ${operation.description}: ${reason}`,
  );
  const done = options.dryRun ? 'Nothing was saved (--dry-run).' : `Saved: ${String(saved)}.`;
  return [
    `${file}: ${quarterName(quarter)}, ${readAs(changes.layout)}: ${counts || 'no rows'}`,
    ...(shown.length > 0 ? [table(columns(options), shown)] : []),
    ...missing,
    done,
  ].join('\n');
}
