import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { formatMoney } from '../../../lib/money';
import { ids } from '../shared/test-household';
import { missing, testOutline } from '../shared/test-outline';
import { asText } from '../shared/test-page';
import { transfer, result, RUN, runAs, outcome, run, open, plan } from './test-plan';

beforeAll(() => startTexts('it'));

describe('questions about the plan shown', () => {
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

  it('asks over all quarters of a plan that looks at several, and compares fewer transfers in all of them', async () => {
    const later = transfer('2027-04-02', 300_000);
    const figures = { baselineNetReturnCents: 1000, netReturnCents: 2000, transfers: 1 };
    const horizon = {
      from: '2027-01-01',
      to: '2027-06-30',
      quarters: ['2027-01-01', '2027-04-01'].map((quarter) => ({ quarter, ...figures })),
    };
    const overTwo = { ...result, transfers: [...result.transfers, later], horizon };
    const none = { ...figures, netReturnCents: 900, transfers: 0 };
    const lazy = { ...horizon, quarters: horizon.quarters.map(({ quarter }) => ({ quarter, ...none })) };
    const { asked } = open({
      ...run(overTwo, { options: { horizonQuarters: 2 } }),
      'POST /api/finance/insights/limit-prices': { body: { base: testOutline(), prices: [], unpriced: [] } },
      'POST /api/finance/optimizer/what-if': { body: { ...result, transfers: [], horizon: lazy } },
    });
    await plan();
    expect(await screen.findByText(/^Il piano guarda 2 trimestri: anche quanto costa/)).toBeVisible();
    const prices = screen.getByRole('region', { name: 'Quanto costano i limiti' });
    await userEvent.click(within(prices).getByRole('button', { name: 'Calcola' }));
    expect(await screen.findByText(/Nessun limite costa qualcosa/)).toBeInTheDocument();
    const fewer = screen.getByRole('region', { name: 'Meno bonifici' });
    await userEvent.click(within(fewer).getByRole('button', { name: 'Confronta' }));
    await within(fewer).findByRole('slider');
    await waitFor(() => expect(asked.filter(({ path }) => path.endsWith('what-if'))).toHaveLength(3));
    const bodies = asked.filter(({ path }) => /limit-prices|what-if/.test(path)).map(({ body }) => body);
    for (const body of bodies)
      expect(body).toMatchObject({ quarter: '2027-01-01', options: { horizonQuarters: 2 } });
    expect(asText(within(fewer).getByRole('status').textContent)).toContain(
      asText(`3 bonifici: rendono ${formatMoney(4000)}`),
    );
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
