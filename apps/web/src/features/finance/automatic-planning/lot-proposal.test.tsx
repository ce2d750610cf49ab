import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { testData, testHousehold, testOffer } from '../shared/test-household';
import { showPage } from '../shared/test-page';
import { LotProposal } from './lot-proposal';

beforeAll(() => startTexts('it'));

const QUARTER = '2027-01-01';
const [from, to] = testHousehold.accounts;
const LOT = {
  offerId: testOffer.id,
  amountCents: 500_000,
  openedOn: '2027-01-11',
  maturityDate: '2028-01-11',
};
const MOVE = {
  date: '2027-01-08',
  arrivalDate: '2027-01-11',
  fromAccountId: from?.id ?? '',
  toAccountId: to?.id ?? '',
  amountCents: 300_000,
};

const page = () => (
  <LotProposal
    household={testData}
    quarter={QUARTER}
    options={{ from: '2027-01-07' }}
    onTakenUp={() => undefined}
  />
);

it('plans with the offers, and takes transfers and lots of the quarter up together', async () => {
  const { asked } = showPage(page, '/fibado/planning', '/fibado/planning', {
    'GET /api/finance/term-offers/get': { body: [testOffer] },
    'POST /api/finance/insights/term-offers': {
      body: {
        base: {},
        offers: [],
        sets: [
          {
            offerIds: [testOffer.id],
            gainCents: 1956,
            mostCents: 1956,
            exact: true,
            lots: [
              { ...LOT, ratePct: 2.5, netReturnCents: 2056 },
              {
                ...LOT,
                openedOn: '2027-04-12',
                maturityDate: '2028-04-12',
                ratePct: 2.5,
                netReturnCents: 10,
              },
            ],
            transfers: 2,
            plan: [MOVE, { ...MOVE, date: '2027-04-09', arrivalDate: '2027-04-12' }],
          },
        ],
        unranked: [],
      },
    },
    'POST /api/finance/operations/save-with-lots': { body: { operations: [], deleted: 0, lots: [] } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Calcola con le offerte' }));
  expect(await screen.findByText(/^Con questi vincoli il piano rende 19,56.€ in più\.$/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Applica bonifici e vincoli' }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path.endsWith('save-with-lots'))?.body).toMatchObject({
      operations: [{ date: MOVE.date, valueDate: MOVE.arrivalDate, amountCents: 300_000 }],
      replaceOptimizer: { quarter: QUARTER, from: '2027-01-07' },
      lots: [LOT],
    }),
  );
});
