import { insights, type ResponseOf } from '@fibado/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { formatMoney } from '../../../lib/money';
import { testQuarter } from '../shared/test-household';
import { outlineTransfer } from '../shared/test-outline';
import { asText, showPage } from '../shared/test-page';
import { Component } from './regret-page';

const plan = (netReturnCents: number, effortCents: number) => ({
  netReturnCents,
  objectiveCents: netReturnCents - effortCents,
  violations: [],
  transfers: [outlineTransfer('2027-01-05', 500_000)],
});
const regret: ResponseOf<typeof insights.regret> = {
  plan: plan(10_000, 200),
  actual: plan(9_000, 200),
  reportedNetReturnCents: 9_100,
  hindsight: plan(9_800, 300),
  regretCents: 700,
  regretParts: [
    { kind: 'SURPRISES', cents: 450 },
    { kind: 'TRANSFERS', cents: 240 },
    { kind: 'STEP', cents: 10 },
  ],
  varianceCents: -900,
  varianceParts: [
    { kind: 'RATES', cents: -300 },
    { kind: 'SURPRISES', cents: -800 },
    { kind: 'TRANSFERS', cents: 100 },
    { kind: 'BANK', cents: 100 },
  ],
  exact: true,
};
const closed = { ...testQuarter, state: 'CLOSED' };
const open = (answers: Parameters<typeof showPage>[3] = {}) =>
  showPage(Component, '/fibado/dashboard/regret/2027-01-01', '/fibado/dashboard/regret/:date', {
    'GET /api/finance/quarters/get-quarter/2027-01-01': { body: closed },
    'POST /api/finance/insights/regret': { body: regret },
    ...answers,
  });

const money = (cents: number, sign = false) => asText(formatMoney(cents, { sign }));
/** The rows of the table behind a chart. */
const stepsIn = async (name: string) => {
  const chart = await screen.findByRole('figure', { name });
  await userEvent.click(within(chart).getByRole('button', { name: 'Mostra la tabella' }));
  return within(chart)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => asText(cell.textContent)));
};

beforeAll(() => startTexts('it'));

it('walks from the plan to what was reported, and its steps add up', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Calcola il confronto' }));
  expect(await stepsIn('Dal piano al consuntivo, passo per passo')).toEqual([
    ['Piano', '', money(10_000)],
    ['Tassi cambiati', money(-300, true), money(9_700)],
    ['Entrate e uscite impreviste', money(-800, true), money(8_900)],
    ['Bonifici in ritardo, mancati o diversi', money(100, true), money(9_000)],
    ['Conti della banca diversi dalle regole', money(100, true), money(9_100)],
    ['Consuntivo', '', money(9_100)],
  ]);
});

it('says what could have been had, and why', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Calcola il confronto' }));
  const summary = await screen.findByRole('region', { name: 'In breve' });
  expect(asText(summary.textContent)).toContain(asText(`Occasione persa${formatMoney(700)}`));
  const chart = screen.getByRole('figure', { name: 'Dall’avvenuto al meglio possibile, passo per passo' });
  expect(asText(chart.textContent)).toContain(
    asText(`Entrate e uscite impreviste${formatMoney(450, { sign: true })}`),
  );
});

it('ends the chart at the net return of the card, whatever the effort of the transfers', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Calcola il confronto' }));
  const summary = await screen.findByRole('region', { name: 'In breve' });
  expect(asText(summary.textContent)).toContain(`Il meglio possibile${money(9_800)}`);
  expect(await stepsIn('Dall’avvenuto al meglio possibile, passo per passo')).toEqual([
    ['Avvenuto', '', money(9_000)],
    ['Entrate e uscite impreviste', money(450, true), money(9_450)],
    ['Bonifici in ritardo, mancati o diversi', money(240, true), money(9_690)],
    ['Arrotondamento degli importi', money(10, true), money(9_700)],
    ['Fatica dei bonifici, che non è denaro', money(100, true), money(9_800)],
    ['Il meglio possibile', '', money(9_800)],
  ]);
});

it('asks nothing of a quarter that is not closed, and leads to the newest that is', async () => {
  const quarter = { accounts: 2, operations: 2 };
  const { asked } = open({
    'GET /api/finance/quarters/get-quarter/2027-01-01': { body: testQuarter },
    'GET /api/finance/quarters/list': {
      body: [
        { ...quarter, date: '2026-07-01', state: 'CLOSED' },
        { ...quarter, date: '2026-10-01', state: 'CLOSED' },
        { ...quarter, date: '2027-01-01', state: 'STARTED' },
      ],
    },
  });
  expect(
    await screen.findByRole('link', { name: 'Vedi il confronto del 4° trimestre 2026' }),
  ).toHaveAttribute('href', '/fibado/dashboard/regret/2026-10-01');
  expect(screen.getByText(/Il confronto si fa quando il trimestre è chiuso/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Calcola il confronto' })).not.toBeInTheDocument();
  expect(asked.some((a) => a.method === 'POST')).toBe(false);
});
