import { FileError, LIMITS, previewFile, readStatement, type ReadOptions } from '../src/index.js';
import { pack } from './fuzz/mutate.js';
import { camt, mt940 } from './support/standard-files.js';
import type { Given } from './support/bank-files.js';
import { csv, xlsx } from './support/encode.js';

const IBAN = 'IT60X0542811101000000123456';
const OTHER = 'IT07X0542811101000000654321';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const movement = (date: string, amountCents: number, description: string): Given => ({
  date,
  valueDate: date,
  amountCents,
  description,
});
const archive = (files: Readonly<Record<string, Uint8Array>>): Promise<Uint8Array> =>
  pack(new Map(Object.entries(files)));

/** A month as BancoPosta writes it, which names no account. */
const month = (rows: readonly (readonly [day: string, out: string, text: string])[]): Uint8Array =>
  csv(
    [
      ['Data', 'Valuta', 'Addebiti', 'Accrediti', 'Descrizione operazioni'],
      ...rows.map(([day, out, text]) => [day, day, out, '', text]),
    ],
    { delimiter: ';' },
  );

async function read(file: Uint8Array, options: ReadOptions = {}): Promise<[string, number, string][]> {
  const statement = await readStatement(file, options);
  return statement.rows.flatMap((row) =>
    row.state === 'BOOKED'
      ? [[row.movement.date, row.movement.amountCents, row.movement.description] as [string, number, string]]
      : [],
  );
}

async function refusal(file: Uint8Array, options: ReadOptions = {}): Promise<string[]> {
  try {
    return (await read(file, options)).map(String);
  } catch (error) {
    if (error instanceof FileError) return [error.code, ...error.params];
    throw error;
  }
}

describe('an archive of statements', () => {
  it('is read in the order of its days, with a movement of overlapping files once', async () => {
    const file = await archive({
      'marzo.csv': month([
        ['28/02/26', '10,00', 'CAFFE'],
        ['02/03/26', '30,00', 'LIBRI'],
      ]),
      'febbraio.csv': month([
        ['01/02/26', '5,00', 'PANE'],
        ['01/02/26', '5,00', 'PANE'],
        ['28/02/26', '10,00', 'CAFFE'],
      ]),
      'leggimi.pdf': bytes('%PDF-1.7'),
      '__MACOSX/._marzo.csv': bytes('Mac'),
    });
    expect(await read(file)).toEqual([
      ['2026-02-01', -500, 'PANE'],
      ['2026-02-01', -500, 'PANE'],
      ['2026-02-28', -1000, 'CAFFE'],
      ['2026-03-02', -3000, 'LIBRI'],
    ]);
    const { rows, period } = await readStatement(file);
    expect(period).toEqual({ from: '2026-02-01', to: '2026-03-02' });
    expect(new Set(rows.map(({ row }) => row)).size).toBe(rows.length);
  });

  it('may hold different formats, of which those of other accounts are left out', async () => {
    const file = await archive({
      'a/gennaio.xml': bytes(camt([movement('2026-01-10', -100, 'Uno')])),
      'a/altro.xml': bytes(camt([movement('2026-01-11', -900, 'Altrui')], '08', OTHER, 'S2')),
      'febbraio.sta': bytes(mt940([movement('2026-02-10', -200, 'Due')])),
    });
    expect(await read(file, { iban: IBAN })).toEqual([
      ['2026-01-10', -100, 'Uno'],
      ['2026-02-10', -200, 'Due'],
    ]);
    expect((await previewFile(file)).ibans).toEqual([IBAN, OTHER]);
    // Without the account's IBAN the rows are ambiguous.
    expect(await refusal(file)).toEqual(['FILE_WRONG_ACCOUNT', IBAN, OTHER]);
  });

  it('asks whose statements it holds where files of several banks name no account', async () => {
    const other = await xlsx([
      ['Data Contabile', 'Data Valuta', 'Importo (euro)', 'Descrizione operazioni'],
      [{ day: '2026-02-01' }, { day: '2026-02-01' }, -7, 'Ricarica'],
    ]);
    const file = await archive({ 'a.csv': month([['01/02/26', '5,00', 'PANE']]), 'b.xlsx': other });
    expect((await refusal(file, { iban: IBAN }))[0]).toBe('FILE_WRONG_ACCOUNT');
    expect((await refusal(file))[0]).toBe('FILE_WRONG_ACCOUNT');
  });

  it('of one file is that file', async () => {
    expect(await read(await archive({ 'a.csv': month([['01/02/26', '5,00', 'PANE']]) }))).toHaveLength(1);
  });

  it('is bounded in number, size and depth', async () => {
    const one = month([['01/02/26', '5,00', 'PANE']]);
    const many = Object.fromEntries(
      Array.from({ length: LIMITS.archiveDocuments + 1 }, (_, i) => [`${String(i)}.csv`, one]),
    );
    expect(await refusal(await archive(many))).toEqual(['FILE_TOO_COMPLEX']);
    const large = Uint8Array.from({ length: LIMITS.archiveBytes / 2 + 1 }, (_, i) => 48 + ((i * i) % 10));
    expect(await refusal(await archive({ 'a.csv': large, 'b.csv': large }))).toEqual(['FILE_TOO_COMPLEX']);
    expect(await refusal(await archive({ 'a.zip': await archive({ 'a.csv': one }) }))).toEqual([
      'FILE_UNREADABLE',
    ]);
    expect(await refusal(await archive({ 'a.pdf': bytes('%PDF-1.7') }))).toEqual(['FILE_PDF']);
  });
});

describe('a file of several accounts', () => {
  const rows = [
    ['Data', 'Conto', 'Importo', 'Descrizione'],
    ['01/02/2026', 'Famiglia', '-5,00', 'PANE'],
    ['02/02/2026', 'Vacanze', '-6,00', 'TRENO'],
  ];
  const file = csv(rows, { delimiter: ';' });

  it('names them, and is read for the one a person chose', async () => {
    expect(await refusal(file, { iban: IBAN })).toEqual(['FILE_WRONG_ACCOUNT', 'Famiglia', 'Vacanze']);
    expect((await previewFile(file)).accounts).toEqual(['Famiglia', 'Vacanze']);
    expect(await read(file, { iban: IBAN, fileAccount: 'Vacanze' })).toEqual([['2026-02-02', -600, 'TRENO']]);
    expect(await refusal(file, { fileAccount: 'Altro' })).toEqual([
      'FILE_WRONG_ACCOUNT',
      'Famiglia',
      'Vacanze',
    ]);
  });

  it('of another IBAN is read only when a person says that it is the account’s', async () => {
    const named = csv(
      [['IBAN', OTHER], ...rows.map(([day, , amount, text]) => [day ?? '', amount ?? '', text ?? ''])],
      {
        delimiter: ';',
      },
    );
    expect(await refusal(named, { iban: IBAN })).toEqual(['FILE_WRONG_ACCOUNT', OTHER]);
    expect(await read(named, { iban: IBAN, fileAccount: OTHER })).toHaveLength(2);
  });
});
