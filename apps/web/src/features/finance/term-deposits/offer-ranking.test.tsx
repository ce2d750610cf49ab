import type { TermOffer } from '@fibado/contracts';
import { quarterOf } from '@fibado/planning';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { today } from '../../../lib/day';
import { testOffer } from '../shared/test-household';
import { showPage } from '../shared/test-page';
import { OfferRanking } from './offer-ranking';

const OFFER: TermOffer = { ...testOffer, name: 'Vincolo', ratePct: 2.5 };
const POOR: TermOffer = { ...OFFER, id: '00000000-0000-4000-8000-000000000009', name: 'Povera' };
const LOT = {
  offerId: OFFER.id,
  amountCents: 500_000,
  openedOn: '2027-01-11',
  maturityDate: '2028-01-11',
  ratePct: 2.5,
  netReturnCents: 2056,
};

beforeAll(() => startTexts('it'));

const ranking = (gainCents: number) => ({
  body: {
    base: {},
    offers: [
      {
        offerId: OFFER.id,
        gainCents,
        mostCents: 2500,
        exact: false,
        lots: [LOT],
        transfers: 1,
        exit: { worthCents: 1200, mostCents: 1300, exact: false },
        breakEven: { ratePct: 0.75, belowPct: 0.74, gainCents: 6 },
      },
      { offerId: POOR.id, gainCents: 0, mostCents: 0, exact: true, lots: [], transfers: 0 },
    ],
    sets: [],
    unranked: [],
  },
});

const page = () => <OfferRanking offers={[OFFER, POOR]} />;

it('asks what offers are worth over the horizon, and leads from a sum to its record', async () => {
  const quarter = quarterOf(today());
  const { asked } = showPage(page, '/fibado/term-deposits', '/fibado/term-deposits', {
    'GET /api/finance/quarters/list': {
      body: [{ date: quarter, state: 'STARTED', accounts: 1, operations: 1 }],
    },
    'POST /api/finance/insights/term-offers': ranking(1956),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Calcola quanto valgono' }));
  const ranked = await screen.findByRole('article', { name: /^Vincolo: 19,56.€ in più$/ });
  expect(ranked).toHaveTextContent(
    /Vincola 5\.000,00.€ il 11\/01\/2027 fino al 11\/01\/2028: rende 20,56.€ netti/,
  );
  expect(ranked).toHaveTextContent(/Nessun piano con questa offerta rende più di 25,00.€ in più/);
  expect(ranked).toHaveTextContent(/Poter svincolare vale 12,00.€ per te\. Non può valere più di 13,00.€\./);
  expect(ranked).toHaveTextContent(/Conviene dal 0,75.% lordo/);
  expect(screen.getByRole('article', { name: /^Povera: .* non rende niente in più/ })).toBeInTheDocument();
  const record = screen.getByRole('link', { name: /^Registra 5\.000,00.€ su Vincolo$/ });
  expect(record.getAttribute('href')).toContain(`lots/create/${OFFER.id}?amount=500000&day=2027-01-11`);
  expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
    quarter,
    options: { horizonQuarters: 4 },
  });
});

it.each([
  ['shows better figures after the first ones', ranking(1956), /^Vincolo: 19,56.€ in più$/],
  ['keeps the first figures where better ones fail to come', 'unreachable', /^Vincolo: 17,00.€ in più$/],
] as const)('%s', async (_, second, title) => {
  const limits: number[] = [];
  showPage(page, '/fibado/term-deposits', '/fibado/term-deposits', {
    'GET /api/finance/quarters/list': {
      body: [{ date: quarterOf(today()), state: 'STARTED', accounts: 1, operations: 1 }],
    },
    'POST /api/finance/insights/term-offers': (_url, { body }) => {
      const { options } = JSON.parse(body as string) as { options: { timeLimitMs: number } };
      limits.push(options.timeLimitMs);
      return limits.length === 1 ? ranking(1700) : second;
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Calcola quanto valgono' }));
  if (second === 'unreachable') expect(await screen.findByRole('alert')).toBeInTheDocument();
  expect(await screen.findByRole('article', { name: title })).toBeInTheDocument();
  expect(limits).toHaveLength(2);
  expect(limits[0]).toBeLessThan(limits[1] ?? 0);
});
