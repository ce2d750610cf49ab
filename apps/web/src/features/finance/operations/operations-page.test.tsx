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

  it('shows both values when somebody else saved first, and keeps what was typed', async () => {
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
    expect(within(screen.getByRole('grid')).getAllByText('Giroconto').length).toBeGreaterThan(0);
  });
});
