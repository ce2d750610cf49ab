import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { showPage } from '../shared/test-page';
import { Component } from './quarter-setup-page';

const DATE = '2027-01-01';
const LIST = 'GET /api/finance/quarters/list';
const DELETE = `/api/finance/quarters/delete-quarter/${DATE}`;
const listed = (...dates: readonly string[]) => ({
  body: dates.map((date) => ({ date, state: 'INITIALIZED', accounts: 2, operations: 2 })),
});
const open = (answers: Parameters<typeof showPage>[3]) =>
  showPage(Component, `/fibado/dashboard/setup/${DATE}`, '/fibado/dashboard/setup/:date', answers);

beforeAll(() => startTexts('it'));

describe('deleting a quarter that is not started', () => {
  it('asks first, and leads to the dashboard', async () => {
    const { asked, router } = open({ [LIST]: listed(DATE), [`DELETE ${DELETE}`]: { status: 204 } });
    const remove = await screen.findByRole('button', { name: 'Elimina il trimestre' });
    await userEvent.click(remove);
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Annulla' }));
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(false);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await userEvent.click(remove);
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Procedi' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/fibado/dashboard'));
    expect(asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([DELETE]);
  });

  it('is offered for the last quarter alone', async () => {
    open({ [LIST]: listed(DATE, '2027-04-01') });
    await screen.findByRole('grid');
    expect(screen.queryByRole('button', { name: 'Elimina il trimestre' })).not.toBeInTheDocument();
    cleanup();
    open({ [LIST]: listed(DATE) });
    expect(await screen.findByRole('button', { name: 'Elimina il trimestre' })).toBeInTheDocument();
  });
});
