import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { formatMoney } from '../../../lib/money';
import { ids } from '../shared/test-household';
import { asText } from '../shared/test-page';
import { whole, none, result, RUN, runAs, outcome, run, open, plan } from './test-plan';

beforeAll(() => startTexts('it'));

describe('runs under way and earlier ones', () => {
  const accepted = async (asked: { path: string; body?: unknown }[]) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Applica 2 bonifici' }));
    await waitFor(() => expect(asked.some((a) => a.path.endsWith('save-bulk'))).toBe(true));
    return asked.find((a) => a.path.endsWith('save-bulk'))?.body;
  };
  const saves = { 'POST /api/finance/operations/save-bulk': { body: { operations: [], deleted: 0 } } };

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

  it('goes on with the run started here, although the list still has one before it at work', async () => {
    const other = runAs({ runId: ids.rent, automatic: true });
    const { asked, router } = open({
      ...run(result),
      [`GET ${RUN}?quarter=2027-01-01&page=0&size=10`]: {
        body: { items: [other], total: 1, page: 0, size: 10 },
      },
      [`GET ${RUN}/${ids.rent}`]: {
        body: { ...other, state: 'DONE', outcome, result: { ...result, transfers: [] } },
      },
    });
    const compute = await screen.findByRole('button', { name: 'Calcola il piano' });
    await waitFor(() => expect(router.state.location.search).toBe(`?run=${ids.rent}`));
    await waitFor(() => expect(compute).toBeEnabled());
    await userEvent.click(compute);
    expect(await screen.findByRole('button', { name: 'Applica 2 bonifici' })).toBeInTheDocument();
    await waitFor(() => expect(router.state.location.search).toBe(`?run=${ids.move}`));
    expect(asked.filter((a) => a.method === 'POST' && a.path === RUN)).toHaveLength(1);
  });

  it('names the run of the plan that stays when the one started here failed', async () => {
    const other = runAs({ runId: ids.rent, automatic: true });
    const { router } = open({
      ...run(result, { state: 'FAILED', failure: 'OUT_OF_MEMORY', result: undefined }),
      [`GET ${RUN}?quarter=2027-01-01&page=0&size=10`]: {
        body: { items: [other], total: 1, page: 0, size: 10 },
      },
      [`GET ${RUN}/${ids.rent}`]: { body: { ...other, state: 'DONE', outcome, result } },
    });
    expect(await screen.findByRole('button', { name: 'Applica 2 bonifici' })).toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button', { name: 'Calcola il piano' }));
    expect(await screen.findByText(/ha richiesto troppa memoria/)).toBeInTheDocument();
    await waitFor(() => expect(router.state.location.search).toBe(`?run=${ids.rent}`));
    expect(screen.getByRole('button', { name: 'Applica 2 bonifici' })).toBeInTheDocument();
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
});
