import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { ids } from '../shared/test-household';
import { showPage } from '../shared/test-page';
import { Component } from './connection-page';

beforeAll(() => startTexts('it'));

const AT = '/fibado/import-data/connection';
const GET = 'GET /api/finance/bank-connections/get';
const IBAN = 'IT42W0800000292100645211151';
const later = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

const consent = {
  id: '00000000-0000-4000-8000-0000000000c1',
  bank: 'Banca Uno',
  country: 'IT',
  givenAt: later(-10),
  givenBy: 'anna',
  validUntil: later(80),
  ended: false,
  accounts: [
    { iban: IBAN, currency: 'EUR', accountId: ids.main, fetchesLeft: 1 },
    { iban: 'IT60X0542811101000000123456', name: 'Altro', currency: 'EUR' },
  ],
};
const connection = (more: object = {}) => ({
  [GET]: {
    body: {
      enabled: true,
      callbackUrl: `https://fibado.example${AT}`,
      key: {
        applicationId: '00000000-0000-4000-8000-0000000000a1',
        environment: 'PRODUCTION',
        createdAt: later(-20),
        createdBy: 'anna',
      },
      consents: [consent],
      ...more,
    },
  },
  'GET /api/finance/bank-connections/banks': {
    body: [{ name: 'Banca Uno', country: 'IT', maxDays: 90 }],
  },
});
const connector = ['FBDO_FIBADO', 'FBDO_CONNECT'] as const;

it('says that it is off where the instance offers none', async () => {
  showPage(Component, AT, AT, connection({ enabled: false, key: undefined, consents: [] }), connector);
  expect(await screen.findByText('Il collegamento non è attivo')).toBeInTheDocument();
  expect(screen.queryByLabelText('Chiave privata (PEM)')).toBeNull();
});

it('shows consents to who may not change them, and nothing to press', async () => {
  showPage(Component, AT, AT, connection());
  expect(await screen.findByText('Banca Uno')).toBeInTheDocument();
  expect(screen.getByText(/serve il permesso/)).toBeInTheDocument();
  for (const name of ['Scarica ora', 'Revoca', 'Rinnova', 'Revoca tutto', 'Collega la banca'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

it('fetches a matched account alone, and says in words why it could not', async () => {
  const { asked } = showPage(
    Component,
    AT,
    AT,
    {
      ...connection(),
      'GET /api/finance/quarters/list': {
        body: [{ date: '2026-01-01', state: 'STARTED', accounts: 2, operations: 2 }],
      },
      'POST /api/finance/bank-connections/fetch': {
        status: 429,
        body: { error: 'FETCH_LIMIT', params: ['4'] },
      },
    },
    connector,
  );
  const section = await screen.findByRole('region', { name: 'Banca Uno' });
  expect(within(section).getByText(/Nessun tuo conto ha questo IBAN/)).toBeInTheDocument();
  await userEvent.click(within(section).getByRole('button', { name: 'Scarica ora' }));
  expect(await screen.findByText(/le banche accettano 4 richieste al giorno/)).toBeInTheDocument();
  expect(asked.find(({ path }) => path.endsWith('/fetch'))?.body).toEqual({
    accountId: ids.main,
    quarter: '2026-01-01',
  });
});

it.each([
  ['Finito', { ended: true }],
  ['Finisce tra poco', { validUntil: later(3) }],
])('marks a consent with %s', async (label, fields) => {
  showPage(Component, AT, AT, connection({ consents: [{ ...consent, ...fields }] }), connector);
  expect(await screen.findByText(label)).toBeInTheDocument();
});

it('sends the bank’s answer once and takes it out of the address', async () => {
  const { asked, router } = showPage(
    Component,
    `${AT}?code=secret-code&state=the-state`,
    AT,
    {
      ...connection(),
      'POST /api/finance/bank-connections/consents/complete': { body: consent },
    },
    connector,
  );
  expect(await screen.findByText('Consenso di Banca Uno concluso.')).toBeInTheDocument();
  expect(asked.filter(({ path }) => path.endsWith('/complete')).map(({ body }) => body)).toEqual([
    { state: 'the-state', code: 'secret-code' },
  ]);
  await waitFor(() => expect(router.state.location.search).toBe(''));
});
