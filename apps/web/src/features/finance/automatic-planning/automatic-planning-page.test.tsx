import type { OptimizerRunDetail, PlannedTransfer } from '@fibado/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { formatMoney } from '../../../lib/money';
import { ids, testData } from '../shared/test-household';
import { asText, showPage } from '../shared/test-page';
import { Component } from './automatic-planning-page';
import {
  transfer,
  transfers,
  whole,
  none,
  first,
  result,
  RUN,
  runAs,
  outcome,
  run,
  open,
  plan,
} from './test-plan';

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

  it.each([1, 2])(
    'warns of what comes after the quarter unless the plan counts it: %i quarters',
    async (count) => {
      const back = {
        ...transfer('2027-03-31', 1_000_000),
        fromAccountId: ids.savings,
        toAccountId: ids.main,
      };
      const quarters = ['2027-01-01', '2027-04-01'].map((quarter) => ({
        quarter,
        baselineNetReturnCents: 1000,
        netReturnCents: 2000,
        transfers: 1,
      }));
      const horizon = count > 1 ? { from: '2027-01-01', to: '2027-06-30', quarters } : undefined;
      open(run({ ...result, transfers: [back], horizon }));
      await plan();
      if (horizon) await screen.findByText('I trimestri dopo');
      expect(screen.queryAllByText(/che rende meno: il guadagno non conta/)).toHaveLength(horizon ? 0 : 1);
    },
  );

  it.each([
    [undefined, /^Non si sa quanto .* che rispetti tutti i limiti/],
    [{ objectiveCents: 1000, priceCents: 0 }, /non renderebbe meno/],
    [{ objectiveCents: 1000, priceCents: 4321 }, /si perderebbero 43,21/],
  ])(
    'says of a plan with lots what one quarter at a time would lose, or why that is not known',
    async (myopia, text) => {
      const figures = { baselineNetReturnCents: 1000, netReturnCents: 2000, transfers: 0 };
      const quarters = ['2027-01-01', '2027-04-01'].map((quarter) => ({ quarter, ...figures }));
      open(run({ ...result, lots: [], horizon: { from: '2027-01-01', to: '2027-06-30', quarters, myopia } }));
      await plan();
      expect(await screen.findByText(text)).toBeVisible();
    },
  );

  it('puts the result before the options on a narrow screen, which a button holds', async () => {
    const wide = window.matchMedia;
    window.matchMedia = (query) => ({ ...wide(query), matches: /max-width: 7\d/.test(query) });
    try {
      open(run(result));
      expect(await screen.findByRole('button', { name: 'Come pianificare' })).toHaveAttribute(
        'aria-expanded',
        'false',
      );
      expect(screen.queryByLabelText('Al massimo bonifici')).not.toBeInTheDocument();
      await plan();
      expect(screen.queryByRole('button', { name: 'Calcola il piano' })).not.toBeInTheDocument();
      const apply = screen.getByRole('button', { name: 'Applica 2 bonifici' });
      const options = screen.getByRole('button', { name: 'Come pianificare' });
      expect(apply.compareDocumentPosition(options)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
      await userEvent.click(options);
      expect(screen.getByLabelText('Al massimo bonifici')).toBeVisible();
      await userEvent.click(screen.getByRole('button', { name: 'Calcola il piano' }));
      expect(screen.queryByLabelText('Al massimo bonifici')).not.toBeInTheDocument();
    } finally {
      window.matchMedia = wide;
    }
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
});
