import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import Table from 'cli-table3';

/** Where the command reads and writes, so that tests can bring their own. */
export interface Terminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly errors: NodeJS.WriteStream;
}

export interface Column<T> {
  readonly title: string;
  readonly value: (row: T) => string;
  readonly right?: boolean;
}

const NO_LINES = Object.fromEntries(
  [
    'top',
    'top-mid',
    'top-left',
    'top-right',
    'bottom',
    'bottom-mid',
    'bottom-left',
    'bottom-right',
    'left',
    'left-mid',
    'mid',
    'mid-mid',
    'right',
    'right-mid',
  ].map((name) => [name, '']),
);

/** Rows under their titles, without lines, for people and for `grep`. */
export function table<T>(columns: readonly Column<T>[], rows: readonly T[]): string {
  if (rows.length === 0) return 'None.';
  const made = new Table({
    head: columns.map(({ title }) => title.toUpperCase()),
    colAligns: columns.map(({ right }) => (right ? 'right' : 'left')),
    chars: { ...NO_LINES, middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  for (const row of rows) made.push(columns.map(({ value }) => oneLine(value(row))));
  return made
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** A bank's text on one line; control characters could command a terminal. */
const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');

const EUROS = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** Cents as euro: `1,234.56`. */
export const euros = (amountCents: number): string => EUROS.format(amountCents / 100);

/** Asks on a terminal without showing what is typed; elsewhere the next line of the input. */
export async function askSecret({ input, errors }: Terminal, question: string): Promise<string> {
  if (!input.isTTY) return firstLine(input);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: true });
  errors.write(question);
  try {
    return await lines.question('');
  } finally {
    errors.write('\n');
    lines.close();
  }
}

export async function ask({ input, errors }: Terminal, question: string): Promise<string> {
  const lines = createInterface({ input, output: errors, terminal: true });
  try {
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
  }
}

async function firstLine(input: NodeJS.ReadableStream): Promise<string> {
  return (await wholeInput(input)).split(/\r?\n/)[0] ?? '';
}

/** Everything that comes in. */
export async function wholeInput(input: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks).toString('utf8');
}

const TICK_MS = 200;

/** Shows on a terminal, and nowhere else, that something is under way. */
export async function withProgress<T>(
  { errors }: Terminal,
  text: string,
  work: (tell: (detail: string) => void) => Promise<T>,
): Promise<T> {
  if (!errors.isTTY) return work(() => undefined);
  const began = Date.now();
  let detail = '';
  const draw = () => {
    const seconds = ((Date.now() - began) / 1000).toFixed(0);
    errors.write(`\r\u001b[K${text} ${detail || `${seconds} s`}`);
  };
  draw();
  const timer = setInterval(draw, TICK_MS);
  try {
    return await work((now) => {
      detail = now;
    });
  } finally {
    clearInterval(timer);
    errors.write('\r\u001b[K');
  }
}
