import { WORKER_RESOURCE_LIMITS, workerTimeMs } from '../src/index.js';
import readInWorker from '../src/worker.js';
import { randomOf } from '@fibado/planning/testing';
import { corpus } from './fuzz/corpus.js';
import { mutate } from './fuzz/mutate.js';
import { setupsTemplate } from '../src/index.js';
import { ReaderThread } from './support/reader-thread.js';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const SOUND = text('Data contabile;Importo;Descrizione\n31/01/2026;-1,00;Pane\n');

describe('in a thread', () => {
  const thread = new ReaderThread();
  afterAll(() => thread.end());

  it('answers every kind of task with plain data', async () => {
    expect(await thread.read({ kind: 'statement', bytes: SOUND, options: {} })).toMatchObject({
      ok: true,
      value: { layout: { id: 'generic' }, rows: [{ row: 2, movement: { amountCents: -100 } }] },
    });
    expect(await thread.read({ kind: 'preview', bytes: SOUND, options: {} })).toMatchObject({
      ok: true,
      value: { sheets: [{ rowCount: 2, columnCount: 3 }], suggestion: { headerRow: 1 } },
    });
    const template = await setupsTemplate(
      '2027-01-01',
      [{ id: 'a', name: 'A', setup: { openingBalanceCents: 5, excluded: false } }],
      'it',
    );
    expect(
      await thread.read({ kind: 'setups', bytes: template, accounts: [{ id: 'a', name: 'A' }] }),
    ).toEqual({
      ok: true,
      value: [{ accountId: 'a', openingBalanceCents: 5, excluded: false }],
    });
  }, 30_000);

  it('keeps the code and the place of a failure', async () => {
    const broken = text('Data Registrazione;Data valuta;Descrizione;Importo (EUR);\n31.02.2026;;a;-1,00;\n');
    expect(await thread.read({ kind: 'statement', bytes: broken, options: {} })).toMatchObject({
      ok: false,
      error: { code: 'FILE_CELL', params: ['2', 'A'] },
    });
  });
});

it('a thread that passes its time is ended, and the next file is read by a new one', async () => {
  const impatient = new ReaderThread((bytes) => (bytes > SOUND.length ? 1 : 20_000));
  const long = text(`Data contabile;Importo;Descrizione\n${'31/01/2026;-1,00;Pane\n'.repeat(50_000)}`);
  expect(await impatient.read({ kind: 'statement', bytes: long, options: {} })).toMatchObject({
    error: { code: 'FILE_TIMEOUT' },
  });
  expect(await impatient.read({ kind: 'statement', bytes: SOUND, options: {} })).toMatchObject({ ok: true });
  await impatient.end();
}, 30_000);

it('gives a file of the largest size less than half a minute and half a gigabyte', () => {
  expect(workerTimeMs(33_554_432)).toBeLessThan(30_000);
  expect(workerTimeMs(1)).toBeLessThan(5_000);
  expect(WORKER_RESOURCE_LIMITS.maxOldGenerationSizeMb).toBeLessThanOrEqual(512);
});

it('no harmed file is a fault of the reader', async () => {
  const files = await corpus();
  const thread = new ReaderThread(() => 5_000);
  const faults: unknown[] = [];
  for (let seed = 100_000; seed < 100_300; seed += 1) {
    const random = randomOf(seed);
    const bytes = await mutate(random.pick(files), random, random.pick(files));
    const outcome = await thread.read({ kind: 'statement', bytes, options: {} });
    if (!outcome.ok && ['UNEXPECTED', 'DIED'].includes(outcome.error.code))
      faults.push([seed, outcome.error]);
  }
  await thread.end();
  expect(faults).toEqual([]);
}, 120_000);

it('arbitrary bytes never reject', async () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const random = randomOf(seed);
    const head = random.pick([
      [],
      [0x50, 0x4b, 3, 4],
      [0x3c, 0x68, 0x74, 0x6d, 0x6c, 0x3e],
      [0xff, 0xfe],
      [0x3c, 0x3f, 0x78, 0x6d, 0x6c],
    ]);
    const bytes = Uint8Array.from([
      ...head,
      ...Array.from({ length: random.int(0, 400) }, () => random.int(0, random.pick([127, 255]))),
    ]);
    const answer = await readInWorker({ kind: 'statement', bytes, options: {} });
    expect(answer).toMatchObject({ ok: false, error: { code: expect.stringMatching(/^FILE_/) as string } });
  }
});
