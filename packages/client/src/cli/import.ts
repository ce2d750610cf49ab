import { basename } from 'node:path';
import { api, type ChangeRow, type ImportChanges, LAYOUT_AUTO } from '@fibado/contracts';
import type { Command } from 'commander';
import type { Client } from '../client.js';
import { type Context, print, say, signedIn } from './context.js';
import { EXIT, usage } from './exit-codes.js';
import { bytesOf, jsonOf, quarterAround, quarterName, quarterOf } from './fields.js';
import { lookupIn } from './household.js';
import { type Column, euros, table, withProgress } from './terminal.js';

interface ImportOptions {
  readonly account: string;
  readonly quarter?: string;
  readonly layout?: string;
  readonly mapping?: string;
  readonly dryRun?: true;
  readonly withSuspects?: true;
}

interface Source {
  readonly file: string;
  readonly bytes: Buffer;
  readonly accountId: string;
  readonly layout?: string | undefined;
  readonly mapping?: unknown;
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
    .option('--dry-run', 'show what would change and save nothing')
    .option('--with-suspects', 'save rows that may repeat an operation, too')
    .addHelpText('after', '\nExit code 3: rows are left that may repeat an operation, or could not be read.')
    .action(async (file: string, options: ImportOptions) => {
      const bytes = bytesOf(file);
      const client = signedIn(context);
      const accountId = await lookupIn(client)('account', options.account);
      const mapping = options.mapping ? await jsonOf(context, options.mapping) : undefined;
      const source: Source = { file, bytes, accountId, layout: options.layout, mapping };
      const results: Imported[] = [];
      for (const [quarter, changes] of await compared(context, client, source, options.quarter))
        results.push(await imported(context, client, source, options, { quarter, changes }));
      if (results.some(({ changes }) => leftOver(changes, options) > 0)) context.exitCode = EXIT.suspects;
      print(context, { file, dryRun: options.dryRun === true, quarters: results }, () =>
        results.map((one) => textOf(one, options)).join('\n\n'),
      );
    });
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

function compare(context: Context, client: Client, source: Source, quarter: string): Promise<ImportChanges> {
  const { accountId, layout, mapping } = source;
  return withProgress(context.terminal, `Reading ${source.file}`, (tell) =>
    client.call(api.imports.computeChanges, {
      body: {
        ...{ quarter, accountId },
        ...(layout ? { layout } : {}),
        ...(mapping === undefined ? {} : { mapping: JSON.stringify(mapping) }),
      },
      file: new Blob([new Uint8Array(source.bytes)]),
      fileName: basename(source.file),
      onUploadProgress: ({ sentBytes, totalBytes }) => {
        if (sentBytes < totalBytes) tell(`${String(Math.floor((sentBytes * 100) / totalBytes))} %`);
      },
    }),
  );
}

const isSuspect = ({ verdict }: ChangeRow): boolean => verdict === 'DUPLICATE_SUSPECT';
const isTaken = (row: ChangeRow, { withSuspects }: ImportOptions): boolean =>
  row.operation !== undefined && (row.selected || (withSuspects === true && isSuspect(row)));
/** Rows somebody has to look at. */
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
      `The file says ${check.kind} ${String(check.expected)}; its rows give ${String(check.actual)}.`,
    );
  const taken = changes.rows.filter((row) => isTaken(row, options));
  if (options.dryRun || taken.length === 0) return { quarter, changes, saved: 0 };
  const { operations, importId } = await client.call(api.operations.saveBulk, {
    body: {
      operations: taken.flatMap(({ operation }) => (operation ? [operation] : [])),
      import: {
        ...{ accountId: source.accountId, fileName: changes.file.name, fileHash: changes.file.hash },
        ...{ layout: changes.layout.id || LAYOUT_AUTO, mapping: changes.layout.mapping },
        skipped: changes.rows.length - taken.length,
      },
    },
  });
  return { quarter, changes, saved: operations.length, importId };
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

function textOf({ quarter, changes, saved }: Imported, options: ImportOptions): string {
  const shown = changes.rows.filter(({ verdict }) => verdict !== 'SAME' && verdict !== 'OUTSIDE_QUARTER');
  const counts = Object.entries(changes.counts)
    .map(([verdict, count]) => `${String(count)} ${verdict}`)
    .join(', ');
  const missing = changes.missing.map(
    ({ operation, reason }) =>
      `${operation.date}  ${euros(operation.amountCents)}  ${operation.description}: ${reason}`,
  );
  const done = options.dryRun ? 'Nothing was saved (--dry-run).' : `Saved: ${String(saved)}.`;
  const { bank, product } = changes.layout;
  return [
    `${quarterName(quarter)}, read as ${bank} ${product}: ${counts || 'no rows'}`,
    ...(shown.length > 0 ? [table(columns(options), shown)] : []),
    ...missing,
    done,
  ].join('\n');
}
