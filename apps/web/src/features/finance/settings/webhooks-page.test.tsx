import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pasteInto } from '../../../../test/paste';
import { useTexts as startTexts } from '../../../../test/texts';
import { showPage } from '../shared/test-page';
import { Component } from './webhooks-page';

beforeAll(() => startTexts('it'));

const AT = '/fibado/settings/webhooks';
const GET = 'GET /api/finance/webhooks/get';
const id = '00000000-0000-4000-8000-0000000000d1';
const webhook = {
  id,
  version: 3,
  name: 'Casa',
  format: 'STANDARD',
  url: 'https://hooks.example.org/fibado',
  topics: ['plan.ready'],
  enabled: true,
  hasToken: false,
  failingSince: '2026-11-20T09:00:00.000Z',
  createdAt: '2026-11-01T09:00:00.000Z',
  createdBy: 'anna',
};

const saved = (asked: readonly { readonly path: string; readonly body: unknown }[]) =>
  asked.filter(({ path }) => path.endsWith('/save')).map(({ body }) => body);

it('makes a webhook and shows its secret, once', async () => {
  const { asked } = showPage(Component, AT, AT, {
    [GET]: { body: [] },
    'POST /api/finance/webhooks/save': { body: { webhook, secret: 'whsec_abc' } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Nuovo webhook' }));
  const dialog = await screen.findByRole('dialog', { name: 'Nuovo webhook' });
  await userEvent.type(within(dialog).getByLabelText('Nome'), 'Casa');
  await userEvent.selectOptions(within(dialog).getByLabelText('Formato'), 'ntfy');
  expect(within(dialog).queryByLabelText('Un trimestre è chiuso')).toBeNull();
  await userEvent.selectOptions(within(dialog).getByLabelText('Formato'), 'STANDARD');
  await pasteInto(within(dialog).getByLabelText('Indirizzo'), webhook.url);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salva' }));
  expect(saved(asked)).toEqual([]);
  await userEvent.click(within(dialog).getByLabelText('Un trimestre è chiuso'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salva' }));
  expect(await within(dialog).findByDisplayValue('whsec_abc')).toBeInTheDocument();
  expect(saved(asked)).toEqual([
    { name: 'Casa', format: 'STANDARD', url: webhook.url, topics: ['quarter.closed'] },
  ]);
});

it('tests, lists deliveries and disables', async () => {
  const { asked } = showPage(Component, AT, AT, {
    [GET]: { body: [webhook] },
    [`POST /api/finance/webhooks/test/${id}`]: { body: { delivered: false, status: 503, error: 'STATUS' } },
    [`GET /api/finance/webhooks/deliveries/${id}`]: {
      body: [
        {
          id,
          topic: 'plan.ready',
          createdAt: webhook.createdAt,
          state: 'FAILED',
          attempts: 8,
          error: 'TIMEOUT',
        },
      ],
    },
    'POST /api/finance/webhooks/save': { body: { webhook: { ...webhook, enabled: false } } },
  });
  const card = await screen.findByRole('region', { name: 'Casa' });
  expect(within(card).getByText(/Non riceve nulla dal/)).toBeInTheDocument();
  await userEvent.click(within(card).getByRole('button', { name: 'Invia una prova' }));
  expect(await within(card).findByRole('alert')).toHaveTextContent('risponde con lo stato 503');
  await userEvent.click(within(card).getByRole('button', { name: 'Disattiva' }));
  const { name, format, url, topics } = webhook;
  expect(saved(asked)).toEqual([{ id, version: 3, name, format, url, topics, enabled: false }]);
  await userEvent.click(within(card).getByRole('button', { name: 'Consegne' }));
  expect(await screen.findByText('non consegnato: non risponde in tempo')).toBeInTheDocument();
});

it('replaces the secret of a signed webhook and shows the new one, once', async () => {
  const previousSecretUntil = '2026-11-24T09:00:00.000Z';
  showPage(Component, AT, AT, {
    [GET]: { body: [webhook] },
    [`POST /api/finance/webhooks/rotate-secret/${id}`]: {
      body: { webhook: { ...webhook, previousSecretUntil }, secret: 'whsec_new' },
    },
  });
  const card = await screen.findByRole('region', { name: 'Casa' });
  await userEvent.click(within(card).getByRole('button', { name: 'Sostituisci il segreto' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Procedi' }));
  expect(await screen.findByDisplayValue('whsec_new')).toBeInTheDocument();
  expect(screen.getByText(/^Il segreto di prima vale fino al 24\/11\/2026/)).toBeInTheDocument();
});
