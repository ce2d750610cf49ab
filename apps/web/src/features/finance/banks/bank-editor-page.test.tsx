import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { ids, testHousehold } from '../shared/test-household';
import { showPage } from '../shared/test-page';
import { Component } from './bank-editor-page';

const [alfa, beta] = testHousehold.banks;
const open = (answers: Parameters<typeof showPage>[3] = {}) =>
  showPage(Component, `/fibado/banks/edit/${ids.alfa}`, '/fibado/banks/edit/:id', answers);

beforeAll(() => startTexts('it'));

describe('the bank editor', () => {
  it('says what is wrong as it is typed, and saves nothing meanwhile', async () => {
    const { asked } = open();
    const bic = await screen.findByLabelText(/BIC/);
    await userEvent.type(bic, 'abc');
    expect(await screen.findByText('Non è un BIC: 8 o 11 caratteri')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
    expect(asked.some((a) => a.method === 'POST')).toBe(false);
    await waitFor(() => expect(bic).toHaveFocus());
  });

  it('goes to the first field that is wrong when saving is asked for, by key too', async () => {
    const { asked } = open();
    const name = await screen.findByLabelText(/Nome/);
    await userEvent.clear(name);
    await userEvent.click(screen.getByLabelText(/BIC/));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(name).toHaveFocus());
    expect(name).toBeInvalid();
    expect(asked.some((a) => a.method === 'POST')).toBe(false);
  });

  it('saves and goes back to the list', async () => {
    const { asked, router } = open({
      'POST /api/finance/banks/save': { body: { ...alfa, name: 'Banca Nuova', version: 2 } },
    });
    const name = await screen.findByLabelText(/Nome/);
    await userEvent.clear(name);
    await userEvent.type(name, 'Banca Nuova');
    await userEvent.click(screen.getByLabelText('Invia bonifici istantanei'));
    await userEvent.selectOptions(screen.getByLabelText(/Contabile dei giorni festivi/), 'Il giorno stesso');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/fibado/banks'));
    expect(asked.find((a) => a.method === 'POST')?.body).toEqual({
      ...alfa,
      name: 'Banca Nuova',
      instant: { send: true, receive: false },
      weekendBooking: 'SAME_DAY',
    });
  });

  it('says that it was not saved when the concurrent version cannot be read', async () => {
    let reads = 0;
    open({
      'GET /api/finance/banks/get': () => (reads++ === 0 ? { body: [alfa, beta] } : { body: [beta] }),
      'POST /api/finance/banks/save': { status: 409, body: { error: 'STALE_VERSION', params: [] } },
    });
    await userEvent.type(await screen.findByLabelText(/Nome/), ' più');
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
    expect(await screen.findByRole('dialog', { name: 'Errore' })).toHaveTextContent(
      'modificati nel frattempo',
    );
  });

  it('shows both values after a concurrent change', async () => {
    let reads = 0;
    const { asked } = open({
      'GET /api/finance/banks/get': () => ({
        body: reads++ === 0 ? [alfa, beta] : [{ ...alfa, name: 'La loro', version: 2 }, beta],
      }),
      'POST /api/finance/banks/save': { status: 409, body: { error: 'STALE_VERSION', params: [] } },
    });
    const name = await screen.findByLabelText(/Nome/);
    await userEvent.clear(name);
    await userEvent.type(name, 'La mia');
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
    expect(await screen.findByText('La loro', { selector: 'strong' })).toBeInTheDocument();
    expect(screen.getByText('La mia', { selector: 'strong' })).toBeInTheDocument();
    // The page says it where the choice is: no alert lies over it.
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Tieni il mio' }));
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
    await waitFor(() => expect(asked.filter((a) => a.method === 'POST')).toHaveLength(2));
    expect(asked.filter((a) => a.method === 'POST')[1]?.body).toMatchObject({ name: 'La mia', version: 2 });
  });
});
