import fc from 'fast-check';
import { addDays } from '@fibado/planning';
import { listLayouts, readStatement, type Statement } from '../src/index.js';
import { answered, BANK_FILES, type BankFile, type Given } from './support/bank-files.js';

const GOLDEN: readonly Given[] = [
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
function booked(statement: Statement, file: BankFile): Given[] {
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

const expected = (file: BankFile, ms: readonly Given[]): Given[] =>
  ms.map((m) => (file.noValueDate ? { ...m, valueDate: m.date } : m));

describe('every layout of the table', () => {
  it('has a fixture', () => {
    const ids = listLayouts().map((layout) => layout.id);
    const covered = BANK_FILES.map((file) => file.layout);
    expect(ids.filter((id) => !covered.includes(id))).toEqual(['fibado', 'generic']);
  });

  it.each(BANK_FILES.map((file) => [file.layout, file] as const))(
    '%s is recognised and read',
    async (id, file) => {
      const statement = await readStatement(await file.write(GOLDEN), answered(file));
      expect(statement.layout.id).toBe(id);
      expect(statement.layout.score).toBeGreaterThanOrEqual(0.9);
      expect(booked(statement, file)).toEqual(expected(file, GOLDEN));
      expect(statement.rows.filter((row) => row.state === 'PENDING')).toHaveLength(file.pending ?? 0);
      expect(statement.rows.filter((row) => row.state === 'ERROR')).toEqual([]);
      expect(statement.checks.filter((check) => !check.ok)).toEqual([]);
    },
  );

  const movement = fc
    .record({
      offset: fc.integer({ min: 0, max: 89 }),
      value: fc.integer({ min: -3, max: 3 }),
      cents: fc.integer({ min: 1, max: 99_999_999 }),
      out: fc.boolean(),
      description: fc
        .stringMatching(/^[A-Za-zàèéìòù0-9 .,;:'"()/&%+-]{1,60}$/)
        .map((text) => `Rif ${text.replaceAll(/\s+/g, ' ').trim()} fine`),
    })
    .map(({ offset, value, cents, out, description }): Given => ({
      date: addDays('2026-01-01', offset),
      valueDate: addDays('2026-01-01', offset + value),
      amountCents: out ? -cents : cents,
      description: description.replaceAll(/\s+/g, ' '),
    }));

  it.each(BANK_FILES.map((file) => [file.layout, file] as const))(
    '%s gives back what was written',
    async (id, file) => {
      await fc.assert(
        fc.asyncProperty(fc.array(movement, { minLength: 1, maxLength: 12 }), async (ms) => {
          const statement = await readStatement(await file.write(ms), { ...answered(file), layout: id });
          expect(booked(statement, file)).toEqual(expected(file, ms));
        }),
        { numRuns: 25 },
      );
    },
  );
});
