import fc from 'fast-check';
import { addDays } from '@fibado/planning';
import { listLayouts, readStatement } from '../src/index.js';
import { answered, BANK_FILES, type Given } from './support/bank-files.js';
import { booked, expected, GOLDEN } from './support/golden.js';

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
