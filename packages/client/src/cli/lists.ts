import { api, type Operation, type Setup } from '@fibado/contracts';
import type { Command } from 'commander';
import type { Client } from '../client.js';
import { type Context, print, signedIn } from './context.js';
import { usage } from './exit-codes.js';
import {
  checked,
  type Fields,
  jsonOf,
  parseFields,
  quarterAround,
  quarterName,
  quarterOf,
  resolveFields,
  shapeOf,
  textOf,
} from './fields.js';
import { accountNames, find, lookupIn } from './household.js';
import { ACCOUNTS, BANKS, GOALS, GROUPS, PERSONS, type Resource, type Row } from './resources.js';
import { type Column, euros, table } from './terminal.js';

interface SaveOptions {
  readonly file?: string;
}

const FIELD_HELP = `
Fields are written name=value, or name:=JSON; an empty value takes a field away.
Names stand for ids (bank=…, accountGroup=…, account=…), euro for cents (amount=12.50).
Of a list of accounts: accounts:=["…","…"]. With id=… what is not named stays as it is. --file takes an object or a list of them; - reads the input.`;

function addResource<T extends Row>(program: Command, context: Context, resource: Resource<T>): void {
  const { what } = resource;
  const command = program.command(resource.command).description(`the household's ${resource.command}`);
  command
    .command('list')
    .description(`list the ${resource.command}`)
    .action(async () => {
      const client = signedIn(context);
      const rows = await resource.list(client);
      const columns = context.json ? [] : await resource.columns(client);
      print(context, rows, () => table(columns, rows));
    });
  command
    .command('save [fields...]')
    .description(`create a ${what}, or change one`)
    .option('--file <file>', 'read the fields from a JSON file')
    .addHelpText('after', FIELD_HELP)
    .action(async (words: string[], options: SaveOptions) => {
      const client = signedIn(context);
      const lookup = lookupIn(client);
      const saved: T[] = [];
      for (const given of await givenFields(context, words, options)) {
        const shape = shapeOf(resource.save);
        const fields = await resolveFields(withGroup(withRate(given, shape)), shape, lookup);
        const body = await completed(fields, () => resource.list(client), what);
        saved.push(await resource.saveOne(client, checked<never>(resource.save, body)));
      }
      print(context, options.file ? saved : saved[0], () => table(bySaved, saved));
    });
  command
    .command('delete <name-or-id>')
    .description(`delete a ${what} nothing uses`)
    .action(async (wanted: string) => {
      const client = signedIn(context);
      const found = find(await resource.list(client), wanted, what);
      await resource.remove(client, found.id);
      print(context, { deleted: found.id }, () => `Deleted ${found.name}.`);
    });
}

const bySaved: readonly Column<Row>[] = [
  { title: 'saved', value: ({ name }) => name },
  { title: 'id', value: ({ id }) => id },
];

/** One object a thing to save: the words of the command line, or a file's. */
async function givenFields(
  context: Context,
  words: readonly string[],
  { file }: SaveOptions,
): Promise<Fields[]> {
  const fields = parseFields(words);
  if (file === undefined) {
    if (words.length === 0) throw usage('Nothing to save: write field=value, or --file FILE.');
    return [fields];
  }
  const content = await jsonOf(context, file);
  const list = Array.isArray(content) ? content : [content];
  if (!list.every((one) => one !== null && typeof one === 'object'))
    throw usage(`${file} has to hold an object or a list of them.`);
  return list.map((one) => ({ ...(one as Fields), ...fields }));
}

/** `rate=2.5`: one rate for every balance, as long as the account lives; a new account without earns nothing. */
function withRate({ rate, ...fields }: Fields, shape: ReturnType<typeof shapeOf>): Fields {
  if (!('rates' in shape)) return rate === undefined ? fields : { rate, ...fields };
  if (rate === undefined) return fields['id'] === undefined ? { rates: [], ...fields } : fields;
  const text = textOf(rate, 'rate');
  const ratePct = Number(text.replace(',', '.'));
  if (Number.isNaN(ratePct)) throw usage(`rate: ${text} is no percentage.`);
  const tiers = [{ upToCents: null, ratePct }];
  return { ...fields, rates: [{ from: '2000-01-01', tiers, tierMode: 'MARGINAL' }] };
}

const withGroup = ({ group, ...fields }: Fields): Fields =>
  group === undefined ? fields : { ...fields, accountGroup: group };

/** With an id and no version: the thing as it is, changed by what was given. */
async function completed<T extends { id: string }>(
  fields: Fields,
  list: () => Promise<readonly T[]>,
  what: string,
): Promise<Fields> {
  if (fields['id'] === undefined || fields['version'] !== undefined) return withoutGaps(fields);
  const current = (await list()).find(({ id }) => id === fields['id']);
  if (!current) throw usage(`There is no ${what} ${textOf(fields['id'], 'id')}.`);
  return withoutGaps({ ...current, ...otherForm(fields), ...fields });
}

/** Holders are names or ids: those of one kind go when the other kind is given. */
function otherForm(fields: Fields): Fields {
  const [byName, byId] = [fields['holders'] !== undefined, fields['holderIds'] !== undefined];
  if (byName === byId) return {};
  return byName ? { holderIds: undefined } : { holders: undefined };
}

const withoutGaps = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function addOperations(program: Command, context: Context): void {
  const command = program.command('operations').description("a quarter's movements");
  command
    .command('list <quarter>')
    .description('list the operations of a quarter, by day')
    .action(async (quarter: string) => {
      const client = signedIn(context);
      const rows = await client.call(api.operations.get, { params: { quarter: quarterOf(quarter) } });
      const nameOf = context.json ? () => '' : await accountNames(client);
      print(context, rows, () => table(operationColumns(nameOf), rows));
    });
  command
    .command('save [fields...]')
    .description('create an operation, or change one; several of a file all or none')
    .option('--file <file>', 'read the fields from a JSON file')
    .addHelpText('after', `${FIELD_HELP}\nquarter and valueDate follow from date unless given.`)
    .action(async (words: string[], options: SaveOptions) => {
      const client = signedIn(context);
      const lookup = lookupIn(client);
      const bodies: Fields[] = [];
      for (const given of await givenFields(context, words, options)) {
        const fields = await resolveFields(given, shapeOf(api.operations.save), lookup);
        bodies.push(await completeOperation(client, fields));
      }
      const body = { operations: bodies, deleteIds: [] } as never;
      const saved = await client.call(api.operations.saveBulk, {
        body: checked<never>(api.operations.saveBulk, body),
      });
      const nameOf = context.json ? () => '' : await accountNames(client);
      print(context, options.file ? saved.operations : saved.operations[0], () =>
        table(operationColumns(nameOf), saved.operations),
      );
    });
  command
    .command('delete <id>')
    .description('delete an operation')
    .action(async (id: string) => {
      await signedIn(context).call(api.operations.delete, { params: { id } });
      print(context, { deleted: id }, () => `Deleted ${id}.`);
    });
}

async function completeOperation(client: Client, fields: Fields): Promise<Fields> {
  const date = fields['date'];
  const quarter = fields['quarter'] ?? (typeof date === 'string' && date ? quarterAround(date) : undefined);
  if (fields['id'] !== undefined && fields['version'] === undefined && quarter === undefined)
    throw usage('Which quarter is the operation in? Write quarter=2027-Q1.');
  const list = () => client.call(api.operations.get, { params: { quarter: textOf(quarter, 'quarter') } });
  const body = await completed({ ...fields, ...(quarter ? { quarter } : {}) }, list, 'operation');
  return body['valueDate'] === undefined && body['date'] ? { ...body, valueDate: body['date'] } : body;
}

const operationColumns = (nameOf: (id: string | undefined) => string): readonly Column<Operation>[] => [
  { title: 'date', value: (o) => o.date },
  { title: 'kind', value: (o) => o.kind },
  { title: 'amount', right: true, value: (o) => euros(o.amountCents) },
  { title: 'account', value: (o) => nameOf(o.accountId) },
  { title: 'to', value: (o) => nameOf(o.toAccountId) },
  { title: 'description', value: (o) => o.description },
  { title: 'status', value: (o) => o.status },
  { title: 'origin', value: (o) => o.origin },
  { title: 'id', value: (o) => o.id },
];

function addQuarters(program: Command, context: Context): void {
  const command = program.command('quarters').description('the quarters and the accounts set up in them');
  command
    .command('list [quarter]')
    .description('list the quarters, or the accounts set up in one')
    .action(async (quarter?: string) => {
      const client = signedIn(context);
      if (quarter !== undefined) {
        const setups = await client.call(api.quarters.getSetups, { params: { date: quarterOf(quarter) } });
        const nameOf = context.json ? () => '' : await accountNames(client);
        print(context, setups, () => table(setupColumns(nameOf), setups));
        return;
      }
      const rows = await client.call(api.quarters.list);
      print(context, rows, () =>
        table(
          [
            { title: 'quarter', value: ({ date }) => quarterName(date) },
            { title: 'state', value: ({ state }) => state },
            { title: 'accounts', right: true, value: (row) => String(row.accounts) },
            { title: 'operations', right: true, value: (row) => String(row.operations) },
          ],
          rows,
        ),
      );
    });
  command
    .command('save <quarter> [fields...]')
    .description("write an account's figures in an initialised quarter: account=… openingBalance=1500.00")
    .option('--file <file>', 'read the fields from a JSON file')
    .addHelpText('after', FIELD_HELP)
    .action(async (quarter: string, words: string[], options: SaveOptions) => {
      const client = signedIn(context);
      const date = quarterOf(quarter);
      const lookup = lookupIn(client);
      const current = await client.call(api.quarters.getQuarter, { params: { date } });
      const setups: Fields[] = [];
      for (const given of await givenFields(context, words, options)) {
        const fields = await resolveFields(given, SETUP_SHAPE, lookup);
        const known = current.setups.find(({ accountId }) => accountId === fields['accountId']);
        setups.push(withoutGaps({ ...known, ...fields }));
      }
      const body = checked<never>(api.quarters.saveSetups, { date, version: current.version, setups });
      const saved = await client.call(api.quarters.saveSetups, { body });
      const nameOf = context.json ? () => '' : await accountNames(client);
      print(context, saved, () => table(setupColumns(nameOf), saved.setups));
    });
  command
    .command('delete <quarter> <account>')
    .description('take an account out of an initialised quarter')
    .action(async (quarter: string, account: string) => {
      const client = signedIn(context);
      const params = { date: quarterOf(quarter), accountId: await lookupIn(client)('account', account) };
      await client.call(api.quarters.deleteSetup, { params });
      print(context, { deleted: params }, () => `${account} is no longer in ${quarterName(params.date)}.`);
    });
}

/** The fields of a setup, out of the list they are saved in. */
const SETUP_SHAPE = setupShape();
function setupShape(): ReturnType<typeof shapeOf> {
  const list = api.quarters.saveSetups.body.shape.setups;
  return list.element.shape;
}

const setupColumns = (nameOf: (id: string | undefined) => string): readonly Column<Setup>[] => [
  { title: 'account', value: (s) => nameOf(s.accountId) },
  { title: 'opening', right: true, value: (s) => euros(s.openingBalanceCents) },
  {
    title: 'minimum',
    right: true,
    value: (s) => (s.minBalanceCents === undefined ? '' : euros(s.minBalanceCents)),
  },
  {
    title: 'maximum',
    right: true,
    value: (s) => (s.maxBalanceCents === undefined ? '' : euros(s.maxBalanceCents)),
  },
  { title: 'excluded', value: (s) => (s.excluded ? 'yes' : 'no') },
];

export function addLists(program: Command, context: Context): void {
  addResource(program, context, ACCOUNTS);
  addResource(program, context, BANKS);
  addResource(program, context, PERSONS);
  addResource(program, context, GROUPS);
  addResource(program, context, GOALS);
  addQuarters(program, context);
  addOperations(program, context);
}
