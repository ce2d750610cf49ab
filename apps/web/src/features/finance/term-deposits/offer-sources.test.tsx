import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { showPage } from '../shared/test-page';
import { OfferSources } from './offer-sources';

const DOCUMENT = {
  format: 'fibado-offers',
  formatVersion: 1,
  publishedOn: '2026-12-01',
  offers: [
    {
      bank: { name: 'Banca Alfa' },
      name: 'Vincolo',
      tenor: { months: 12 },
      ratePct: 2.5,
      minCents: 100_000,
      stepCents: 100_000,
      payout: 'MATURITY',
      exit: { kind: 'NONE' },
      partialExit: false,
      renewal: 'TO_LINKED',
      dutyBase: 'PRUDENT',
      source: 'Foglio 1',
      asOf: '2026-12-01',
    },
  ],
};

beforeAll(() => startTexts('it'));

it('shows what the instance’s address publishes with its age, and takes over what is of the household’s banks', async () => {
  const { asked } = showPage(OfferSources, '/fibado/term-deposits', '/fibado/term-deposits', {
    'GET /api/finance/term-offers/published': {
      body: { source: 'example.org', fetchedAt: new Date().toISOString(), document: DOCUMENT },
    },
    'POST /api/finance/term-offers/import': {
      body: { added: 1, updated: 0, unchanged: 2, withoutAccount: ['Banca Gamma'] },
    },
    'GET /assets/offers/examples.json': { body: { ...DOCUMENT, offers: [] } },
  });
  await userEvent.click(await screen.findByText(/^Offerte pubblicate da example\.org, lette il .*, oggi$/));
  expect(screen.getByRole('article', { name: 'Vincolo' })).toHaveTextContent('Vincoli il denaro per 12 mesi');
  await userEvent.click(screen.getByRole('button', { name: 'Prendi quelle delle tue banche' }));
  expect(await screen.findByText(/Aggiunte 1, aggiornate 0, già note 2/)).toBeInTheDocument();
  expect(screen.getByText(/non hai un conto presso: Banca Gamma/)).toBeInTheDocument();
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ document: DOCUMENT });
});
