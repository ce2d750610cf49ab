import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { type Answer, answering } from '../../../test/http';
import { useTexts as startTexts } from '../../../test/texts';
import { createQueryClient } from '../../lib/query';
import { NotificationPanel } from './notification-panel';

const jest = import.meta.jest;
const ONE = '0f8fad5b-d9cb-469f-a165-70867728950e';
const item = (read: boolean) => ({
  idNotify: ONE,
  read,
  createdAt: '2026-11-21T08:00:00Z',
  kind: 'TRANSFER_DUE',
  params: { date: '2026-11-23', amountCents: 123456, from: 'Conto Alfa', to: 'Deposito Beta' },
  link: '/fibado/dashboard',
});
const LIST = 'GET /api/notify/web-notify/list/false';

function open(answers: Record<string, Answer>) {
  const asked = answering(answers);
  const notifications = {
    status: 'CONNECTED' as const,
    unread: 1,
    countDown: jest.fn(),
    countNone: jest.fn(),
    disconnect: jest.fn(),
  };
  const ignore = (): void => undefined;
  const client = createQueryClient({ alert: ignore, toast: ignore, done: ignore });
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <ModalsProvider>
          <Notifications />
          <MemoryRouter>
            <NotificationPanel notifications={notifications} onLeave={ignore} />
          </MemoryRouter>
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { asked, notifications, user: userEvent.setup() };
}
const calls = (asked: ReturnType<typeof answering>): string[] =>
  asked.map((call) => `${call.method} ${call.path}`).filter((call) => !call.includes('/list/'));

beforeAll(() => startTexts('it'));

describe('the list of notifications', () => {
  it('says in words what each is about', async () => {
    open({ [LIST]: { body: { list: [item(false)] } } });
    expect(await screen.findByText('Bonifico da fare')).toBeInTheDocument();
    expect(
      screen.getByText('Il 23/11/2026: 1.234,56\u00a0€ da Conto Alfa a Deposito Beta.', {
        collapseWhitespace: false,
      }),
    ).toBeInTheDocument();
    expect(screen.getByText('Non letta')).toBeInTheDocument();
  });

  it('states a coming shortfall as the dashboard does: its first day and its largest amount', async () => {
    const params = {
      account: 'Conto Alfa',
      date: '2026-11-23',
      missingCents: 123456,
      minBalanceCents: 50000,
    };
    open({ [LIST]: { body: { list: [{ ...item(false), kind: 'BELOW_MINIMUM', params }] } } });
    expect(
      await screen.findByText(
        /Conto Alfa: dal 23\/11\/2026 sotto il minimo di 500,00.€, mancano fino a 1\.234,56.€\./,
      ),
    ).toBeInTheDocument();
  });

  it('is empty when it cannot be had', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    open({ [LIST]: { status: 503 } });
    expect(await screen.findByText('Nessuna notifica')).toBeInTheDocument();
    warn.mockRestore();
  });

  it('marks as read and counts down', async () => {
    const { asked, notifications, user } = open({
      [LIST]: { body: { list: [item(false)] } },
      [`PUT /api/notify/web-notify/mark-read/${ONE}`]: { status: 204 },
    });
    await user.click(await screen.findByRole('button', { name: 'Segna come letta: Bonifico da fare' }));
    await waitFor(() => expect(notifications.countDown).toHaveBeenCalledTimes(1));
    expect(calls(asked)).toEqual([`PUT /api/notify/web-notify/mark-read/${ONE}`]);
  });

  it.each([
    [false, 1],
    [true, 0],
  ])('deletes one (read: %p) after its question and counts down by %p', async (read, down) => {
    const { asked, notifications, user } = open({
      [LIST]: { body: { list: [item(read)] } },
      [`DELETE /api/notify/web-notify/cancel/${ONE}`]: { status: 204 },
    });
    await user.click(await screen.findByRole('button', { name: 'Elimina: Bonifico da fare' }));
    expect(await screen.findByText('Sicuro di voler eliminare la notifica?')).toBeInTheDocument();
    expect(calls(asked)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Procedi' }));
    await waitFor(() => expect(calls(asked)).toEqual([`DELETE /api/notify/web-notify/cancel/${ONE}`]));
    await waitFor(() => expect(notifications.countDown).toHaveBeenCalledTimes(down));
  });

  it('deletes all after its question and counts none', async () => {
    const { notifications, user } = open({
      [LIST]: { body: { list: [item(true)] } },
      'DELETE /api/notify/web-notify/cancel-all': { status: 204 },
    });
    await user.click(await screen.findByRole('button', { name: 'Elimina tutte' }));
    expect(
      await screen.findByText('Sicuro di voler eliminare tutte le notifiche ricevute?'),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Procedi' }));
    await waitFor(() => expect(notifications.countNone).toHaveBeenCalledTimes(1));
  });
});
