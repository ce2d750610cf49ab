import { readFileSync } from 'node:fs';
import { readStatement } from '../src/index.js';

/** One small statement as LibreOffice writes it: a writer that shares no code with any of our readers. */
describe('files of another writer', () => {
  it.each([
    ['libreoffice-97.xls', 'XLS'],
    ['libreoffice.xlsx', 'XLSX'],
    ['libreoffice-2003.xml', 'XML'],
    ['libreoffice.html', 'HTML'],
  ])('%s', async (name, format) => {
    const statement = await readStatement(readFileSync(new URL(`fixtures/${name}`, import.meta.url)));
    expect(statement.format).toBe(format);
    expect(statement.layout.id).toBe('fineco-2008');
    expect(statement.rows.map((row) => (row.state === 'BOOKED' ? row.movement : row))).toEqual([
      {
        date: '2026-01-31',
        valueDate: '2026-02-02',
        amountCents: -1250,
        description: 'Caffè e però “brioche” 3 € POS',
      },
      // A formula, by its cached value.
      { date: '2026-02-28', valueDate: '2026-02-28', amountCents: 200_100, description: 'Stipendio BON' },
      { date: '2026-03-31', valueDate: '2026-03-31', amountCents: -855, description: 'Imposta Di Bollo' },
    ]);
  });
});
