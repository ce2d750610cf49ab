import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pasteInto } from '../../../../test/paste';
import { useTexts as startTexts } from '../../../../test/texts';
import { ids, testHousehold } from '../shared/test-household';
import { showPage } from '../shared/test-page';
import { Component } from './account-editor-page';

const savings = testHousehold.accounts.find((account) => account.id === ids.savings);
const SAVE = 'POST /api/finance/accounts/save';
const CREATE = '/fibado/accounts/create';
const OTHER = { name: 'Altre condizioni' };

beforeAll(() => startTexts('it'));

describe('a new account', () => {
  it('takes no bank for granted where there are several', async () => {
    const { asked } = showPage(Component, CREATE, CREATE, { [SAVE]: { body: savings } });
    await pasteInto(await screen.findByRole('textbox', { name: /Nome/ }), 'Conto nuovo');
    const bank = screen.getByRole('combobox', { name: /Istituto/ });
    expect(bank).toHaveDisplayValue('Scegli');
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
    await waitFor(() => expect(bank).toBeInvalid());
    expect(asked.some((a) => a.method === 'POST')).toBe(false);
    await userEvent.selectOptions(bank, ids.beta);
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: /^Gruppo/ }),
      savings?.accountGroupId ?? '',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
    await waitFor(() => expect(asked.some((a) => a.method === 'POST')).toBe(true));
    expect(asked.find((a) => a.method === 'POST')?.body).toMatchObject({ bankId: ids.beta });
  });

  it('says when the IBAN is another bank’s than the one chosen', async () => {
    const [alfa, beta] = testHousehold.banks;
    const banks = [
      { ...alfa, abi: '05428' },
      { ...beta, abi: '03268' },
    ];
    showPage(Component, CREATE, CREATE, { 'GET /api/finance/banks/get': { body: banks } });
    await pasteInto(await screen.findByRole('textbox', { name: 'IBAN' }), 'IT60X0542811101000000123456');
    const bank = screen.getByRole('combobox', { name: /Istituto/ });
    expect(bank).toHaveValue(ids.alfa);
    const hint = /l’IBAN ha ABI 05428, questo istituto 03268/;
    expect(screen.queryByText(hint)).not.toBeInTheDocument();
    await userEvent.selectOptions(bank, ids.beta);
    expect(screen.getByText(hint)).toBeInTheDocument();
  });
});

describe('a term deposit', () => {
  it('is saved only with the account that receives its principal, and says so at the field', async () => {
    const { asked } = showPage(Component, CREATE, CREATE, { [SAVE]: { body: savings } });
    await pasteInto(await screen.findByRole('textbox', { name: /Nome/ }), 'Vincolo');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /Istituto/ }), ids.beta);
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: /^Gruppo/ }),
      savings?.accountGroupId ?? '',
    );
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /Tipo di conto/ }), 'DEPOSIT_TERM');
    await pasteInto(screen.getByRole('textbox', { name: /Scadenza/ }), '01/06/2027');
    const linked = screen.getByRole('combobox', { name: /appoggio/ });
    expect(linked).toBeRequired();
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
    expect(
      await screen.findByText('Scegli il conto che riceve il capitale alla scadenza'),
    ).toBeInTheDocument();
    expect(asked.some((a) => a.method === 'POST')).toBe(false);
    await userEvent.selectOptions(linked, ids.main);
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
    await waitFor(() => expect(asked.some((a) => a.method === 'POST')).toBe(true));
  });
});

/** The form of a new account made after another one. */
const showDuplicate = (): ReturnType<typeof showPage> =>
  showPage(Component, `${CREATE}?from=${ids.savings}`, CREATE, { [SAVE]: { body: savings } });

describe('a duplicate', () => {
  it('is a new account without the IBAN, which only one can have', async () => {
    const { asked } = showDuplicate();
    expect(await screen.findByRole('textbox', { name: /Nome/ })).toHaveValue('Deposito Beta (copia)');
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
    await waitFor(() => expect(asked.some((a) => a.method === 'POST')).toBe(true));
    const body = asked.find((a) => a.method === 'POST')?.body as Record<string, unknown>;
    expect(body).toMatchObject({ name: 'Deposito Beta (copia)', bankId: ids.beta, kind: 'DEPOSIT_FREE' });
    expect(body).not.toHaveProperty('id');
    expect(body).not.toHaveProperty('iban');
  });
});

describe('a fee that what comes in waives', () => {
  it('counts own transfers when the household says that the bank does', async () => {
    const { asked } = showDuplicate();
    await userEvent.click(await screen.findByRole('button', OTHER));
    const counts = await screen.findByRole('checkbox', { name: 'Contano anche i bonifici propri' });
    expect(counts).toBeDisabled();
    await userEvent.type(screen.getByRole('textbox', { name: 'Canone mensile' }), '4');
    await userEvent.type(screen.getByRole('textbox', { name: 'Gratis con accrediti da' }), '1500');
    await userEvent.click(counts);
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
    await waitFor(() => expect(asked.some((a) => a.method === 'POST')).toBe(true));
    expect(asked.find((a) => a.method === 'POST')?.body).toMatchObject({
      monthlyFeeCents: 400,
      feeWaiver: { minMonthlyCreditsCents: 150_000, ownTransfersCount: true },
    });
  });
});

describe('the bank’s periods', () => {
  const sent = (asked: ReturnType<typeof showPage>['asked']) => asked.find((a) => a.method === 'POST')?.body;

  it('are those usual for the kind, explained in one sentence each', async () => {
    const { asked } = showPage(Component, CREATE, CREATE, { [SAVE]: { body: savings } });
    await userEvent.click(await screen.findByRole('button', OTHER));
    const statement = await screen.findByRole('combobox', { name: 'Estratto conto' });
    const credit = screen.getByRole('combobox', { name: 'Accredito degli interessi' });
    expect([statement, credit].map((field) => (field as HTMLSelectElement).value)).toEqual([
      'QUARTERLY',
      'YEARLY',
    ]);
    expect(screen.getByText(/guarda la giacenza media e addebita bollo e canoni/)).toBeInTheDocument();
    expect(screen.queryByRole('option', { name: 'Alla scadenza' })).not.toBeInTheDocument();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /Tipo di conto/ }), 'DEPOSIT_FREE');
    expect(statement).toHaveValue('YEARLY');
    await userEvent.selectOptions(statement, 'MONTHLY');
    expect(screen.getByText(/Di solito per questo tipo di conto: annuale/)).toBeInTheDocument();
    await pasteInto(screen.getByRole('textbox', { name: /Nome/ }), 'Conto nuovo');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /Istituto/ }), ids.beta);
    const group = screen.getByRole('combobox', { name: /^Gruppo/ });
    await userEvent.selectOptions(group, savings?.accountGroupId ?? '');
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
    await waitFor(() => expect(sent(asked)).toBeDefined());
    expect(sent(asked)).toMatchObject({ statementPeriod: 'MONTHLY', interestCredit: 'YEARLY' });
  });

  it('of an account that names none are quarterly, and stay unsaid unless they are changed', async () => {
    const { asked } = showPage(
      Component,
      `/fibado/accounts/edit/${ids.savings}`,
      '/fibado/accounts/edit/:id',
      { [SAVE]: { body: savings } },
    );
    const statement = await screen.findByRole('combobox', { name: 'Estratto conto' });
    expect(statement).toHaveValue('QUARTERLY');
    const name = screen.getByRole('textbox', { name: /Nome/ });
    await userEvent.type(name, ' bis');
    const withholding = screen.getByRole('textbox', { name: 'Ritenuta sugli interessi' });
    expect(withholding).toHaveAccessibleDescription(/^Vuota: 26/);
    await userEvent.type(withholding, '12,5');
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
    await waitFor(() => expect(sent(asked)).toBeDefined());
    expect(sent(asked)).toMatchObject({ withholdingPct: 12.5 });
    expect(sent(asked)).not.toHaveProperty('statementPeriod');
    expect(sent(asked)).not.toHaveProperty('interestCredit');
  });
});

describe('the form', () => {
  const section = (name: string) => screen.queryByRole('region', { name });

  it('shows what the kind needs, and the rest behind one button', async () => {
    showPage(Component, CREATE, CREATE, {});
    expect(await screen.findByRole('region', { name: 'Tassi' })).toBeVisible();
    expect(section('Spese')).toBeVisible();
    expect(section('Imposta di bollo')).not.toBeInTheDocument();
    expect(screen.getByText(/^Già compilate come di solito .*imposta di bollo/)).toBeVisible();
    const other = screen.getByRole('button', OTHER);
    expect(other).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(other);
    expect(other).toHaveAttribute('aria-expanded', 'true');
    expect(section('Imposta di bollo')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Può ricevere bonifici' })).toBeChecked();
    await userEvent.click(other);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /Tipo di conto/ }), 'CASH');
    for (const name of ['Tassi', 'Spese', 'Limiti e bonifici']) expect(section(name)).not.toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: 'IBAN' })).not.toBeInTheDocument();
  });

  it('keeps in sight what an account says otherwise, also while it is changed', async () => {
    showPage(Component, `/fibado/accounts/edit/${ids.savings}`, '/fibado/accounts/edit/:id', {
      'GET /api/finance/accounts/get': {
        body: testHousehold.accounts.map((account) => ({ ...account, minBalanceCents: 5000 })),
      },
    });
    const minimum = await screen.findByRole('textbox', { name: 'Saldo minimo' });
    expect(section('Limiti e bonifici')).toBeVisible();
    expect(section('Imposta di bollo')).not.toBeInTheDocument();
    await userEvent.clear(minimum);
    expect(minimum).toBeVisible();
  });

  it('is not closed over what cannot be read', async () => {
    showPage(Component, CREATE, CREATE, {});
    const other = await screen.findByRole('button', OTHER);
    await userEvent.click(other);
    await userEvent.type(screen.getByRole('textbox', { name: 'Saldo massimo' }), 'molto');
    await userEvent.tab();
    await userEvent.click(other);
    expect(screen.getByRole('textbox', { name: 'Saldo massimo' })).toBeVisible();
  });
});

it('saved by someone else meanwhile asks once which one stands, with no dialog over the question', async () => {
  let saves = 0;
  const theirs = { ...savings, name: 'Deposito loro', version: 2 };
  showPage(Component, `/fibado/accounts/edit/${ids.savings}`, '/fibado/accounts/edit/:id', {
    'GET /api/finance/accounts/get': () => ({ body: saves === 0 ? testHousehold.accounts : [theirs] }),
    [SAVE]: () => {
      saves += 1;
      return { status: 409, body: { error: 'STALE_VERSION', params: [] } };
    },
  });
  await userEvent.type(await screen.findByRole('textbox', { name: /Nome/ }), ' mio');
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
  expect(await screen.findByText('Qualcun altro ha salvato nel frattempo')).toBeVisible();
  expect(screen.getByText(/Prendi quello salvato/)).toBeVisible();
  expect(screen.getByText('Deposito loro', { selector: 'strong' })).toBeVisible();
  expect(saves).toBe(1);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.queryByText(/modificati nel frattempo/)).not.toBeInTheDocument();
});
