import type { OptimizeResultBody, OptimizerRunDetail, PlannedTransfer } from '@fibado/contracts';
import { evaluate } from '@fibado/planning';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { formatMoney } from '../../../lib/money';
import { problemOf, problemOperations } from '../shared/problem';
import { ids, testData } from '../shared/test-household';
import { missing, testOutline } from '../shared/test-outline';
import { asText, showPage } from '../shared/test-page';
import { Component } from './automatic-planning-page';
import { withoutMovable } from './plan-model';

const base = withoutMovable(
  problemOf(testData, '2027-01-01', testData.quarter.setups, problemOperations(testData.operations)),
  null,
);
const transfer = (date: string, amountCents: number): PlannedTransfer => ({
  date,
  arrivalDate: date,
  fromAccountId: ids.main,
  toAccountId: ids.savings,
  amountCents,
  reason: 'RATE_GAIN',
  marginalCents: 1234,
});
const transfers = [transfer('2027-01-05', 500_000), transfer('2027-02-01', 200_000)];
const whole = evaluate(base, transfers);
const none = evaluate(base);
const first = evaluate(base, transfers.slice(0, 1));

const result: OptimizeResultBody = {
  status: 'OPTIMAL',
  objectiveCents: whole.netReturnCents - 200,
  netReturnCents: whole.netReturnCents,
  baseline: { netReturnCents: none.netReturnCents, violations: [] },
  gainCents: whole.netReturnCents - none.netReturnCents,
  boundCents: whole.netReturnCents - 198,
  gapCents: 2,
  transfers,
  accounts: [],
  conflicts: [],
  solver: { engine: 'highs', version: '1', timeMs: 900, rows: 1, columns: 1, integers: 1, nodes: 1 },
  inputHash: 'hash',
};
const RUN = '/api/finance/optimizer/runs';
const runAs = (patch: Partial<OptimizerRunDetail>): OptimizerRunDetail => ({
  runId: ids.move,
  quarter: '2027-01-01',
  kind: 'PLAN',
  state: 'RUNNING',
  createdAt: '2027-01-01T08:00:00Z',
  createdBy: 'anna',
  options: {},
  inputHash: 'hash',
  repeatable: true,
  ...patch,
});
const outcome = {
  status: 'OPTIMAL' as const,
  objectiveCents: 0,
  netReturnCents: 12_345,
  gainCents: 100,
  gapCents: 0,
  transfers: 2,
};
/** A run that is at work once and then has come to an end. */
const run = (body: OptimizeResultBody, last: Partial<OptimizerRunDetail> = {}) => {
  const answers = [
    runAs({ progress: { phase: 'SOLVING', elapsedMs: 700, objectiveCents: 5000, boundCents: 6250 } }),
    runAs({ state: 'DONE', result: body, outcome: { ...outcome, status: body.status }, ...last }),
  ];
  return {
    [`GET ${RUN}?quarter=2027-01-01&page=0&size=10`]: { body: { items: [], total: 0, page: 0, size: 10 } },
    [`POST ${RUN}`]: { body: runAs({ state: 'QUEUED' }) },
    [`GET ${RUN}/${ids.move}`]: () => ({ body: answers.length > 1 ? answers.shift() : answers[0] }),
  };
};
const open = (answers: Parameters<typeof showPage>[3] = {}, query = '') =>
  showPage(
    Component,
    `/fibado/dashboard/automatic-planning/2027-01-01${query}`,
    '/fibado/dashboard/automatic-planning/:date',
    answers,
  );
const plan = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Calcola il piano' }));
  return screen.findByRole('region', { name: 'Risultato' });
};

beforeAll(() => startTexts('it'));

describe('automatic planning', () => {
  it('shows gain and proof, and the referee’s new figure when a transfer is switched off', async () => {
    open(run(result));
    const region = await plan();
    expect(region).toHaveTextContent(asText(formatMoney(result.gainCents, { sign: true })));
    expect(region).toHaveTextContent(
      asText(
        `questo piano vale ${formatMoney(result.objectiveCents)}, e nessuno vale più di ${formatMoney(result.boundCents)}`,
      ),
    );
    await userEvent.click(screen.getByRole('checkbox', { name: /Usa il bonifico del 01\/02\/2027/ }));
    await waitFor(() =>
      expect(region).toHaveTextContent(
        asText(formatMoney(first.netReturnCents - none.netReturnCents, { sign: true })),
      ),
    );
  });

  it('looks at several quarters when asked, and applies the transfers of this one alone', async () => {
    const later = transfer('2027-04-02', 300_000);
    const horizon = {
      from: '2027-01-01',
      to: '2027-12-31',
      quarters: ['2027-01-01', '2027-04-01', '2027-07-01', '2027-10-01'].map((quarter, index) => ({
        quarter,
        baselineNetReturnCents: 1000,
        netReturnCents: index === 0 ? whole.netReturnCents : 2000,
        transfers: index === 0 ? 2 : index === 1 ? 1 : 0,
      })),
      myopia: { objectiveCents: 7000, priceCents: 1234 },
    };
    const overYear = { ...result, transfers: [...transfers, later], horizon };
    const { asked } = open(run(overYear, { options: { horizonQuarters: 4 } }));
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: 'Quanto lontano guarda' }),
      'I prossimi 4 trimestri',
    );
    const region = await plan();
    expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
      options: { horizonQuarters: 4 },
    });
    expect(
      await screen.findByText(asText(`si perderebbero ${formatMoney(1234)}`), { exact: false }),
    ).toBeVisible();
    expect(screen.getByText(/^02\/04\/2027: .* da .* a /)).toBeVisible();
    expect(region).toHaveTextContent('sui prossimi 4 trimestri');
    expect(screen.getByRole('button', { name: 'Applica 2 bonifici' })).toBeEnabled();
    expect(screen.queryByRole('checkbox', { name: /02\/04\/2027/ })).not.toBeInTheDocument();
  });

  it('names the run in the address as soon as it has begun', async () => {
    const { router } = open(run(result));
    await plan();
    expect(router.state.location.search).toBe(`?run=${ids.move}`);
  });

  describe('while it is being proven', () => {
    const incumbent = (objectiveCents: number, ...found: readonly PlannedTransfer[]) => ({
      elapsedMs: 300,
      objectiveCents,
      netReturnCents: objectiveCents,
      transfers: found.map(({ reason: _reason, marginalCents: _cents, ...bare }) => bare),
    });
    const solving = (found: ReturnType<typeof incumbent>, boundCents: number) =>
      runAs({
        progress: { phase: 'SOLVING', elapsedMs: 700, objectiveCents: found.objectiveCents, boundCents },
        incumbent: found,
      });
    const best = result.objectiveCents;
    /** A run whose answers the test sets. */
    const followed = (first: OptimizerRunDetail) => {
      const state = { now: first };
      const page = open({
        ...run(result),
        'POST /api/finance/operations/save-bulk': { body: { operations: [], deleted: 0 } },
        [`GET ${RUN}/${ids.move}`]: () => ({ body: state.now }),
      });
      return { ...page, state };
    };

    it('shows the best plan so far with how far it is proven, and lets it be adopted', async () => {
      const { asked } = followed(solving(incumbent(best, ...transfers), best + 14));
      const region = await plan();
      expect(asText(region.textContent)).toContain(asText(`Dimostrato entro ${formatMoney(14)}`));
      expect(region).not.toHaveTextContent(/Provato/);
      expect(screen.getAllByText('in calcolo')).toHaveLength(2);
      await userEvent.click(screen.getByRole('button', { name: 'Applica 2 bonifici' }));
      await waitFor(() => expect(asked.some((a) => a.path.endsWith('save-bulk'))).toBe(true));
      expect(asked.find((a) => a.path.endsWith('save-bulk'))?.body).toMatchObject({
        acceptedRunId: ids.move,
        operations: [{ date: '2027-01-05' }, { date: '2027-02-01' }],
      });
    });

    it('offers a better plan instead of replacing the one being chosen from', async () => {
      const { state } = followed(solving(incumbent(best - 500, transfers[0] as PlannedTransfer), best + 900));
      const region = await plan();
      await userEvent.click(screen.getByRole('button', { name: /Fissa il bonifico del 05\/01\/2027/ }));
      state.now = runAs({ state: 'DONE', result, outcome });
      expect(await screen.findByText('È stato trovato un piano migliore.')).toHaveAttribute('role', 'status');
      expect(asText(region.textContent)).toContain(asText(`vale ${formatMoney(500)} in più`));
      expect(screen.getByRole('button', { name: 'Applica 1 bonifico' })).toBeEnabled();
      await userEvent.click(screen.getByRole('button', { name: 'Mostralo' }));
      expect(screen.getByRole('button', { name: 'Applica 2 bonifici' })).toBeEnabled();
      expect(region).toHaveTextContent(/Provato/);
    });

    it('adopts what is on screen although the run has just ended with another plan', async () => {
      const refused = { status: 400, body: { error: 'VALIDATION', params: ['acceptedRunId'] } };
      const answers = [refused, { body: { operations: [], deleted: 0 } }];
      const { asked, router } = open({
        ...run(result),
        'POST /api/finance/operations/save-bulk': () => answers.shift() ?? {},
        [`GET ${RUN}/${ids.move}`]: { body: solving(incumbent(best, ...transfers), best + 14) },
      });
      await plan();
      await userEvent.click(screen.getByRole('button', { name: 'Applica 2 bonifici' }));
      await waitFor(() => expect(router.state.location.pathname).toBe('/fibado/dashboard'));
      const saves = asked.filter((a) => a.path.endsWith('save-bulk'));
      expect(saves.map(({ body }) => 'acceptedRunId' in (body as object))).toEqual([true, false]);
    });

    it('keeps the plan when proving is stopped', async () => {
      const found = incumbent(best, ...transfers);
      const { state } = followed(solving(found, best + 14));
      const region = await plan();
      expect(screen.getByRole('button', { name: 'Ferma la prova' })).toBeEnabled();
      state.now = runAs({ state: 'CANCELLED', incumbent: found });
      expect(await within(region).findByText(/non dimostrato/)).toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Applica 2 bonifici' })).toBeEnabled();
    });
  });

  it('says the plan aloud and moves the focus to it, with the way to adopt it next', async () => {
    open(run(result));
    const region = await plan();
    const gain = formatMoney(result.gainCents, { sign: true });
    const said = asText(`Piano pronto: guadagno ${gain} con 2 bonifici.`);
    expect(await screen.findByText((text) => asText(text) === said)).toHaveAttribute('role', 'status');
    expect(region.parentElement).toHaveFocus();
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'Applica 2 bonifici' })).toHaveFocus();
  });

  it('claims no proof of a part of the plan, and says of each transfer what leaving it out costs', async () => {
    open(run(result));
    const region = await plan();
    const rowOf = (day: string) => {
      const row = screen
        .getByRole('checkbox', { name: new RegExp(`Usa il bonifico del ${day}`) })
        .closest('tr');
      if (!row) throw new Error('no such transfer');
      return row;
    };
    const [january, february] = [rowOf('05/01/2027'), rowOf('01/02/2027')];
    const costs = (row: HTMLElement, cents: number) =>
      expect(asText(row.textContent)).toContain(asText(formatMoney(cents)));
    costs(february, whole.netReturnCents - first.netReturnCents);
    expect(asText(february.textContent)).toContain(asText(`${formatMoney(1234)} ricalcolando il resto`));
    expect(region).toHaveTextContent(/Provato/);
    await userEvent.click(within(february).getByRole('checkbox'));
    expect(region).not.toHaveTextContent(/Provato/);
    expect(region).toHaveTextContent(/Hai tolto 1 bonifico: la prova vale solo per il piano intero/);
    // Of the rest, what is lost is counted from what is left.
    costs(january, first.netReturnCents - none.netReturnCents);
  });

  it('shows the place in the queue of a run that waits', async () => {
    open({
      ...run(result),
      [`GET ${RUN}/${ids.move}`]: { body: runAs({ state: 'QUEUED', position: 3 }) },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Calcola il piano' }));
    expect(await screen.findByText(/In attesa: sei il 3º/)).toBeInTheDocument();
  });

  it('says of a quarter that is over that nothing is left to plan', async () => {
    showPage(
      Component,
      '/fibado/dashboard/automatic-planning/2020-01-01',
      '/fibado/dashboard/automatic-planning/:date',
      {
        'GET /api/finance/quarters/get-quarter/2020-01-01': {
          body: { ...testData.quarter, date: '2020-01-01' },
        },
        'GET /api/finance/operations/get/2020-01-01': { body: [] },
      },
    );
    expect(await screen.findByText(/Il trimestre è finito/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Calcola il piano' })).not.toBeInTheDocument();
  });

  it('begins with what the settings say of guarantee and business days', async () => {
    const { asked } = open({
      ...run(result),
      'GET /api/finance/settings/get': {
        body: { ...testData.settings, guaranteePolicy: 'OFF', businessDaysOnly: false },
      },
    });
    await plan();
    expect(screen.getByRole('checkbox', { name: 'Solo nei giorni lavorativi' })).not.toBeChecked();
    expect(asked.find((a) => a.method === 'POST' && a.path === RUN)?.body).toMatchObject({
      options: { guaranteePolicy: 'OFF', businessDaysOnly: false },
    });
  });

  it('accepts a plan by Ctrl+Enter once, and none while another is worked out', async () => {
    const other = { runId: ids.rent };
    const second = runAs({ ...other, state: 'QUEUED' });
    const answers = [{ body: runAs({ state: 'QUEUED' }) }, { body: second }];
    let state: OptimizerRunDetail = runAs(other);
    const { asked } = open({
      ...run(result),
      [`POST ${RUN}`]: () => answers.shift() ?? {},
      [`GET ${RUN}/${ids.rent}`]: () => ({ body: state }),
      'POST /api/finance/operations/save-bulk': { body: { operations: [], deleted: 0 } },
    });
    await plan();
    const saved = () => asked.filter((a) => a.path.endsWith('save-bulk')).length;
    await userEvent.click(screen.getByRole('button', { name: 'Calcola il piano' }));
    await waitFor(() => expect(screen.getByRole('button', { name: /^Applica/ })).toBeDisabled());
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(saved()).toBe(0);
    state = runAs({ ...other, state: 'DONE', result, outcome });
    await waitFor(() => expect(screen.getByRole('button', { name: /^Applica/ })).toBeEnabled());
    await userEvent.keyboard('{Control>}{Enter}{Enter}{/Control}');
    await waitFor(() => expect(saved()).toBe(1));
  });

  it('says once that there is no such quarter, and leads back', async () => {
    showPage(
      Component,
      '/fibado/dashboard/automatic-planning/2031-01-01',
      '/fibado/dashboard/automatic-planning/:date',
    );
    expect(await screen.findByText('Il 1° trimestre 2031 non esiste.')).toBeInTheDocument();
    expect(screen.queryByText('Elemento non trovato.')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Riprova' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Indietro' })).toHaveAttribute('href', '/fibado/dashboard');
  });

  it('works the rest out again with what was fixed and switched off', async () => {
    const { asked } = open(run(result));
    await plan();
    await userEvent.click(screen.getByRole('button', { name: /Fissa il bonifico del 05\/01\/2027/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Usa il bonifico del 01\/02\/2027/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Ricalcola il resto' }));
    await waitFor(() => expect(asked.filter((a) => a.method === 'POST' && a.path === RUN)).toHaveLength(2));
    expect(asked.filter((a) => a.method === 'POST' && a.path === RUN)[1]?.body).toMatchObject({
      options: {
        forced: [{ date: '2027-01-05', amountCents: 500_000 }],
        forbidden: [{ date: '2027-02-01' }],
      },
    });
  });

  it('accepts the chosen transfers in place of the earlier plan', async () => {
    const { asked, router } = open({
      ...run(result),
      'POST /api/finance/operations/save-bulk': { body: { operations: [], deleted: 0 } },
    });
    await plan();
    await userEvent.click(screen.getByRole('checkbox', { name: /Usa il bonifico del 01\/02\/2027/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Applica 1 bonifico' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/fibado/dashboard'));
    expect(asked.find((a) => a.path.endsWith('save-bulk'))?.body).toMatchObject({
      acceptedRunId: ids.move,
      replaceOptimizer: { quarter: '2027-01-01' },
      operations: [
        {
          kind: 'TRANSFER',
          date: '2027-01-05',
          origin: 'OPTIMIZER',
          description: 'Giroconto Conto Alfa – Deposito Beta',
        },
      ],
    });
  });

  it('explains in words why no plan exists, and the smallest way out', async () => {
    open(
      run({
        ...result,
        status: 'INFEASIBLE',
        transfers: [],
        conflicts: [
          {
            kind: 'BELOW_MINIMUM',
            accountId: ids.main,
            date: '2027-02-03',
            missingCents: 12_345,
            relaxation: { limit: 'minBalanceCents', accountId: ids.main, byCents: 12_345 },
          },
          {
            kind: 'ABOVE_MAXIMUM',
            accountId: ids.savings,
            date: '2027-02-04',
            missingCents: 1_750_050,
            relaxation: { limit: 'maxTransfers', accountId: ids.savings, byCents: 0 },
          },
        ],
      }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Calcola il piano' }));
    const title = await screen.findByText('Nessun piano rispetta tutti i limiti');
    const alert = title.closest<HTMLElement>('[role=alert]') ?? title;
    expect(within(alert).getByText(/Conto Alfa: il 03\/02\/2027 mancano 123,45/)).toBeInTheDocument();
    expect(
      within(alert).getByText(/Via d’uscita: abbassa di 123,45.€ il saldo minimo di Conto Alfa\./),
    ).toBeInTheDocument();
    expect(within(alert).getByText('Via d’uscita: permetti più bonifici.')).toBeInTheDocument();
  });

  it('tells how far the run is, and ends it', async () => {
    const { asked } = open({
      ...run(result, { state: 'CANCELLED' }),
      [`GET ${RUN}/${ids.move}`]: () => ({
        body: cancelled()
          ? runAs({ state: 'CANCELLED' })
          : runAs({ progress: { phase: 'SOLVING', elapsedMs: 700, objectiveCents: 5000, boundCents: 6250 } }),
      }),
      [`POST ${RUN}/${ids.move}/cancel`]: { body: runAs({ state: 'CANCELLED' }) },
    });
    const cancelled = () => asked.some((a) => a.path.endsWith('/cancel'));
    await userEvent.click(await screen.findByRole('button', { name: 'Calcola il piano' }));
    const words = asText(
      `vale ${formatMoney(5000)}; nessuno può superare ${formatMoney(6250)}: restano da provare ${formatMoney(1250)}`,
    );
    expect(await screen.findByText((text) => asText(text).includes(words))).toBeInTheDocument();
    const phase = screen.getByText(/Ricerca del piano migliore/);
    expect(phase).toHaveTextContent('Ricerca del piano migliore, 0 s…');
    expect(within(phase).getByText('0 s…')).toHaveAttribute('aria-hidden', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Annulla' }));
    expect(await screen.findByText('Calcolo annullato.')).toBeInTheDocument();
  });

  it('follows a run found at work when the page is opened, and says why one failed', async () => {
    const { asked } = open({
      ...run(result, { state: 'FAILED', failure: 'OUT_OF_MEMORY' }),
      [`GET ${RUN}?quarter=2027-01-01&page=0&size=10`]: {
        body: { items: [runAs({})], total: 1, page: 0, size: 10 },
      },
    });
    expect(await screen.findByText(/ha richiesto troppa memoria/)).toBeInTheDocument();
    expect(asked.some((a) => a.method === 'POST' && a.path === RUN)).toBe(false);
  });

  it('asks no more of a run that is not there any more, and can start another', async () => {
    const { asked } = open({
      ...run(result),
      [`GET ${RUN}/${ids.move}`]: { status: 404, body: { error: 'NOT_FOUND', params: [] } },
    });
    const reads = () => asked.filter((a) => a.method === 'GET' && a.path === `${RUN}/${ids.move}`).length;
    await userEvent.click(await screen.findByRole('button', { name: 'Calcola il piano' }));
    await waitFor(() => expect(reads()).toBe(1));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Calcola il piano' })).toBeEnabled());
    await new Promise((resolve) => setTimeout(resolve, 1300));
    expect(reads()).toBe(1);
    expect(screen.queryByRole('button', { name: 'Annulla' })).not.toBeInTheDocument();
  });

  it('shows an earlier run again, and whether its repetition gave the same plan', async () => {
    const first = runAs({ state: 'DONE', outcome, automatic: true });
    const again = runAs({
      runId: ids.rent,
      kind: 'REPEAT',
      state: 'DONE',
      outcome,
      repeatable: false,
      repeat: { runId: ids.move, sameInput: true, sameEngine: true, samePlan: true },
    });
    const { asked } = open({
      ...run(result),
      [`GET ${RUN}?quarter=2027-01-01&page=0&size=10`]: {
        body: { items: [again, first], total: 2, page: 0, size: 10 },
      },
      [`GET ${RUN}/${ids.move}`]: { body: { ...first, result } },
      [`POST ${RUN}/${ids.move}/repeat`]: { body: again },
    });
    const history = await screen.findByRole('region', { name: 'Calcoli fatti' });
    expect(await within(history).findByText('Stesso piano')).toBeInTheDocument();
    expect(within(history).getByText('dopo un salvataggio di anna')).toBeInTheDocument();
    expect(within(history).getAllByRole('button', { name: /Ripeti il calcolo/ })).toHaveLength(1);
    await userEvent.click(within(history).getByRole('button', { name: /Ripeti il calcolo/ }));
    await waitFor(() => expect(asked.some((a) => a.path.endsWith('/repeat'))).toBe(true));
    await userEvent.click(
      within(history).getAllByRole('button', { name: /Mostra il piano/ })[1] as HTMLElement,
    );
    expect(await screen.findByRole('region', { name: 'Risultato' })).toBeInTheDocument();
  });

  const accepted = async (asked: { path: string; body?: unknown }[]) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Applica 2 bonifici' }));
    await waitFor(() => expect(asked.some((a) => a.path.endsWith('save-bulk'))).toBe(true));
    return asked.find((a) => a.path.endsWith('save-bulk'))?.body;
  };
  const saves = { 'POST /api/finance/operations/save-bulk': { body: { operations: [], deleted: 0 } } };

  it('shows the plan a link names, and again after a reload', async () => {
    const earlier = runAs({ state: 'DONE', outcome });
    const { router } = open(
      {
        [`GET ${RUN}?quarter=2027-01-01&page=0&size=10`]: {
          body: { items: [earlier], total: 1, page: 0, size: 10 },
        },
        [`GET ${RUN}/${ids.move}`]: { body: { ...earlier, result } },
      },
      `?run=${ids.move}`,
    );
    expect(await screen.findByRole('region', { name: 'Risultato' })).toBeInTheDocument();
    expect(router.state.location.search).toBe(`?run=${ids.move}`);
  });

  it('accepts an earlier run as that run', async () => {
    const earlier = runAs({ runId: ids.rent, state: 'DONE', outcome });
    const { asked } = open({
      ...run(result),
      ...saves,
      [`GET ${RUN}?quarter=2027-01-01&page=0&size=10`]: {
        body: { items: [earlier], total: 1, page: 0, size: 10 },
      },
      [`GET ${RUN}/${ids.rent}`]: { body: { ...earlier, result } },
    });
    await userEvent.click(await screen.findByRole('button', { name: /Mostra il piano/ }));
    expect(await accepted(asked)).toMatchObject({ acceptedRunId: ids.rent });
  });

  it('accepts a plan that was only tried as the plan of no run', async () => {
    const { asked } = open({
      ...run(result),
      ...saves,
      'POST /api/finance/optimizer/what-if': { body: result },
    });
    await userEvent.type(await screen.findByLabelText(/Su ogni conto lascia almeno/), '500');
    await plan();
    expect(await accepted(asked)).not.toHaveProperty('acceptedRunId');
  });

  it('measures an earlier run by the quarter of now, and holds nothing of it for proven once that has changed', async () => {
    const stale = {
      ...result,
      netReturnCents: result.netReturnCents + 777,
      baseline: { netReturnCents: none.netReturnCents - 5_000, violations: [] },
    };
    const earlier = runAs({ state: 'DONE', outcome });
    open({
      ...run(result),
      [`GET ${RUN}?quarter=2027-01-01&page=0&size=10`]: {
        body: { items: [earlier], total: 1, page: 0, size: 10 },
      },
      [`GET ${RUN}/${ids.move}`]: { body: { ...earlier, result: stale } },
    });
    await userEvent.click(await screen.findByRole('button', { name: /Mostra il piano/ }));
    const region = await screen.findByRole('region', { name: 'Risultato' });
    const gain = whole.netReturnCents - none.netReturnCents;
    expect(asText(region.textContent)).toContain(asText(`Guadagno${formatMoney(gain, { sign: true })}`));
    expect(region).toHaveTextContent(/il trimestre è cambiato/);
    expect(region).not.toHaveTextContent(/Provato/);
  });

  it('asks of the plan shown and not of the form, and keeps no answer under another plan', async () => {
    const earlier = runAs({ state: 'DONE', outcome, options: { maxTransfers: 7 } });
    const { asked } = open({
      ...run(result),
      [`GET ${RUN}?quarter=2027-01-01&page=0&size=10`]: {
        body: { items: [earlier], total: 1, page: 0, size: 10 },
      },
      [`GET ${RUN}/${ids.move}`]: { body: { ...earlier, result } },
      [`GET ${RUN}/${ids.rent}`]: {
        body: runAs({ runId: ids.rent, state: 'DONE', result: { ...result, inputHash: 'another' } }),
      },
      [`POST ${RUN}`]: { body: runAs({ runId: ids.rent, state: 'QUEUED' }) },
      'POST /api/finance/insights/why-not': {
        body: { lossCents: 345, exact: true, obstacles: [], difference: { added: [], removed: [] } },
      },
      'POST /api/finance/insights/limit-prices': { body: { base: testOutline(), prices: [], unpriced: [] } },
    });
    await userEvent.click(await screen.findByRole('button', { name: /Mostra il piano/ }));
    await userEvent.click(
      await screen.findByRole('button', { name: /E senza il bonifico del 01\/02\/2027/ }),
    );
    const prices = screen.getByRole('region', { name: 'Quanto costano i limiti' });
    await userEvent.click(within(prices).getByRole('button', { name: 'Calcola' }));
    expect(await screen.findByText(/Nessun limite costa qualcosa/)).toBeInTheDocument();
    expect(await screen.findByText(/^Costa/)).toBeInTheDocument();
    for (const question of ['why-not', 'limit-prices'])
      expect(asked.find((a) => a.path.endsWith(question))?.body).toMatchObject({
        options: { maxTransfers: 7 },
      });
    await userEvent.click(screen.getByRole('button', { name: 'Calcola il piano' }));
    await waitFor(() => expect(screen.queryByText(/Nessun limite costa qualcosa/)).not.toBeInTheDocument());
    expect(screen.queryByText(/^Costa/)).not.toBeInTheDocument();
  });

  it('asks nothing of a plan tried with another minimum', async () => {
    open({ ...run(result), 'POST /api/finance/optimizer/what-if': { body: result } });
    await userEvent.type(await screen.findByLabelText(/Su ogni conto lascia almeno/), '500');
    await plan();
    expect(screen.queryByRole('region', { name: 'Quanto costano i limiti' })).not.toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Perché no?' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /E senza il bonifico/ })).not.toBeInTheDocument();
  });

  it('answers what a transfer forbidden from the list costs, and what would be done instead', async () => {
    const { asked } = open({
      ...run(result),
      'POST /api/finance/insights/why-not': {
        body: {
          lossCents: 345,
          exact: true,
          difference: { added: [], removed: [transfer('2027-02-01', 200_000)] },
          obstacles: [],
        },
      },
    });
    await plan();
    await userEvent.click(screen.getByRole('button', { name: /E senza il bonifico del 01\/02\/2027/ }));
    const card = await screen.findByRole('region', { name: 'Perché no?' });
    expect(
      await within(card).findByText((text) => asText(text) === asText(`Costa ${formatMoney(345)}.`)),
    ).toBeVisible();
    expect(within(card).getByText(/01\/02\/2027: Conto Alfa → Deposito Beta/)).toBeInTheDocument();
    expect(asked.find((a) => a.path.endsWith('/why-not'))?.body).toMatchObject({
      forbidden: [{ fromAccountId: ids.main, toAccountId: ids.savings, date: '2027-02-01' }],
    });
  });

  it('does not say that no limit costs anything where no plan keeps them', async () => {
    const base = testOutline({ status: 'INFEASIBLE', conflicts: [missing] });
    open({
      ...run(result),
      'POST /api/finance/insights/limit-prices': { body: { base, prices: [], unpriced: [] } },
    });
    await plan();
    const card = await screen.findByRole('region', { name: 'Quanto costano i limiti' });
    await userEvent.click(within(card).getByRole('button', { name: 'Calcola' }));
    expect(await within(card).findByText(/il 03\/02\/2027 mancano 123,45/)).toBeInTheDocument();
    expect(within(card).queryByText(/Nessun limite costa qualcosa/)).not.toBeInTheDocument();
  });

  it('says in a sentence what a limit costs', async () => {
    open({
      ...run(result),
      'POST /api/finance/insights/limit-prices': {
        body: {
          base: testOutline(),
          prices: [
            {
              limit: 'minBalanceCents',
              accountId: ids.main,
              unit: 'CENTS',
              by: 10_000,
              worthCents: 32,
              exact: true,
            },
            { limit: 'maxTransfers', unit: 'TRANSFERS', by: 1, worthCents: 210, exact: false },
          ],
          unpriced: [],
        },
      },
    });
    await plan();
    const card = await screen.findByRole('region', { name: 'Quanto costano i limiti' });
    await userEvent.click(within(card).getByRole('button', { name: 'Calcola' }));
    const said = asText(
      `${formatMoney(10_000)} di minimo in meno su «Conto Alfa» valgono ${formatMoney(32)}.`,
    );
    expect(await within(card).findByText((text) => asText(text) === said)).toBeInTheDocument();
    expect(within(card).getByText(/1 bonifico in più vale/)).toBeInTheDocument();
    expect(within(card).getByText('stima')).toBeInTheDocument();
  });
});
