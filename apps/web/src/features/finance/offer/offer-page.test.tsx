import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pasteInto } from '../../../../test/paste';
import { useTexts as startTexts } from '../../../../test/texts';
import { formatMoney } from '../../../lib/money';
import { ids, testData } from '../shared/test-household';
import { missing, outlineTransfer, testOutline } from '../shared/test-outline';
import { asText, showPage } from '../shared/test-page';
import { Component } from './offer-page';

const value = {
  base: testOutline(),
  withOffer: testOutline({ objectiveCents: 12_400 }),
  accountId: ids.move,
  gainCents: 2_500,
  exact: true,
  averageBalanceCents: 1_200_000,
  peakBalanceCents: 2_000_000,
  difference: {
    added: [{ ...outlineTransfer('2027-01-05', 1_000_000), toAccountId: ids.move }],
    removed: [],
  },
  breakEven: { ratePct: 1.85, belowPct: 1.84, gainCents: 1 },
};
const open = (answers: Parameters<typeof showPage>[3] = {}) =>
  showPage(Component, '/fibado/dashboard/offer/2027-01-01', '/fibado/dashboard/offer/:date', answers);
const fill = async () => {
  await pasteInto(await screen.findByLabelText(/Nome del conto/), 'Deposito Nuovo');
  await pasteInto(screen.getByLabelText(/Nome della banca/), 'Banca Nuova');
};
const ask = () => userEvent.click(screen.getByRole('button', { name: 'Calcola il valore' }));

beforeAll(() => startTexts('it'));

it('asks for an account of a new bank, and says what it is worth and from which rate on', async () => {
  const { asked } = open({ 'POST /api/finance/insights/offer': { body: value } });
  await fill();
  await ask();
  const card = await screen.findByRole('region', { name: 'Quanto vale Deposito Nuovo' });
  expect(asText(card.textContent)).toContain(asText(formatMoney(2_500, { sign: true })));
  expect(asText(card.textContent)).toContain('1,85 %');
  expect(card).toHaveTextContent('Vale in 4 trimestri');
  expect(card).toHaveTextContent('05/01/2027: Conto Alfa → Deposito Nuovo');
  expect(within(card).getByText('provato')).toBeInTheDocument();
  expect(asked.find((a) => a.method === 'POST')?.body).toMatchObject({
    quarter: '2027-01-01',
    options: { horizonQuarters: 4 },
    offer: {
      name: 'Deposito Nuovo',
      kind: 'DEPOSIT_FREE',
      dutyRegime: 'PROPORTIONAL',
      bank: { name: 'Banca Nuova', guaranteeScheme: 'FITD' },
      rates: [{ tiers: [{ upToCents: null, ratePct: 3 }] }],
    },
  });
});

it('asks for an account of a bank of the household without making up another', async () => {
  const { asked } = open({ 'POST /api/finance/insights/offer': { body: { ...value, gainCents: 0 } } });
  await pasteInto(await screen.findByLabelText(/Nome del conto/), 'Deposito Beta 2');
  await userEvent.selectOptions(screen.getByLabelText('Istituto'), 'Banca Beta');
  await ask();
  expect(await screen.findByText(/non rende niente in più/)).toBeInTheDocument();
  const offer = (asked.find((a) => a.method === 'POST')?.body as { offer: object }).offer;
  expect(offer).toMatchObject({ bankId: ids.beta });
  expect(offer).not.toHaveProperty('bank');
});

it('values an account for this quarter alone where that is chosen', async () => {
  const { asked } = open({ 'POST /api/finance/insights/offer': { body: value } });
  await fill();
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'Quanto lontano guarda' }),
    'Questo trimestre',
  );
  await ask();
  expect(await screen.findByText(/rende .* in più nel trimestre\.$/)).toBeInTheDocument();
  expect(screen.getByText('Vale in questo trimestre')).toBeInTheDocument();
  expect(asked.find((a) => a.method === 'POST')?.body).toMatchObject({ options: { horizonQuarters: 1 } });
});

it('asks nothing while a field is missing', async () => {
  const { asked } = open();
  await screen.findByLabelText(/Nome del conto/);
  await ask();
  expect((await screen.findAllByText('Campo obbligatorio')).length).toBeGreaterThan(0);
  await waitFor(() => expect(screen.getByLabelText(/Nome del conto/)).toHaveFocus());
  expect(asked.some((a) => a.method === 'POST')).toBe(false);
});

it('says why there is no answer', async () => {
  open({
    'POST /api/finance/insights/offer': { status: 409, body: { error: 'NO_PLAN', params: [] } },
  });
  await fill();
  await ask();
  await waitFor(() =>
    expect(screen.getByText(/Manca un piano che rispetti tutti i limiti/)).toBeInTheDocument(),
  );
});

it('shows what breaks the limits, and no worth, where the quarter has no plan', async () => {
  const base = testOutline({ status: 'INFEASIBLE', conflicts: [missing] });
  open({ 'POST /api/finance/insights/offer': { body: { ...value, base } } });
  await fill();
  await ask();
  expect(await screen.findByText(/il 03\/02\/2027 mancano 123,45/)).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Quanto vale Deposito Nuovo' })).not.toBeInTheDocument();
});

it('says of a quarter that is over that nothing is left to plan', async () => {
  showPage(Component, '/fibado/dashboard/offer/2020-01-01', '/fibado/dashboard/offer/:date', {
    'GET /api/finance/quarters/get-quarter/2020-01-01': { body: { ...testData.quarter, date: '2020-01-01' } },
    'GET /api/finance/operations/get/2020-01-01': { body: [] },
  });
  expect(await screen.findByText(/Il trimestre è finito/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Calcola il valore' })).not.toBeInTheDocument();
});
