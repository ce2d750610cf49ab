import type { PlanOutline, ResponseOf, Scenario, scenarios } from '@fibado/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pasteInto } from '../../../../test/paste';
import { useTexts as startTexts } from '../../../../test/texts';
import { formatMoney } from '../../../lib/money';
import { ids, testData, testOperation } from '../shared/test-household';
import { missing, outlineTransfer, testOutline } from '../shared/test-outline';
import { asText, showPage } from '../shared/test-page';
import { columnsOf, lowestOf } from './comparison-model';
import { Component as EditorPage } from './scenario-editor-page';
import { Component as ListPage } from './scenarios-page';

/** A plan over a year: what it earns in each quarter. */
const overYear = (netReturns: readonly number[], patch: Partial<PlanOutline> = {}): PlanOutline =>
  testOutline({
    netReturnCents: netReturns.reduce((sum, cents) => sum + cents, 0),
    horizon: {
      from: '2027-01-01',
      to: '2027-12-31',
      quarters: ['2027-01-01', '2027-04-01', '2027-07-01', '2027-10-01'].map((quarter, index) => ({
        quarter,
        baselineNetReturnCents: 0,
        netReturnCents: netReturns[index] ?? 0,
        transfers: index === 0 ? 1 : 0,
      })),
    },
    ...patch,
  });
const outcome = {
  ranAt: '2027-01-02T08:00:00Z',
  inputHash: 'hash',
  stale: false,
  plan: overYear([1_000, 2_000, 2_200, 2_800]),
  reference: overYear([2_500, 2_500, 2_500, 2_500]),
  worthCents: -2_000,
  exact: true,
};
const boiler: Scenario = {
  id: ids.rent,
  quarter: '2027-01-01',
  name: 'Caldaia nuova',
  changes: [
    {
      kind: 'MOVEMENT',
      movement: 'EXPENSE',
      accountId: ids.main,
      date: '2027-02-01',
      amountCents: 250_000,
      description: 'Caldaia',
    },
  ],
  createdAt: '2027-01-01T08:00:00Z',
  createdBy: 'anna',
  outcome,
  version: 4,
};
const comparison: ResponseOf<typeof scenarios.compare> = {
  current: overYear([2_000, 2_500, 2_500, 2_500], { status: 'GIVEN' }),
  scenarios: [
    { scenarioId: ids.rent, name: 'Caldaia nuova', outcome, netReturnDifferenceCents: -1_500 },
    { scenarioId: ids.salary, name: 'Mai calcolato' },
  ],
};
const LIST = 'GET /api/finance/scenarios/list/2027-01-01';
const COMPARE = 'GET /api/finance/scenarios/compare/2027-01-01?horizonQuarters=';
const openList = (scenario: Scenario, answers: Parameters<typeof showPage>[3] = {}) =>
  showPage(ListPage, '/fibado/dashboard/scenarios/2027-01-01', '/fibado/dashboard/scenarios/:date', {
    [LIST]: { body: [scenario] },
    [`${COMPARE}4`]: { body: comparison },
    ...answers,
  });
const openEditor = (answers: Parameters<typeof showPage>[3] = {}) =>
  showPage(
    EditorPage,
    '/fibado/dashboard/scenarios/2027-01-01/create',
    '/fibado/dashboard/scenarios/:date/create',
    { [LIST]: { body: [] }, ...answers },
  );

beforeAll(() => startTexts('it'));

describe('the comparison', () => {
  it('puts the quarter as it is first, and leaves what was not worked out empty', () => {
    const [current, first, never] = columnsOf(comparison, 'Oggi');
    expect(current).toMatchObject({ label: 'Oggi', differenceCents: undefined });
    expect(first).toMatchObject({ differenceCents: -1_500, worthCents: -2_000, stale: false });
    expect(never).toMatchObject({ plan: undefined, differenceCents: undefined });
  });

  it('keeps what was worked out over another number of quarters apart', () => {
    const [, first] = columnsOf({ ...comparison, current: testOutline({ status: 'GIVEN' }) }, 'Oggi');
    expect(first).toMatchObject({ plan: undefined, otherQuarters: 4, worthCents: undefined });
  });

  it('names the lowest balance of all accounts', () => {
    expect(lowestOf(testOutline())).toMatchObject({ accountId: ids.main, lowCents: 12_345 });
  });
});

describe('the scenarios of a quarter', () => {
  it('says in words what changes, what it is worth, and lays it beside today', async () => {
    openList(boiler);
    expect(
      await screen.findByText((text) =>
        asText(text).includes(
          asText(`Uscita di ${formatMoney(250_000)} il 01/02/2027 da Conto Alfa: Caldaia`),
        ),
      ),
    ).toBeInTheDocument();
    const table = await screen.findByRole('table', { name: 'Scenari a confronto' });
    const net = within(table).getByRole('row', { name: /^Rendimento netto/ });
    expect(
      within(net)
        .getAllByRole('cell')
        .map((cell) => asText(cell.textContent)),
    ).toEqual([formatMoney(9_500), formatMoney(8_000), '–'].map(asText));
    const quarter = within(table).getByRole('row', { name: /^3° trimestre 2027/ });
    expect(
      within(quarter)
        .getAllByRole('cell')
        .map((cell) => asText(cell.textContent)),
    ).toEqual([formatMoney(2_500), formatMoney(2_200), '–'].map(asText));
    const against = within(table).getByRole('row', { name: /^Rispetto a oggi/ });
    expect(asText(against.textContent)).toContain(asText(formatMoney(-1_500)));
  });

  it('is made real only after a question that says what will happen', async () => {
    const { asked } = openList(boiler, {
      'POST /api/finance/scenarios/promote': { body: { scenario: boiler, runId: ids.move, transfers: 1 } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Rendi vero: Caldaia nuova' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rendere vero lo scenario' });
    expect(dialog).toHaveTextContent('Il bonifico del suo piano prende il posto di quelli previsti');
    expect(asked.some((a) => a.method === 'POST')).toBe(false);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Rendi vero' }));
    await waitFor(() =>
      expect(asked.find((a) => a.path.endsWith('/promote'))?.body).toEqual({ id: ids.rent, version: 4 }),
    );
  });

  it('cannot be made real while it is out of date, or where no plan exists', async () => {
    openList({ ...boiler, outcome: { ...outcome, stale: true } });
    expect(await screen.findByText('superato')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Rendi vero: Caldaia nuova' })).toBeDisabled();
    expect(screen.getByText(/calcolalo di nuovo prima di applicarlo/)).toBeInTheDocument();
  });

  it('says nothing of the worth where the quarter without the changes has no plan', async () => {
    const reference = overYear([], { status: 'INFEASIBLE', conflicts: [missing] });
    const lost = { ...outcome, reference, worthCents: 987_600 };
    openList(
      { ...boiler, outcome: lost },
      {
        [`${COMPARE}4`]: {
          body: { ...comparison, scenarios: [{ ...comparison.scenarios[0], outcome: lost }] },
        },
      },
    );
    expect(await screen.findByText(/Senza questi cambiamenti nessun piano/)).toBeInTheDocument();
    expect(screen.getByText(/il 03\/02\/2027 mancano 123,45/)).toBeInTheDocument();
    expect(await screen.findByRole('row', { name: 'Valore dei cambiamenti – –' })).toBeInTheDocument();
    expect(screen.queryByText(/9\.876/)).not.toBeInTheDocument();
  });

  it('is worked out by a button, and a refusal is said in words', async () => {
    const { asked } = openList(boiler, {
      'POST /api/finance/scenarios/run': { status: 503, body: { error: 'SOLVER_BUSY', params: [] } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Calcola: Caldaia nuova' }));
    expect(await screen.findByText('Il calcolo non è riuscito')).toBeInTheDocument();
    expect(asked.find((a) => a.path.endsWith('/run'))?.body).toMatchObject({ id: ids.rent });
  });

  it('is worked out over as many quarters as the settings say, and it is said how its changes carry', async () => {
    const { asked } = openList(boiler, { 'POST /api/finance/scenarios/run': { body: boiler } });
    expect(await screen.findByText('Valore dei cambiamenti in 4 trimestri')).toBeInTheDocument();
    expect(screen.getByText(/ricorrenze di un conto chiuso finiscono con lui/)).toBeInTheDocument();
    expect(await screen.findByText(/accanto agli stessi trimestri come sono ora/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Calcola: Caldaia nuova' }));
    await waitFor(() =>
      expect(asked.find((a) => a.path.endsWith('/run'))?.body).toEqual({
        id: ids.rent,
        timeLimitMs: 60_000,
        horizonQuarters: 4,
      }),
    );
  });

  it('is worked out for this quarter alone where that is chosen, and compared with it', async () => {
    const current = testOutline({ status: 'GIVEN', netReturnCents: 2_000 });
    const alone = { ...outcome, plan: testOutline({ netReturnCents: 1_234 }), reference: testOutline() };
    const { asked } = openList(boiler, {
      [`${COMPARE}1`]: {
        body: {
          current,
          scenarios: [
            { scenarioId: ids.rent, name: 'Caldaia nuova', outcome },
            { scenarioId: ids.salary, name: 'Altro', outcome: alone, netReturnDifferenceCents: -766 },
          ],
        },
      },
      'POST /api/finance/scenarios/run': { body: boiler },
    });
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: 'Quanto lontano guarda' }),
      'Questo trimestre',
    );
    expect(screen.queryByText(/ricorrenze di un conto chiuso/)).not.toBeInTheDocument();
    const head = await screen.findByRole('columnheader', { name: /^Caldaia nuova/ });
    await waitFor(() => expect(head).toHaveTextContent('calcolato su 4 trimestri'));
    const net = screen.getByRole('row', { name: /^Rendimento netto/ });
    expect(
      within(net)
        .getAllByRole('cell')
        .map((cell) => asText(cell.textContent)),
    ).toEqual([formatMoney(2_000), '–', formatMoney(1_234)].map(asText));
    await userEvent.click(screen.getByRole('button', { name: 'Calcola: Caldaia nuova' }));
    await waitFor(() =>
      expect(asked.find((a) => a.path.endsWith('/run'))?.body).toMatchObject({ horizonQuarters: 1 }),
    );
  });

  it('takes over no more transfers than its own quarter has', async () => {
    const plan = {
      ...outcome.plan,
      transfers: ['2027-01-05', '2027-02-05', '2027-06-01'].map((date) => outlineTransfer(date, 100_000)),
    };
    openList({ ...boiler, outcome: { ...outcome, plan } });
    await userEvent.click(await screen.findByRole('button', { name: 'Rendi vero: Caldaia nuova' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rendere vero lo scenario' });
    expect(dialog).toHaveTextContent('I 2 bonifici del suo piano prendono il posto');
  });
});

describe('the scenario editor', () => {
  it('saves typed changes, and nothing while one of them is wrong', async () => {
    const { asked, router } = openEditor({
      'POST /api/finance/scenarios/save': { body: boiler },
    });
    await pasteInto(await screen.findByLabelText(/Nome/), 'Caldaia nuova');
    await userEvent.click(screen.getByRole('button', { name: 'Aggiungi un cambiamento' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Entrata o uscita imprevista' }));
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
    expect(asked.some((a) => a.method === 'POST')).toBe(false);
    await userEvent.type(screen.getByLabelText(/Descrizione/), 'Caldaia');
    await userEvent.type(screen.getByLabelText(/Importo/), '2500');
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
    await waitFor(() =>
      expect(router.state.location.pathname).toBe('/fibado/dashboard/scenarios/2027-01-01'),
    );
    expect(asked.find((a) => a.method === 'POST')?.body).toMatchObject({
      quarter: '2027-01-01',
      name: 'Caldaia nuova',
      changes: [{ kind: 'MOVEMENT', movement: 'EXPENSE', amountCents: 250_000, description: 'Caldaia' }],
    });
  });

  it('alters a planned operation, never one that was carried out or a transfer', async () => {
    const done = testOperation({ id: ids.salary, status: 'DONE', description: 'Bolletta pagata' });
    const { asked } = openEditor({
      'GET /api/finance/operations/get/2027-01-01': { body: [done, ...testData.operations] },
      'POST /api/finance/scenarios/save': { body: boiler },
    });
    await pasteInto(await screen.findByLabelText(/Nome/), 'Affitto sospeso');
    await userEvent.click(screen.getByRole('button', { name: 'Aggiungi un cambiamento' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Un’operazione prevista cambia' }));
    const region = await screen.findByRole('region', { name: /^1\./ });
    const options = within(region).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual([expect.stringContaining('Affitto')]);
    await userEvent.click(within(region).getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
    await waitFor(() =>
      expect(asked.find((a) => a.method === 'POST')?.body).toMatchObject({
        changes: [{ kind: 'OPERATION', operationId: ids.rent, dropped: true }],
      }),
    );
  });

  it('goes on naming the operation of a stored change once it was carried out', async () => {
    const changes: Scenario['changes'] = [{ kind: 'OPERATION', operationId: ids.rent, dropped: true }];
    const others = [
      testOperation({ id: ids.rent, status: 'DONE' }),
      testOperation({ id: ids.salary, description: 'Bolletta' }),
    ];
    showPage(
      EditorPage,
      `/fibado/dashboard/scenarios/2027-01-01/edit/${ids.rent}`,
      '/fibado/dashboard/scenarios/:date/edit/:id',
      {
        [LIST]: { body: [{ ...boiler, changes }] },
        'GET /api/finance/operations/get/2027-01-01': { body: others },
      },
    );
    const region = await screen.findByRole('region', { name: /^1\./ });
    expect(within(region).getByRole('option', { selected: true })).toHaveTextContent('Affitto');
    expect(within(region).getAllByRole('option')).toHaveLength(2);
  });

  it('saves after a change with an amount that cannot be read was taken away, and keeps the other', async () => {
    const { asked } = openEditor({ 'POST /api/finance/scenarios/save': { body: boiler } });
    await pasteInto(await screen.findByLabelText(/Nome/), 'Due spese');
    for (const description of ['Prima', 'Seconda']) {
      await userEvent.click(screen.getByRole('button', { name: 'Aggiungi un cambiamento' }));
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Entrata o uscita imprevista' }));
      await userEvent.type(screen.getAllByLabelText(/Descrizione/).at(-1) as HTMLElement, description);
    }
    const [first, second] = screen.getAllByLabelText(/Importo/);
    await userEvent.type(first as HTMLElement, 'boh');
    await userEvent.type(second as HTMLElement, '300');
    await userEvent.click(screen.getByRole('button', { name: 'Togli il cambiamento 1' }));
    expect(screen.getByLabelText(/Importo/)).toBe(second);
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
    await waitFor(() =>
      expect(asked.find((a) => a.method === 'POST')?.body).toMatchObject({
        changes: [{ description: 'Seconda', amountCents: 30_000 }],
      }),
    );
  });

  it('offers every kind of change, and takes one away again', async () => {
    openEditor();
    await screen.findByLabelText(/Nome/);
    for (const kind of [
      'Un conto cambia tasso',
      'Si apre un conto',
      'Si chiude un conto',
      'Un’operazione prevista cambia',
      'Altri limiti per un conto',
      'Altre regole per il piano',
    ]) {
      await userEvent.click(screen.getByRole('button', { name: 'Aggiungi un cambiamento' }));
      await userEvent.click(await screen.findByRole('menuitem', { name: kind }));
      expect(await screen.findByRole('region', { name: `1. ${kind}` })).toBeInTheDocument();
      await userEvent.click(screen.getByRole('button', { name: 'Togli il cambiamento 1' }));
      expect(screen.queryByRole('region', { name: `1. ${kind}` })).not.toBeInTheDocument();
    }
  }, 30_000);
});
