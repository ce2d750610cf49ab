import { readFileSync } from 'node:fs';
import { type EndpointShape, quarterDate } from '@fibado/contracts';
import { type Context } from './context.js';
import { CommandError, EXIT, usage } from './exit-codes.js';
import { wholeInput } from './terminal.js';

/** What people write about a thing: names instead of ids, euro instead of cents. */
export type Fields = Record<string, unknown>;

/** `2027-Q1` or the quarter's first day. @throws CommandError */
export function quarterOf(text: string): string {
  const [, year, number] = /^(\d{4})-?q([1-4])$/i.exec(text.trim()) ?? [];
  const date = year && number ? `${year}-${String(Number(number) * 3 - 2).padStart(2, '0')}-01` : text.trim();
  if (!quarterDate.safeParse(date).success)
    throw usage(`${text} is no quarter: write 2027-Q1, or its first day 2027-01-01.`);
  return date;
}

/** The quarter a day belongs to: its first day. */
export function quarterAround(day: string): string {
  const month = Number(day.slice(5, 7));
  return `${day.slice(0, 4)}-${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`;
}

/** `2027-Q1` for the quarter's first day. */
export const quarterName = (date: string): string =>
  `${date.slice(0, 4)}-Q${String((Number(date.slice(5, 7)) + 2) / 3)}`;

/** Euro as typed, `12`, `12.5` or `12,50`, in cents. @throws CommandError */
export function centsOf(text: string, field: string): number {
  const [, sign = '', whole, part = ''] = /^(-?)(\d{1,11})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) throw usage(`${field}: ${text} is no amount; write 1234.56`);
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return sign && cents > 0 ? -cents : cents;
}

/** `name=text` and `name:=json`. */
export function parseFields(words: readonly string[]): Fields {
  const fields: Fields = {};
  for (const word of words) {
    const [, name, json, value] = /^([A-Za-z]\w*)(:?)=([^]*)$/.exec(word) ?? [];
    if (name === undefined || value === undefined) throw usage(`${word}: write field=value or field:=JSON.`);
    fields[name] = json ? parseJson(value, name) : value;
  }
  return fields;
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw usage(`${where} is not JSON: ${(error as Error).message}`);
  }
}

/** A file's text, or what comes in for `-`. @throws CommandError */
async function contentOf(context: Context, file: string): Promise<string> {
  return file === '-' ? wholeInput(context.terminal.input) : bytesOf(file).toString('utf8');
}

export async function jsonOf(context: Context, file: string): Promise<unknown> {
  return parseJson(await contentOf(context, file), file === '-' ? 'The input' : file);
}

/** @throws CommandError naming the file. */
export function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'is not there' : code === 'EISDIR' ? 'is a folder' : 'cannot be read';
    throw new CommandError(EXIT.usage, `${file} ${why}.`);
  }
}

type Shape = Record<string, { safeParse(value: unknown): { success: boolean } }>;

/** The fields an endpoint's body has. */
export const shapeOf = (endpoint: EndpointShape): Shape =>
  (endpoint.body as unknown as { shape: Shape }).shape;

/** A field's value as text. @throws CommandError for a list or an object. */
export function textOf(value: unknown, field: string): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw usage(`${field} has to be a text or a number.`);
}

/** What a name stands for: `bank` asks for `bankId`. */
export type Lookup = (field: string, name: string) => Promise<string>;

/**
 * The contract's fields from what people write: `bank=NAME` for `bankId`, `accounts` for `accountIds`, `amount=12.50` for `amountCents`,
 * `quarter=2027-Q1`; text becomes a number or a truth value where the contract wants one.
 */
export async function resolveFields(fields: Fields, shape: Shape, lookup: Lookup): Promise<Fields> {
  const resolved: Fields = {};
  for (const [name, value] of Object.entries(fields)) {
    if (name in shape) resolved[name] = typed(name, value, shape);
    else if (`${name.slice(0, -1)}Ids` in shape && name.endsWith('s'))
      resolved[`${name.slice(0, -1)}Ids`] = await idsOf(name.slice(0, -1), value, lookup);
    else if (`${name}Id` in shape) resolved[`${name}Id`] = await lookup(name, textOf(value, name));
    else if (`${name}Cents` in shape) {
      resolved[`${name}Cents`] = value === '' ? undefined : centsOf(textOf(value, name), name);
    } else resolved[name] = value;
  }
  return resolved;
}

/** One name or a list of them; an empty text takes the field away. */
async function idsOf(field: string, names: unknown, lookup: Lookup): Promise<string[] | undefined> {
  if (names === '') return undefined;
  const ids: string[] = [];
  for (const name of [names].flat()) ids.push(await lookup(field, textOf(name, field)));
  return ids;
}

function typed(name: string, value: unknown, shape: Shape): unknown {
  if (typeof value !== 'string') return value;
  // An empty text takes the field away.
  if (value === '') return undefined;
  if (name === 'quarter') return quarterOf(value);
  if (shape[name]?.safeParse(value).success) return value;
  try {
    const parsed = JSON.parse(value) as unknown;
    if (shape[name]?.safeParse(parsed).success) return parsed;
  } catch {
    // It is text then; the contract says what is wrong with it.
  }
  return value;
}

/** Holds a body against its contract before it is sent. @throws CommandError naming every wrong field. */
export function checked<T>(endpoint: EndpointShape, body: unknown): T {
  const parsed = endpoint.body?.safeParse(body);
  if (parsed?.success === false) {
    const wrong = parsed.error.issues.map(({ path, message }) =>
      path.length > 0 ? `${path.map(String).join('.')}: ${message}` : message,
    );
    throw usage(wrong.join('\n'));
  }
  return body as T;
}
