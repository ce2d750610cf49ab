import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { ids, testAccount, testData, testHousehold, testQuarter } from '../shared/test-household';
import { showPage } from '../shared/test-page';
import { Component } from './quarter-setup-page';

const open = (answers: Parameters<typeof showPage>[3] = {}) =>
  showPage(Component, '/fibado/dashboard/setup/2027-01-01', '/fibado/dashboard/setup/:date', answers);
const QUARTER = 'GET /api/finance/quarters/get-quarter/2027-01-01';
const SETUPS = '/api/finance/quarters/save-setups';
const IMPORT = '/api/finance/quarters/import-setups';

/** Types an opening into the first row, and leaves it unsaved. */
async function typeOpening(text: string): Promise<void> {
  const grid = await screen.findByRole('grid');
  const cell = grid.querySelector<HTMLElement>('[data-row="0"][data-column="2"]');
  if (!cell) throw new Error('no cell for an opening');
  await userEvent.click(cell);
  await userEvent.keyboard(`${text}{Enter}`);
}
const chooseFile = (): Promise<void> => {
  const field = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!field) throw new Error('no field for a file');
  return userEvent.upload(field, new File(['x'], 'saldi.csv', { type: 'text/csv' }));
};

beforeAll(() => startTexts('it'));

describe('the setup of a quarter', () => {
  it('tells how to type only where something can be typed', async () => {
    open();
    expect(await screen.findByText(/^Scrivi per modificare/)).toBeInTheDocument();
  });

  it('does not where the quarter is started', async () => {
    open({
      [QUARTER]: { body: { ...testData.quarter, state: 'STARTED', startedAt: '2027-01-01T08:00:00Z' } },
    });
    expect(await screen.findByText(/i saldi iniziali sono fissati/)).toBeInTheDocument();
    expect(screen.queryByText(/^Scrivi per modificare/)).not.toBeInTheDocument();
  });

  it('offers the balances of the quarter before only where there is one', async () => {
    const LIST = 'GET /api/finance/quarters/list';
    const quarter = { state: 'CLOSED', accounts: 2, operations: 2 };
    open({ [LIST]: { body: [{ ...quarter, date: '2027-01-01' }] } });
    await screen.findByRole('grid');
    expect(screen.queryByRole('button', { name: 'Importa dal precedente' })).not.toBeInTheDocument();
    cleanup();
    open({ [LIST]: { body: ['2026-10-01', '2027-01-01'].map((date) => ({ ...quarter, date })) } });
    expect(await screen.findByRole('button', { name: 'Importa dal precedente' })).toBeInTheDocument();
  });

  it('asks before a sheet takes the place of what is typed and not saved', async () => {
    const { asked } = open({ [`POST ${IMPORT}`]: { body: testQuarter } });
    await typeOpening('123');
    await chooseFile();
    const dialog = await screen.findByRole('dialog', { name: 'Conferma operazione' });
    expect(dialog).toHaveTextContent('1 conto modificato e non salvato');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Annulla' }));
    expect(asked.some((a) => a.path === IMPORT)).toBe(false);
    await chooseFile();
    const again = await screen.findByRole('dialog', { name: 'Conferma operazione' });
    await userEvent.click(within(again).getByRole('button', { name: 'Procedi' }));
    await waitFor(() => expect(asked.some((a) => a.path === IMPORT)).toBe(true));
  });

  it('takes an account opened meanwhile into a started quarter, from zero, and touches no other', async () => {
    const late = testAccount({
      id: ids.rent,
      name: 'Conto nuovo',
      bankId: ids.alfa,
      openedOn: '2027-02-10',
    });
    const { asked } = open({
      [QUARTER]: { body: { ...testData.quarter, state: 'STARTED', startedAt: '2027-01-01T08:00:00Z' } },
      'GET /api/finance/accounts/get': { body: [...testHousehold.accounts, late] },
      [`POST ${SETUPS}`]: { body: testQuarter },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Aggiungi conto' }));
    await userEvent.click(
      await screen.findByRole('menuitem', { name: 'Conto nuovo (dal 10/02/2027, parte da zero)' }),
    );
    expect(screen.getByText(/aggiunto dopo l’avvio/)).toBeInTheDocument();
    // Neither the opening of a frozen row nor that of an account that held nothing can be typed into.
    const grid = screen.getByRole('grid');
    for (const row of [0, 2]) {
      const cell = grid.querySelector<HTMLElement>(`[data-row="${String(row)}"][data-column="2"]`);
      if (!cell) throw new Error('no cell for an opening');
      await userEvent.click(cell);
      await userEvent.keyboard('7{Enter}');
    }
    await userEvent.click(screen.getByRole('button', { name: 'Salva 1 conto' }));
    await waitFor(() => expect(asked.find((a) => a.path === SETUPS)).toBeDefined());
    expect(asked.find((a) => a.path === SETUPS)?.body).toMatchObject({
      setups: [{ accountId: late.id, openingBalanceCents: 0 }],
    });
  });
});

describe('running periods', () => {
  const yearly = testHousehold.accounts.map((account) =>
    account.id === ids.main
      ? { ...account, statementPeriod: 'YEARLY' as const, openedOn: '2026-03-01' }
      : account,
  );
  const inOctober = {
    ...testQuarter,
    date: '2026-10-01',
    setups: testQuarter.setups.map((setup) => ({ ...setup, minBalanceCents: 5 })),
  };
  const openOctober = (quarter: typeof inOctober | object) =>
    showPage(Component, '/fibado/dashboard/setup/2026-10-01', '/fibado/dashboard/setup/:date', {
      'GET /api/finance/accounts/get': { body: yearly },
      'GET /api/finance/quarters/get-quarter/2026-10-01': { body: quarter },
      'GET /api/finance/operations/get/2026-10-01': { body: [] },
      [`POST ${SETUPS}`]: { body: inOctober },
    });

  it('ask for what is missing, and send it with the rest of the setup as it is', async () => {
    const { asked } = openOctober(inOctober);
    expect(await screen.findByText(/Di un conto non si sa nulla/)).toBeInTheDocument();
    const row = screen.getByRole('row', { name: /Conto Alfa.*01\/01\/2026 – 31\/12\/2026 ne mancano 214/ });
    await userEvent.click(within(row).getByRole('button', { name: 'Scrivi la storia di Conto Alfa' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('textbox', { name: 'Dal' })).toHaveValue('01/03/2026');
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Giacenza media' }), '4100');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Salva' }));
    await waitFor(() => expect(asked.find((a) => a.path === SETUPS)).toBeDefined());
    expect(asked.find((a) => a.path === SETUPS)?.body).toMatchObject({
      setups: [
        {
          accountId: ids.main,
          minBalanceCents: 5,
          carried: { source: 'TYPED', periodFrom: '2026-03-01', days: 214, sumCentDays: 214 * 410_000 },
        },
      ],
    });
  });

  it('show what earlier quarters brought along', async () => {
    const carried = {
      source: 'QUARTERS',
      periodFrom: '2026-03-01',
      days: 214,
      sumCentDays: 214 * 410_000,
      accruedGross: '0',
      counted: { grossCents: 0, withholdingCents: 0, dutyCents: 0, feesCents: 0 },
    };
    openOctober({ ...inOctober, setups: [{ ...inOctober.setups[0], carried }] });
    expect(
      await screen.findByRole('row', { name: /214 dal 01\/03\/2026 4\.100,00.*dai trimestri precedenti/ }),
    ).toBeInTheDocument();
    expect(screen.queryByText(/non si sa nulla/)).not.toBeInTheDocument();
  });
});
