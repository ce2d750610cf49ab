import { insights, type ResponseOf } from '@fibado/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { formatMoney } from '../../../lib/money';
import { testQuarter } from '../shared/test-household';
import { outlineTransfer } from '../shared/test-outline';
import { asText, showPage } from '../shared/test-page';
import { Component } from './regret-page';

const plan = (netReturnCents: number) => ({
  netReturnCents,
  objectiveCents: netReturnCents - 200,
  violations: [],
  transfers: [outlineTransfer('2027-01-05', 500_000)],
});
const regret: ResponseOf<typeof insights.regret> = {
  plan: plan(10_000),
  actual: plan(9_000),
  reportedNetReturnCents: 9_100,
  hindsight: plan(9_700),
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

beforeAll(() => startTexts('it'));

it('walks from the plan to what was reported, and its steps add up', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Calcola il confronto' }));
  const chart = await screen.findByRole('figure', { name: 'Dal piano al consuntivo, passo per passo' });
  await userEvent.click(within(chart).getByRole('button', { name: 'Mostra la tabella' }));
  const rows = within(chart)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => asText(cell.textContent)));
  const money = (cents: number, sign = false) => asText(formatMoney(cents, { sign }));
  expect(rows).toEqual([
    ['Piano', '', money(9_800)],
    ['Tassi cambiati', money(-300, true), money(9_500)],
    ['Entrate e uscite impreviste', money(-800, true), money(8_700)],
    ['Bonifici in ritardo, mancati o diversi', money(100, true), money(8_800)],
    ['Conti della banca diversi dalle regole', money(100, true), money(8_900)],
    ['Consuntivo', '', money(8_900)],
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
