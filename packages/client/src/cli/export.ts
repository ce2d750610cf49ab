import { writeFileSync } from 'node:fs';
import { api, withGoals, withLots } from '@fibado/contracts';
import { type Command, Option } from 'commander';
import type { Client } from '../client.js';
import { type Context, print, signedIn } from './context.js';
import { CommandError, EXIT, usage } from './exit-codes.js';
import { quarterName, quarterOf } from './fields.js';
import { withProgress } from './terminal.js';

const FORMATS = ['archive', 'xlsx', 'csv', 'pain', 'template', 'problem', 'isee'] as const;
type Format = (typeof FORMATS)[number];
const SUFFIX: Record<Format, string> = {
  archive: 'zip',
  xlsx: 'xlsx',
  csv: 'csv',
  pain: 'xml',
  template: 'xlsx',
  problem: 'json',
  isee: 'xlsx',
};

interface ExportOptions {
  readonly format?: Format;
  readonly output?: string;
  readonly language: 'it' | 'en';
}

export function addExport(program: Command, context: Context): void {
  program
    .command('export [quarter-or-year]')
    .description('write a quarter, a year for the ISEE, or everything of the household into a file')
    .addOption(
      new Option('--format <format>', 'xlsx for a quarter unless told; archive without').choices(FORMATS),
    )
    .option('-o, --output <file>', 'where to; - is the output')
    .addOption(new Option('--language <language>', 'of the words in it').choices(['it', 'en']).default('it'))
    .addHelpText(
      'after',
      `
archive   everything of the household       xlsx      a quarter's accounts, operations and plan
csv       a quarter's operations            pain      the transfers still to make, ISO 20022 pain.001
template  openings to fill in               problem   what \`fibado what-if\` and \`evaluate\` take
isee      a year's ISEE dossier, panel FC2`,
    )
    .action(async (text: string | undefined, options: ExportOptions) => {
      const format = options.format ?? (text === undefined ? 'archive' : 'xlsx');
      if (format !== 'archive' && text === undefined)
        throw usage(
          `Which ${format === 'isee' ? 'year? fibado export 2025' : 'quarter? fibado export 2027-Q1'} --format ${format}`,
        );
      const date = text === undefined || format === 'isee' ? (text ?? '') : quarterOf(text);
      const client = signedIn(context);
      const content = await withProgress(context.terminal, 'Exporting', () =>
        exported(client, format, date, options.language),
      );
      const bytes = new Uint8Array(await content.arrayBuffer());
      if (options.output === '-') {
        if (context.terminal.output.isTTY && ['archive', 'xlsx', 'template', 'isee'].includes(format))
          throw usage('That is no text for a terminal: --output FILE');
        context.terminal.output.write(bytes);
        return;
      }
      const name = format === 'isee' ? `isee-${date}` : date ? quarterName(date) : 'archive';
      const file =
        options.output ?? `fibado-${name}${format === 'template' ? '-openings' : ''}.${SUFFIX[format]}`;
      try {
        writeFileSync(file, bytes, { mode: 0o600 });
      } catch (error) {
        throw new CommandError(EXIT.failed, `${file} cannot be written: ${(error as Error).message}`);
      }
      print(context, { file, bytes: bytes.byteLength }, () => `${file}: ${String(bytes.byteLength)} bytes`);
    });
}

function exported(client: Client, format: Format, date: string, language: 'it' | 'en'): Promise<Blob> {
  const [params, query] = [{ date }, { language }];
  switch (format) {
    case 'archive':
      return client.call(api.exports.archive);
    case 'xlsx':
      return client.call(api.exports.quarterWorkbook, { params, query });
    case 'csv':
      return client.call(api.exports.quarterCsv, { params, query });
    case 'pain':
      return client.call(api.exports.creditTransfers, { params, query: {} });
    case 'template':
      return client.call(api.exports.setupsTemplate, { params, query });
    case 'isee':
      return client.call(api.exports.iseeWorkbook, { params: { year: yearOf(date) }, query });
    case 'problem':
      return problemOf(client, date);
  }
}

/** @throws CommandError */
function yearOf(text: string): number {
  if (!/^\d{4}$/.test(text)) throw usage(`${text} is no year.`);
  return Number(text);
}

/** A quarter as the stateless endpoints take it, from the lists it is made of. */
async function problemOf(client: Client, quarter: string): Promise<Blob> {
  const [banks, accountGroups, accounts, setups, operations, settings, offers, lots, goals] =
    await Promise.all([
      client.call(api.banks.get),
      client.call(api.accountGroups.get),
      client.call(api.accounts.getAlreadySetUp, { params: { quarter } }),
      client.call(api.quarters.getSetups, { params: { date: quarter } }),
      client.call(api.operations.get, { params: { quarter } }),
      client.call(api.settings.get),
      client.call(api.termOffers.get),
      client.call(api.lots.get),
      client.call(api.goals.get),
    ]);
  const bare = <T extends { version: number }>({ version: _version, ...rest }: T) => rest;
  const {
    language: _language,
    reminders: _reminders,
    notifications: _notifications,
    ...planning
  } = bare(settings);
  const problem = {
    quarter,
    banks: banks.map(bare),
    accountGroups: accountGroups.map(bare),
    accounts: accounts.map(bare),
    setups,
    operations: operations.map(bare),
    settings: planning,
  };
  const content = { problem: withGoals(withLots(problem, { offers, lots }), goals) };
  return new Blob([`${JSON.stringify(content, null, 2)}\n`]);
}
