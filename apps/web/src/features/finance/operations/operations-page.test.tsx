import { evaluate } from '@fibado/planning';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { formatMoney } from '../../../lib/money';
import { problemOf, problemOperations } from '../shared/problem';
import { asText, showPage } from '../shared/test-page';
import { ids, testData, testOperation } from '../shared/test-household';
import { Component } from './operations-page';

const open = (answers: Parameters<typeof showPage>[3] = {}) =>
  showPage(
    Component,
    '/fibado/dashboard/operation/edit/2027-01-01',
    '/fibado/dashboard/operation/edit/:date',
    answers,
  );

const cell = async (row: number, column: number) => {
  const grid = await screen.findByRole('grid');
  const line = within(grid).getAllByRole('row')[row + 1];
  const found = line && within(line).getAllByRole('gridcell')[column + 1];
  if (!found) throw new Error('no such cell');
  return found;
};
const jest = import.meta.jest;
const AMOUNT = 2;
/** Of the time only the date is set: waiting goes by the real one. */
const NOT_THE_CLOCK: FakeableAPI[] = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'nextTick',
  'queueMicrotask',
  'performance',
  'requestAnimationFrame',
  'cancelAnimationFrame',
];
const live = () => screen.getByRole('status', { name: 'Cifre aggiornate mentre scrivi' });

/** What the referee says of the quarter with the rent at this amount. */
function closingWith(rentCents: number): number {
  const operations = problemOperations(testData.operations).map((o) =>
    o.id === ids.rent ? { ...o, amountCents: rentCents } : o,
  );
  return evaluate(problemOf(testData, '2027-01-01', testData.quarter.setups, operations)).accounts.reduce(
    (sum, account) => sum + account.closingBalanceCents,
    0,
  );
}

const closing = (rentCents: number) => asText(formatMoney(closingWith(rentCents)));

beforeAll(() => startTexts('it'));
afterEach(() => jest.useRealTimers());

describe('the operation editor', () => {
  it('shows the referee’s figures and moves them with every keystroke', async () => {
    open();
    const amount = await cell(0, AMOUNT);
    expect(live()).toHaveTextContent(closing(80_000));
    act(() => amount.focus());
    await userEvent.keyboard('9');
    await waitFor(() => expect(live()).toHaveTextContent(closing(900)));
    await userEvent.keyboard('00');
    await waitFor(() => expect(live()).toHaveTextContent(closing(90_000)));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(live()).toHaveTextContent(closing(80_000)));
  });

  it('does not take money on its way for a loss', async () => {
    open();
    await cell(0, AMOUNT);
    // 10,000 euro are between two accounts on 12 January.
    expect(live()).not.toHaveTextContent('12/01/2027');
    expect(live()).toHaveTextContent(/Punto più basso 04\/01\/2027\s*19\.200,00/);
  });

  it('puts the cursor into a row added by the button', async () => {
    open();
    await cell(0, AMOUNT);
    const before = screen.getAllByRole('row').length;
    await userEvent.click(screen.getByRole('button', { name: 'Aggiungi' }));
    expect(screen.getAllByRole('row')).toHaveLength(before + 1);
    expect(await cell(before - 1, 0)).toHaveFocus();
  });

  it('saves what changed in one call, with a key of its own', async () => {
    const saved = testOperation({ id: ids.rent, amountCents: 90_000, version: 2 });
    const { asked } = open({
      'POST /api/finance/operations/save-bulk': { body: { operations: [saved], deleted: 0 } },
    });
    const amount = await cell(0, AMOUNT);
    act(() => amount.focus());
    await userEvent.keyboard('900{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Salva 1 modifica' }));
    await waitFor(() => expect(asked.some((a) => a.path.endsWith('save-bulk'))).toBe(true));
    const call = asked.find((a) => a.path.endsWith('save-bulk'));
    expect(call?.body).toEqual({
      operations: [{ ...testOperation({ id: ids.rent }), amountCents: 90_000 }],
      deleteIds: [],
    });
    expect(call?.headers['Idempotency-Key']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('does not save a row that cannot be read, and says how many there are', async () => {
    open();
    const amount = await cell(0, AMOUNT);
    act(() => amount.focus());
    await userEvent.keyboard('dieci{Enter}');
    expect(screen.getByText(/1 riga è incompleta/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Salva 1 modifica' })).toBeDisabled();
    expect(await cell(0, AMOUNT)).toHaveAttribute('aria-invalid', 'true');
  });

  it('takes a deletion back from its toast', async () => {
    open();
    const amount = await cell(0, AMOUNT);
    act(() => amount.focus());
    await userEvent.keyboard('{Control>}{Delete}{/Control}');
    expect(within(screen.getByRole('grid')).queryByText('Affitto')).not.toBeInTheDocument();
    const toast = (await screen.findByText('1 operazione eliminata.')).closest(
      '[role="alert"]',
    ) as HTMLElement;
    await userEvent.click(within(toast).getByRole('button', { name: 'Annulla' }));
    expect(within(screen.getByRole('grid')).getByText('Affitto')).toBeInTheDocument();
  });

  it('shows both values after a concurrent change, and keeps what was typed', async () => {
    const theirs = testOperation({ id: ids.rent, amountCents: 77_700, version: 2 });
    let reads = 0;
    open({
      'GET /api/finance/operations/get/2027-01-01': () => ({
        body: reads++ === 0 ? testData.operations : [theirs, testData.operations[1]],
      }),
      'POST /api/finance/operations/save-bulk': { status: 409, body: { error: 'STALE_VERSION', params: [] } },
    });
    const amount = await cell(0, AMOUNT);
    act(() => amount.focus());
    await userEvent.keyboard('900{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Salva 1 modifica' }));
    expect(await screen.findByText(/· 900 € ·/)).toBeInTheDocument();
    expect(screen.getByText(/· 777,00 € ·/)).toBeInTheDocument();
    expect(await cell(0, AMOUNT)).toHaveTextContent('−900,00');
    // Said once, where it is to be decided.
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('asks before an operation of a day to come is marked as done', async () => {
    jest.useFakeTimers({ now: new Date('2027-01-02T09:00:00Z'), doNotFake: NOT_THE_CLOCK });
    open();
    const tick = async () => within(await cell(0, 6)).getByRole('checkbox');
    await userEvent.click(await tick());
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent(/deve ancora venire/);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Annulla' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await tick()).not.toBeChecked();
    await userEvent.click(await tick());
    await userEvent.click(await screen.findByRole('button', { name: 'Segna come fatta' }));
    await waitFor(async () => expect(await tick()).toBeChecked());
    expect(screen.getByRole('button', { name: 'Salva 1 modifica' })).toBeEnabled();
  });

  it('keeps the filter in the address', async () => {
    const { router } = open();
    await cell(0, AMOUNT);
    await userEvent.type(screen.getByRole('searchbox'), 'giro');
    expect(router.state.location.search).toBe('?q=giro');
    expect(within(screen.getByRole('grid')).queryByText('Affitto')).not.toBeInTheDocument();
    expect(within(screen.getByRole('grid')).getAllByText('Bonifico').length).toBeGreaterThan(0);
  });

  it('stores a recurrence with its operations, and lets it go on only where that is wanted', async () => {
    const SAVE = '/api/finance/operations/save-bulk';
    const { asked } = open({
      'GET /api/finance/recurrences/get': { body: [] },
      [`POST ${SAVE}`]: { body: { operations: [], deleted: 0 } },
    });
    await cell(0, AMOUNT);
    for (const [name, goesOn] of [
      ['Palestra', true],
      ['Regalo', false],
    ] as const) {
      await userEvent.click(screen.getByRole('button', { name: 'Ricorrenza' }));
      const dialog = await screen.findByRole('dialog');
      await userEvent.type(within(dialog).getByRole('textbox', { name: 'Descrizione' }), name);
      await userEvent.type(within(dialog).getByRole('textbox', { name: 'Importo' }), '45,90');
      await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Il giorno' }), '31');
      if (!goesOn)
        await userEvent.click(
          within(dialog).getByRole('checkbox', { name: 'Continua nei prossimi trimestri' }),
        );
      await userEvent.click(within(dialog).getByRole('button', { name: 'Aggiungi 3 operazioni' }));
    }
    await userEvent.click(screen.getByRole('button', { name: 'Salva 6 modifiche' }));
    await waitFor(() => expect(asked.some((a) => a.path === SAVE)).toBe(true));
    const sent = asked.find((a) => a.path === SAVE)?.body as {
      operations: { description: string; recurrenceId?: string }[];
      recurrences: { id: string }[];
    };
    expect(sent.recurrences).toEqual([
      expect.objectContaining({
        description: 'Palestra',
        amountCents: 4590,
        from: '2027-01-01',
        onNonBusinessDay: 'AFTER',
        rule: 'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
      }),
    ]);
    const id = sent.recurrences[0]?.id;
    expect(sent.operations.map((o) => [o.description, o.recurrenceId])).toEqual([
      ...Array.from({ length: 3 }, () => ['Palestra', id]),
      ...Array.from({ length: 3 }, () => ['Regalo', undefined]),
    ]);
  });

  it('lists the recurrences that go on, changes one from a day and ends one after asking', async () => {
    const rule = {
      id: ids.salary,
      kind: 'EXPENSE',
      accountId: ids.main,
      amountCents: 80_000,
      version: 4,
      description: 'Affitto',
      rule: 'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=5',
      from: '2026-10-01',
      onNonBusinessDay: 'AFTER',
      origin: 'MANUAL',
    };
    const { asked } = open({
      'GET /api/finance/recurrences/get': { body: [rule] },
      'POST /api/finance/recurrences/save': { body: rule },
    });
    await cell(0, AMOUNT);
    await userEvent.click(screen.getByRole('button', { name: 'Ricorrenza' }));
    const list = await screen.findByRole('region', { name: 'Ricorrenze che continuano' });
    expect(asText(list.textContent)).toContain('Affitto · 800,00 € · ogni 2 mesi, 5 del mese');
    await userEvent.click(within(list).getByRole('button', { name: 'Modifica Affitto' }));
    const amount = within(list).getByRole('textbox', { name: 'Importo' });
    await userEvent.clear(amount);
    await userEvent.type(amount, '850');
    const from = within(list).getByRole('textbox', { name: 'Vale dal' });
    await userEvent.clear(from);
    await userEvent.type(from, '01/02/2027');
    await userEvent.click(within(list).getByRole('button', { name: 'Salva' }));
    await waitFor(() =>
      expect(asked.find((a) => a.path === '/api/finance/recurrences/save')?.body).toEqual({
        ...rule,
        amountCents: 85_000,
        applyFrom: '2027-02-01',
      }),
    );
    await userEvent.click(await within(list).findByRole('button', { name: 'Termina Affitto' }));
    const question = await screen.findByRole('dialog', { name: 'Conferma operazione' });
    expect(question).toHaveTextContent('vengono tolte');
    await userEvent.click(within(question).getByRole('button', { name: 'Procedi' }));
    await waitFor(() => expect(asked.some((a) => a.method === 'DELETE')).toBe(true));
  });
});

describe('the operations on a phone', () => {
  const wide = window.matchMedia;
  beforeAll(() => {
    window.matchMedia = (query) => ({ ...wide(query), matches: query === '(max-width: 48em)' });
  });
  afterAll(() => {
    window.matchMedia = wide;
  });

  const many = Array.from({ length: 250 }, (_, index) =>
    testOperation({
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      description: `Spesa ${String(index).padStart(3, '0')}`,
    }),
  );
  // By their text: naming hundreds of buttons takes seconds.
  const rows = () => screen.getAllByText(/^Spesa/);
  const row = (name: string) => screen.getByText(name).closest('button');
  const openMany = async () => {
    const page = open({ 'GET /api/finance/operations/get/2027-01-01': { body: many } });
    await screen.findByText('Spesa 000');
    return page;
  };

  it('draws a hundred, and a hundred more each time, from where the reading goes on', async () => {
    await openMany();
    expect(rows()).toHaveLength(100);
    expect(screen.getByText('100 di 250')).toBeInTheDocument();
    await userEvent.click(screen.getByText('Mostra altri'));
    expect(rows()).toHaveLength(200);
    expect(row('Spesa 100')).toHaveFocus();
    await userEvent.click(screen.getByText('Mostra altri'));
    expect(rows()).toHaveLength(250);
    expect(screen.queryByText('Mostra altri')).not.toBeInTheDocument();
  });

  it('finds rows that are not drawn, also from a link', async () => {
    const { router } = await openMany();
    await act(() => router.navigate('/fibado/dashboard/operation/edit/2027-01-01?q=spesa+249'));
    expect(rows()).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: /^Spesa 249/ }));
    expect(await screen.findByRole('textbox', { name: 'Descrizione' })).toHaveValue('Spesa 249');
  });

  it('draws a new row at the end of many', async () => {
    await openMany();
    await userEvent.click(screen.getByText('Aggiungi'));
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: /^Nuova/ })).toBeInTheDocument();
    expect(rows()).toHaveLength(100);
  });
});
