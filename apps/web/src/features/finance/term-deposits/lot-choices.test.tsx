import type { Lot } from '@fibado/contracts';
import { quarterOf } from '@fibado/planning';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { today } from '../../../lib/day';
import { testOffer } from '../shared/test-household';
import { showPage } from '../shared/test-page';
import { LotChoices } from './lot-choices';

const LOT: Lot = {
  id: '00000000-0000-4000-8000-000000000077',
  offerId: testOffer.id,
  amountCents: 1_000_000,
  openedOn: '2026-01-12',
  maturityDate: '2029-01-12',
  ratePct: 2,
  state: 'OPEN',
  version: 3,
};

beforeAll(() => startTexts('it'));

const page = () => <LotChoices lots={[LOT]} offers={[testOffer]} />;

it('tells the choices of a lot, the best first, and records it', async () => {
  const { asked } = showPage(page, '/fibado/term-deposits', '/fibado/term-deposits', {
    'GET /api/finance/quarters/list': {
      body: [{ date: quarterOf(today()), state: 'STARTED', accounts: 1, operations: 1 }],
    },
    'POST /api/finance/insights/lot-choices': {
      body: {
        base: {},
        lots: [
          {
            lotId: LOT.id,
            choices: [
              {
                kind: 'BREAK',
                on: '2027-05-03',
                objectiveCents: 12_345,
                gainCents: 678,
                exact: true,
                transfers: 2,
              },
              { kind: 'KEEP', objectiveCents: 11_667, gainCents: 0, exact: true, transfers: 1 },
            ],
          },
        ],
        unanswered: [],
      },
    },
    'POST /api/finance/lots/break': { body: { ...LOT, state: 'BROKEN', brokenOn: '2027-05-03' } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Calcola che cosa conviene' }));
  const article = await screen.findByRole('article', { name: /10\.000,00.€, scade il 12\/01\/2029$/ });
  expect(article).toHaveTextContent(/Chiedi lo svincolo il 03\/05\/2027: 6,78.€ in più\./);
  expect(article).toHaveTextContent(/Lascia com’è: il piano vale 116,67.€\./);
  await userEvent.click(within(article).getByRole('button', { name: /^Registra: Chiedi lo svincolo/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Registra' }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path.endsWith('lots/break'))?.body).toEqual({
      id: LOT.id,
      version: 3,
      on: '2027-05-03',
    }),
  );
});

it('records a part of a lot', async () => {
  const { asked } = showPage(page, '/fibado/term-deposits', '/fibado/term-deposits', {
    'GET /api/finance/quarters/list': {
      body: [{ date: quarterOf(today()), state: 'STARTED', accounts: 1, operations: 1 }],
    },
    'POST /api/finance/insights/lot-choices': {
      body: {
        base: {},
        lots: [
          {
            lotId: LOT.id,
            choices: [
              {
                kind: 'BREAK_PART',
                on: '2027-05-03',
                amountCents: 800_000,
                objectiveCents: 12_345,
                gainCents: 678,
                exact: true,
                transfers: 2,
              },
            ],
          },
        ],
        unanswered: [],
      },
    },
    'POST /api/finance/lots/break': { body: { ...LOT, state: 'BROKEN', brokenOn: '2027-05-03' } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Calcola che cosa conviene' }));
  const name = /^Registra: Chiedi lo svincolo di 8\.000,00.€ il 03\/05\/2027 e tieni il resto/;
  await userEvent.click(await screen.findByRole('button', { name }));
  await userEvent.click(await screen.findByRole('button', { name: 'Registra' }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path.endsWith('lots/break'))?.body).toEqual({
      id: LOT.id,
      version: LOT.version,
      on: '2027-05-03',
      amountCents: 800_000,
    }),
  );
});
