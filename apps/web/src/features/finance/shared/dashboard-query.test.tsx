import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { type Answer, answering } from '../../../../test/http';
import { useDashboardAtOnce } from './dashboard-query';
import { useDashboardData } from './queries';
import { testData } from './test-household';

const DAY = '2027-02-01';
const QUARTER = '2027-01-01';
const evaluation = { accounts: [] };
const { banks, accountGroups, accounts, settings, quarter, operations } = testData;
const whole = {
  quarters: [{ date: QUARTER, state: 'STARTED', accounts: 1, operations: 1 }],
  banks,
  accountGroups,
  accounts,
  settings,
  termOffers: [],
  lots: [],
  goals: [],
  recurrences: [],
  shown: { quarter, operations, summary: { quarter: QUARTER, evaluation } },
};
const AT_ONCE = `GET /api/finance/dashboard/get/${DAY}`;

function Parts() {
  const { data, error } = useDashboardData(QUARTER);
  if (error) return <p>{error instanceof Error ? error.message : 'failed'}</p>;
  return <p>{data ? `${data.operations.length} operations` : 'waiting'}</p>;
}

function Page() {
  return useDashboardAtOnce(null, DAY) ? <Parts /> : <p>asking</p>;
}

function shown(answers: Record<string, Answer>) {
  const asked = answering(answers);
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: 15_000, gcTime: Infinity, retry: false } },
  });
  const page = (
    <QueryClientProvider client={queries}>
      <Page />
    </QueryClientProvider>
  );
  render(page);
  return { asked, page };
}

it('gives every query of the dashboard its data by one request, and none to a page opened again', async () => {
  const { asked, page } = shown({ [AT_ONCE]: { body: whole } });
  expect(await screen.findByText(`${operations.length} operations`)).toBeInTheDocument();
  cleanup();
  render(page);
  expect(await screen.findByText(`${operations.length} operations`)).toBeInTheDocument();
  expect(asked.map(({ path }) => `GET ${path}`)).toEqual([AT_ONCE]);
});

it('leaves it to the single queries where it fails', async () => {
  const { asked } = shown({
    [AT_ONCE]: { status: 500, body: { error: 'INTERNAL', params: [] } },
    'GET /api/finance/operations/get/2027-01-01': { body: operations },
  });
  expect(await screen.findByText(/NOT_FOUND/)).toBeInTheDocument();
  expect(asked).toHaveLength(11);
});
