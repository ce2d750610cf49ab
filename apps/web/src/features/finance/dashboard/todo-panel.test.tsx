import type { Summary } from '@fibado/contracts';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { operationsQuery } from '../shared/queries';
import { ids, testData } from '../shared/test-household';
import { showPage } from '../shared/test-page';
import { TodoPanel } from './todo-panel';

// The list needs nothing of the summary.
const data = { ...testData, summary: {} as Summary };
const move = testData.operations.find((o) => o.id === ids.move);
const SAVE = 'POST /api/finance/operations/save';

/** The panel over the operations as the server has them. */
function Panel() {
  const { data: operations } = useQuery(operationsQuery('2027-01-01'));
  return operations ? <TodoPanel data={{ ...data, operations }} today="2027-01-13" /> : null;
}

beforeAll(() => startTexts('it'));

describe('the transfers to make', () => {
  it('can be copied: IBAN, amount and reason as a bank’s form takes them', async () => {
    const user = userEvent.setup();
    showPage(Panel, '/', '/');
    const copied = async (what: string): Promise<string> => {
      await user.click(await screen.findByRole('button', { name: `Copia ${what}` }));
      return navigator.clipboard.readText();
    };
    expect(await copied('IBAN')).toBe('IT60X0542811101000000123456');
    expect(await copied('Importo')).toBe('10000,00');
    expect(await copied('Causale')).toBe('Giroconto');
    expect(screen.getByText('in ritardo')).toBeInTheDocument();
  });

  it('are ticked as done, and the tick is taken back by its toast', async () => {
    let stored = move;
    const { asked } = showPage(Panel, '/', '/', {
      'GET /api/finance/operations/get/2027-01-01': () => ({ body: [stored] }),
      [SAVE]: (_url, init) => {
        stored = { ...(JSON.parse(init.body as string) as NonNullable<typeof move>), version: 2 };
        return { body: stored };
      },
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Fatto: da Conto Alfa/ }));
    // It stays where it was, so that the next one does not come under the pointer.
    await waitFor(() => expect(screen.getByRole('checkbox', { name: /^Fatto/ })).toBeChecked());
    expect(asked.find((a) => a.method === 'POST')?.body).toMatchObject({ id: ids.move, status: 'DONE' });
    await userEvent.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Annulla' }));
    expect(await screen.findByRole('checkbox', { name: /^Fatto/ })).not.toBeChecked();
    expect(stored).toMatchObject({ status: 'PLANNED' });
  });

  it('are ticked before their day only when that is meant', async () => {
    const later = { ...move, date: '2027-01-20', valueDate: '2027-01-20' };
    const { asked } = showPage(Panel, '/', '/', {
      'GET /api/finance/operations/get/2027-01-01': { body: [later] },
      [SAVE]: { body: { ...later, status: 'DONE', version: 2 } },
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Fatto/ }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent(/è del 20\/01\/2027, che deve ancora venire/);
    expect(asked.some((a) => a.method === 'POST')).toBe(false);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Segna come fatta' }));
    await waitFor(() => expect(asked.some((a) => a.method === 'POST')).toBe(true));
  });

  it('stay to be made when the server refuses the tick', async () => {
    showPage(Panel, '/', '/', {
      [SAVE]: { status: 409, body: { error: 'STALE_VERSION', params: [] } },
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Fatto/ }));
    expect(
      await screen.findByText('I dati sono stati modificati nel frattempo da qualcun altro.'),
    ).toBeInTheDocument();
    expect(await screen.findByRole('checkbox', { name: /^Fatto/ })).not.toBeChecked();
  });
});
