import { readStatement, type Statement } from '../../src/index.js';
import { answered, BANK_FILES, type BankFile, type Given } from './bank-files.js';

/** Movements that every layout's sample is written with: large and small amounts, quotes, equal rows, value days of their own. */
export const GOLDEN: readonly Given[] = [
  { date: '2026-01-02', valueDate: '2026-01-02', amountCents: 215_000, description: 'Stipendio gennaio' },
  {
    date: '2026-01-07',
    valueDate: '2026-01-05',
    amountCents: -4_990,
    description: 'Spesa "Da Gigi" & figli; reparto, pane',
  },
  {
    date: '2026-01-07',
    valueDate: '2026-01-05',
    amountCents: -4_990,
    description: 'Spesa "Da Gigi" & figli; reparto, pane',
  },
  { date: '2026-02-28', valueDate: '2026-03-01', amountCents: -123_456_789, description: 'Caparra casa' },
  {
    date: '2026-03-31',
    valueDate: '2026-03-31',
    amountCents: -855,
    description: 'Imposta di bollo è dovuta',
  },
  { date: '2026-03-31', valueDate: '2026-03-31', amountCents: 1, description: 'Interessi creditori' },
];

const PREFIX = /^(Operazione|Movimento|Voce|TIPO|PAGAMENTO|CAUSALE|Tipo|CAUSA) /;

/** What the statement says, in the order given, without the bank's own first word. */
export function booked(statement: Statement, file: BankFile): Given[] {
  const rows = statement.rows.flatMap((row) => (row.state === 'BOOKED' ? [row.movement] : []));
  return (file.newestFirst ? rows.toReversed() : rows).map(
    ({ date, valueDate, amountCents, description }) => ({
      date,
      valueDate,
      amountCents,
      description: description.replace(PREFIX, ''),
    }),
  );
}

export const expected = (file: BankFile, ms: readonly Given[]): Given[] =>
  ms.map((m) => (file.noValueDate ? { ...m, valueDate: m.date } : m));

/** What is left of a layout's sample when it is read back: movements written, and movements read as they were written. */
interface SampleReading {
  readonly layout: string;
  readonly rows: number;
  readonly right: number;
}

/** Every layout's sample, written and read. */
export async function readSamples(): Promise<SampleReading[]> {
  const readings: SampleReading[] = [];
  for (const file of BANK_FILES) {
    const statement = await readStatement(await file.write(GOLDEN), answered(file));
    const read = statement.layout.id === file.layout ? booked(statement, file) : [];
    const wanted = expected(file, GOLDEN).map((movement) => JSON.stringify(movement));
    const right = read.filter((movement, i) => JSON.stringify(movement) === wanted[i]).length;
    readings.push({ layout: file.layout, rows: GOLDEN.length, right });
  }
  return readings;
}
