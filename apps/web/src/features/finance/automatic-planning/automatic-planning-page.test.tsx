import type { OptimizeResultBody, PlannedTransfer } from '@fibado/contracts';
import { evaluate } from '@fibado/planning';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { formatMoney } from '../../../lib/money';
import { problemOf, problemOperations } from '../shared/problem';
import { ids, testData } from '../shared/test-household';
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
const run = (body: OptimizeResultBody) => ({
  'POST /api/finance/optimizer/optimize': {
    body: { runId: ids.move, createdAt: '2027-01-01T08:00:00Z', result: body },
  },
});
const open = (answers: Parameters<typeof showPage>[3] = {}) =>
  showPage(
    Component,
    '/fibado/dashboard/automatic-planning/2027-01-01',
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
    expect(region).toHaveTextContent(asText(`nessun piano rende più di ${formatMoney(result.boundCents)}`));
    await userEvent.click(screen.getByRole('checkbox', { name: /Usa il bonifico del 01\/02\/2027/ }));
    await waitFor(() =>
      expect(region).toHaveTextContent(
        asText(formatMoney(first.netReturnCents - none.netReturnCents, { sign: true })),
      ),
    );
  });

  it('works the rest out again with what was fixed and switched off', async () => {
    const { asked } = open(run(result));
    await plan();
    await userEvent.click(screen.getByRole('button', { name: /Fissa il bonifico del 05\/01\/2027/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Usa il bonifico del 01\/02\/2027/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Ricalcola il resto' }));
    await waitFor(() => expect(asked.filter((a) => a.path.endsWith('/optimize'))).toHaveLength(2));
    expect(asked.filter((a) => a.path.endsWith('/optimize'))[1]?.body).toMatchObject({
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
    await userEvent.click(screen.getByRole('button', { name: 'Adotta 1 bonifico' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/fibado/dashboard'));
    expect(asked.find((a) => a.path.endsWith('save-bulk'))?.body).toMatchObject({
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
            relaxation: { limit: 'MIN_BALANCE', accountId: ids.main, byCents: 12_345 },
          },
        ],
      }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Calcola il piano' }));
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText(/Conto Alfa: il 03\/02\/2027 mancano 123,45/)).toBeInTheDocument();
    expect(within(alert).getByText(/abbassare di 123,45/)).toBeInTheDocument();
  });
});
