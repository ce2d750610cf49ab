import type { Setup } from '@fibado/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { ids, testHousehold, testOperation, testQuarter } from '../shared/test-household';
import { showPage } from '../shared/test-page';
import { Component } from './import-data-page';
import { emptyMapping } from './mapping-model';

/** A browser's request whose progress is told by hand: the network is what these tests replace. */
class SlowRequest {
  static last: SlowRequest | undefined;
  static sent: FormData | undefined;
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = {
    onprogress: null,
  };
  onload: (() => void) | null = null;
  status = 0;
  response: ArrayBuffer = new ArrayBuffer(0);
  open(): void {
    SlowRequest.last = this;
  }
  setRequestHeader(): void {}
  getAllResponseHeaders = () => 'content-type: application/json';
  send(body: FormData): void {
    SlowRequest.sent = body;
  }
  answer(status: number, body: object): void {
    this.status = status;
    this.response = new TextEncoder().encode(JSON.stringify(body)).buffer;
    this.onload?.();
  }
}

const real = globalThis.XMLHttpRequest;
beforeAll(async () => {
  await startTexts('it');
  globalThis.XMLHttpRequest = SlowRequest as unknown as typeof XMLHttpRequest;
});
afterAll(() => {
  globalThis.XMLHttpRequest = real;
});

const history = { 'GET /api/finance/imports/history?page=0&size=20': { body: { items: [], total: 0 } } };
const fileField = (): HTMLInputElement => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no field for a file');
  return input;
};

/** The page with the main account chosen, ready for a file. */
async function showForMain(): Promise<void> {
  const at = `/fibado/import-data?quarter=2027-01-01&account=${ids.main}`;
  showPage(Component, at, '/fibado/import-data', history);
  await screen.findAllByText(/Trascina/);
}

/** What the server makes of a file. */
const answerWith = (rows: readonly object[], more: object) => ({
  comparisonId: '00000000-0000-4000-8000-00000000c0de',
  file: { name: 'estratto.csv', hash: 'a'.repeat(64), format: 'CSV', sheet: '' },
  layout: { id: 'x', bank: 'Banca', product: 'Conto', score: 1, mapping: emptyMapping() },
  candidates: [],
  accountNames: [],
  checks: [],
  rows,
  counts: {},
  missing: [],
  period: { from: '2027-01-04', to: '2027-01-04' },
  balanceEffect: { projectedCents: 0, bookedBeforeCents: 0, bookedAfterCents: 0 },
  ...more,
});

it('takes a file before its account is said, and reads it then', async () => {
  showPage(Component, '/fibado/import-data?quarter=2027-01-01', '/fibado/import-data', history);
  await screen.findAllByText(/Trascina/);
  SlowRequest.last = undefined;
  await userEvent.upload(fileField(), new File(['x'], 'estratto.csv', { type: 'text/csv' }));
  expect(await screen.findByText(/estratto\.csv: di quale conto è\?/)).toBeInTheDocument();
  expect(SlowRequest.last).toBeUndefined();
  await userEvent.click(screen.getByRole('combobox', { name: 'Conto' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Deposito Beta' }));
  expect(await screen.findByText('Lettura di estratto.csv…')).toBeInTheDocument();
  expect(SlowRequest.last).toBeDefined();
});

it('says at once of which file nothing can be made, whose ever it is', async () => {
  showPage(Component, '/fibado/import-data?quarter=2027-01-01', '/fibado/import-data', {
    ...history,
    'POST /api/finance/imports/preview': { status: 400, body: { error: 'FILE_PDF', params: [] } },
  });
  await screen.findAllByText(/Trascina/);
  await userEvent.upload(fileField(), new File(['x'], 'estratto.pdf'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/estratto\.pdf non si può importare.*È un PDF/);
  expect(screen.queryByText(/di quale conto è/)).not.toBeInTheDocument();
});

it.each([
  ['of two files takes the first', ['a.csv', 'b.csv'], 'Un file alla volta: si legge solo il primo.', true],
])('%s when they are dropped, and says so', async (_what, names, words, taken) => {
  await showForMain();
  SlowRequest.last = undefined;
  const files = names.map((name) => new File(['x'], name));
  fireEvent.drop(screen.getByLabelText(/Trascina/), {
    dataTransfer: {
      files,
      items: files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file })),
      types: ['Files'],
    },
  });
  if (taken) {
    await screen.findByText('Lettura di a.csv…');
    act(() => SlowRequest.last?.answer(400, { error: 'FILE_EMPTY', params: [] }));
  }
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(SlowRequest.last !== undefined).toBe(taken);
});

it('has one place for a file that Tab comes to', async () => {
  showPage(Component, '/fibado/import-data?quarter=2027-01-01', '/fibado/import-data', history);
  const zone = await screen.findByLabelText(/Trascina/);
  const stops: Element[] = [];
  for (let tabs = 0; tabs < 8; tabs += 1) {
    await userEvent.tab();
    const at = document.activeElement;
    if (at && at !== document.body && at.querySelector('input[type=file]')) stops.push(at);
  }
  expect([...new Set(stops)]).toEqual([zone]);
});

it('reads the same file again for another account', async () => {
  await showForMain();
  await userEvent.upload(fileField(), new File(['x'], 'estratto.csv', { type: 'text/csv' }));
  await screen.findByText('Lettura di estratto.csv…');
  act(() => SlowRequest.last?.answer(400, { error: 'FILE_WRONG_ACCOUNT', params: ['IT60'] }));
  await screen.findByText('Il file riguarda un altro conto: IT60');
  SlowRequest.last = undefined;
  await userEvent.click(screen.getByRole('combobox', { name: 'Conto' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Deposito Beta' }));
  expect(await screen.findByText('Lettura di estratto.csv…')).toBeInTheDocument();
  expect(SlowRequest.sent?.get('accountId')).toBe(ids.savings);
  act(() => SlowRequest.last?.answer(400, { error: 'VALIDATION', params: ['accountId'] }));
  expect(await screen.findByText('Il conto non fa parte di questo trimestre.')).toBeInTheDocument();
});

it('compares each account of a file that holds several', async () => {
  await showForMain();
  await userEvent.upload(fileField(), new File(['x'], 'estratto.csv', { type: 'text/csv' }));
  await screen.findByText('Lettura di estratto.csv…');
  act(() => SlowRequest.last?.answer(400, { error: 'FILE_WRONG_ACCOUNT', params: ['Famiglia', 'Vacanze'] }));
  expect(await screen.findByText('estratto.csv contiene 2 conti')).toBeInTheDocument();
  SlowRequest.last = undefined;
  expect(screen.getByRole('button', { name: 'Confronta Vacanze' })).toBeDisabled();
  await userEvent.click(screen.getByRole('combobox', { name: 'Vacanze' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Deposito Beta' }));
  await userEvent.click(screen.getByRole('button', { name: 'Confronta Vacanze' }));
  expect(await screen.findByText('Lettura di estratto.csv…')).toBeInTheDocument();
  expect(SlowRequest.sent?.get('accountId')).toBe(ids.savings);
  expect(SlowRequest.sent?.get('fileAccount')).toBe('Vacanze');
});

it('takes an account into the quarter first where it is not part of it, then reads its file', async () => {
  const without = { ...testQuarter, state: 'STARTED', startedAt: '2027-01-01T08:00:00Z' };
  let setups: readonly Setup[] = testQuarter.setups.slice(1);
  const { asked } = showPage(Component, '/fibado/import-data?quarter=2027-01-01', '/fibado/import-data', {
    ...history,
    'GET /api/finance/quarters/get-quarter/2027-01-01': () => ({ body: { ...without, setups } }),
    'POST /api/finance/quarters/save-setups': () => {
      setups = testQuarter.setups;
      return { body: { ...without, setups } };
    },
  });
  await screen.findAllByText(/Trascina/);
  await userEvent.upload(fileField(), new File(['x'], 'estratto.csv', { type: 'text/csv' }));
  SlowRequest.last = undefined;
  await userEvent.click(screen.getByRole('combobox', { name: 'Conto' }));
  expect(await screen.findByText('Non ancora nel trimestre')).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('option', { name: 'Conto Alfa' }));
  expect(await screen.findByText(/«Conto Alfa» non fa ancora parte/)).toBeInTheDocument();
  expect(SlowRequest.last).toBeUndefined();
  await userEvent.type(screen.getByRole('textbox', { name: /^Saldo al 01\/01\/2027/ }), '1200,50');
  await userEvent.click(screen.getByRole('button', { name: 'Aggiungi al trimestre' }));
  expect(await screen.findByText('Lettura di estratto.csv…')).toBeInTheDocument();
  expect(asked.find(({ path }) => path.endsWith('/quarters/save-setups'))?.body).toEqual({
    date: '2027-01-01',
    setups: [{ accountId: ids.main, openingBalanceCents: 120_050 }],
  });
  expect(SlowRequest.sent?.get('accountId')).toBe(ids.main);
});

it('shows nothing of an answer that comes after another account was chosen', async () => {
  showPage(Component, `/fibado/import-data?quarter=2027-01-01&account=${ids.main}`, '/fibado/import-data', {
    ...history,
    'GET /api/finance/imports/layouts': { body: [] },
  });
  await screen.findAllByText(/Trascina/);
  await userEvent.upload(fileField(), new File(['x'], 'estratto.csv', { type: 'text/csv' }));
  await screen.findByText('Lettura di estratto.csv…');
  const first = SlowRequest.last;
  await userEvent.click(screen.getByRole('combobox', { name: 'Conto' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Deposito Beta' }));
  await waitFor(() => expect(SlowRequest.last).not.toBe(first));
  await act(async () => first?.answer(200, answerWith([], {})));
  expect(screen.queryByRole('table', { name: 'Anteprima delle righe' })).not.toBeInTheDocument();
  await act(async () => SlowRequest.last?.answer(200, answerWith([], {})));
  expect(await screen.findByRole('table', { name: 'Anteprima delle righe' })).toBeInTheDocument();
});

it.each([
  { id: 'generic', said: 'nessuna banca in particolare: dalle intestazioni' },
  { id: 'custom', said: 'colonne indicate a mano' },
])('says in words how a file of no known bank was read: $id', async ({ id, said }) => {
  await showForMain();
  await userEvent.upload(fileField(), new File(['x'], 'estratto.csv', { type: 'text/csv' }));
  await screen.findByText('Lettura di estratto.csv…');
  const layout = { id, bank: '', product: '', score: 1, mapping: emptyMapping() };
  await act(async () => SlowRequest.last?.answer(200, answerWith([], { layout })));
  expect(await screen.findByRole('combobox', { name: 'Formato riconosciuto' })).toHaveValue(said);
});

it('draws a long file page by page, and what it does not show is counted', async () => {
  const { id: _id, version: _version, ...fresh } = testOperation({ id: ids.rent, origin: 'IMPORT' });
  const rows = Array.from({ length: 250 }, (_, at) => ({
    row: at + 2,
    verdict: 'NEW',
    differences: [],
    selected: true,
    operation: fresh,
    movement: {
      date: '2027-01-04',
      valueDate: '2027-01-04',
      amountCents: -100,
      description: `Spesa ${String(at + 2)}`,
    },
  }));
  showPage(Component, `/fibado/import-data?quarter=2027-01-01&account=${ids.main}`, '/fibado/import-data', {
    ...history,
    'GET /api/finance/imports/layouts': { body: [] },
  });
  await screen.findAllByText(/Trascina/);
  await userEvent.upload(fileField(), new File(['x'], 'lungo.csv', { type: 'text/csv' }));
  await screen.findByText('Lettura di lungo.csv…');
  act(() =>
    SlowRequest.last?.answer(
      200,
      answerWith(rows, {
        counts: { NEW: 250 },
        missing: Array.from({ length: 23 }, (_, at) => ({
          operation: testOperation({ id: `00000000-0000-4000-8000-${String(900 + at).padStart(12, '0')}` }),
          reason: 'PLANNED_NOT_IN_FILE',
        })),
      }),
    ),
  );
  const table = await screen.findByRole('table', { name: 'Anteprima delle righe' });
  expect(within(table).getAllByRole('row')).toHaveLength(101);
  expect(screen.getByText('1–100 di 250')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Nuove (250)' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Pagina 3' }));
  expect(within(table).getByText('Spesa 251')).toBeInTheDocument();
  expect(within(table).getAllByRole('row')).toHaveLength(51);
  expect(screen.getByRole('button', { name: 'Importa 250 righe' })).toBeEnabled();
  expect(screen.getByText('e altre 3')).toBeInTheDocument();
});

it('says how much of the file has gone out, then that it is being read, then why it could not be', async () => {
  await showForMain();
  await userEvent.upload(fileField(), new File(['x'.repeat(1000)], 'estratto.csv', { type: 'text/csv' }));
  expect(await screen.findByText('Lettura di estratto.csv…')).toBeInTheDocument();
  act(() => SlowRequest.last?.upload.onprogress?.({ loaded: 420, total: 1000 }));
  expect(screen.getByText('Invio di estratto.csv: 42 %')).toBeInTheDocument();
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '42');
  act(() => SlowRequest.last?.upload.onprogress?.({ loaded: 1000, total: 1000 }));
  expect(screen.getByText('Lettura di estratto.csv…')).toBeInTheDocument();
  act(() => SlowRequest.last?.answer(400, { error: 'FILE_EMPTY', params: [] }));
  expect(await screen.findByText('estratto.csv non si può importare')).toBeInTheDocument();
  // A file that holds nothing has no columns to name.
  expect(screen.queryByRole('button', { name: 'Indica le colonne' })).toBeNull();
});

it('asks what the signs of a card mean, and reads the file by the answer', async () => {
  await showForMain();
  await userEvent.upload(fileField(), new File(['x'], 'carta.csv', { type: 'text/csv' }));
  await screen.findByText('Lettura di carta.csv…');
  const params = ['2027-01-04', '4510', 'ESSELUNGA'];
  act(() => SlowRequest.last?.answer(400, { error: 'FILE_SIGNS_UNKNOWN', params }));
  expect(await screen.findByText('carta.csv sembra l’estratto di una carta')).toBeInTheDocument();
  expect(screen.getByText(/04\/01\/2027 · ESSELUNGA · 45,10/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Le spese sono positive' }));
  expect(SlowRequest.sent?.get('signs')).toBe('SPENDING_POSITIVE');
});

it('shows a difference before it is accepted', async () => {
  await showForMain();
  await userEvent.upload(fileField(), new File(['x'], 'estratto.csv', { type: 'text/csv' }));
  await screen.findByText('Lettura di estratto.csv…');
  const params = ['6', 'TOTAL_OUT', '-86000', '-85350'];
  act(() => SlowRequest.last?.answer(400, { error: 'FILE_CHECKSUM', params }));
  expect(await screen.findByText(/Totale uscite: atteso −?-?860,00.*trovato −?-?853,50/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Leggilo comunque' }));
  expect(SlowRequest.sent?.get('acceptDifferences')).toBe('true');
});

it('sends the comparison’s number and the decisions, not the rows', async () => {
  const { id: _id, version: _version, ...fresh } = testOperation({ id: ids.rent, origin: 'IMPORT' });
  const rows = Array.from({ length: 20_000 }, (_, at) => ({
    row: at + 2,
    verdict: 'NEW',
    differences: [],
    selected: true,
    operation: fresh,
    movement: { date: '2027-01-04', valueDate: '2027-01-04', amountCents: -100, description: 'x' },
  }));
  const { asked } = showPage(
    Component,
    `/fibado/import-data?quarter=2027-01-01&account=${ids.main}`,
    '/fibado/import-data',
    {
      ...history,
      'GET /api/finance/imports/layouts': { body: [] },
      'POST /api/finance/imports/apply': { body: { created: 19_999, updated: 0, skipped: 1 } },
    },
  );
  await screen.findAllByText(/Trascina/);
  await userEvent.upload(fileField(), new File(['x'], 'lungo.csv', { type: 'text/csv' }));
  await screen.findByText('Lettura di lungo.csv…');
  act(() => SlowRequest.last?.answer(200, answerWith(rows, { counts: { NEW: 20_000 } })));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Importa la riga 2' }));
  await userEvent.click(screen.getByRole('button', { name: 'Importa 19999 righe' }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path.endsWith('/imports/apply'))?.body).toEqual({
      comparisonId: '00000000-0000-4000-8000-00000000c0de',
      take: [],
      leave: [2],
      alternatives: [],
      matches: [],
    }),
  );
}, 30_000);

it('does not ask for the account of a file that names its IBAN', async () => {
  const iban = 'IT42W0800000292100645211151';
  const accounts = testHousehold.accounts.map((one) => (one.id === ids.savings ? { ...one, iban } : one));
  showPage(Component, '/fibado/import-data?quarter=2027-01-01', '/fibado/import-data', {
    ...history,
    'GET /api/finance/accounts/get': { body: accounts },
    'POST /api/finance/imports/preview': { body: { ibans: [iban], candidates: [], sheets: [] } },
  });
  await screen.findAllByText(/Trascina/);
  await userEvent.upload(fileField(), new File(['x'], 'estratto.xml'));
  expect(await screen.findByText('Lettura di estratto.xml…')).toBeInTheDocument();
  expect(SlowRequest.sent?.get('accountId')).toBe(ids.savings);
});

it('says of a PDF what to download instead', async () => {
  await showForMain();
  await userEvent.upload(fileField(), new File(['x'], 'estratto.pdf', { type: 'application/pdf' }));
  await screen.findByText('Lettura di estratto.pdf…');
  act(() => SlowRequest.last?.answer(400, { error: 'FILE_PDF', params: [] }));
  expect(await screen.findByText(/È un PDF, fatto per la stampa.*CAMT\.053/)).toBeInTheDocument();
});
