import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { ids, testHousehold } from '../shared/test-household';
import { showPage } from '../shared/test-page';
import { Component } from './account-editor-page';

const savings = testHousehold.accounts.find((account) => account.id === ids.savings);
const SAVE = 'POST /api/finance/accounts/save';

beforeAll(() => startTexts('it'));

describe('a duplicate', () => {
  it('is a new account without the IBAN, which only one can have', async () => {
    const { asked } = showPage(
      Component,
      `/fibado/accounts/create?from=${ids.savings}`,
      '/fibado/accounts/create',
      { [SAVE]: { body: savings } },
    );
    expect(await screen.findByRole('textbox', { name: /Nome/ })).toHaveValue('Deposito Beta (copia)');
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
    await waitFor(() => expect(asked.some((a) => a.method === 'POST')).toBe(true));
    const body = asked.find((a) => a.method === 'POST')?.body as Record<string, unknown>;
    expect(body).toMatchObject({ name: 'Deposito Beta (copia)', bankId: ids.beta, kind: 'DEPOSIT_FREE' });
    expect(body).not.toHaveProperty('id');
    expect(body).not.toHaveProperty('iban');
  });
});
