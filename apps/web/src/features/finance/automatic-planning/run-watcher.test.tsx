import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { aSession } from '../../../../test/sessions';
import { pendingRuns } from '../shared/pending-runs';
import { showPage } from '../shared/test-page';
import RunWatcher from './run-watcher';

const RUN = 'GET /api/finance/optimizer/runs/r1';
const PLANNING = '/fibado/dashboard/automatic-planning/2027-01-01';
const tenant = aSession().userLogged.tenant;
const run = (state: string) => ({
  body: {
    runId: 'r1',
    quarter: '2027-01-01',
    kind: 'PLAN',
    state,
    ...(state === 'DONE' ? { outcome: { status: 'OPTIMAL', gainCents: 1234 } } : {}),
  },
});
const open = (at: string, answer: Parameters<typeof showPage>[3]) => showPage(RunWatcher, at, at, answer);

beforeAll(() => startTexts('it'));
beforeEach(() => pendingRuns.add({ runId: 'r1', quarter: '2027-01-01', tenant }));
afterEach(() => pendingRuns.remove('r1'));

it('tells the end of a run on another page, and leads to its plan', async () => {
  let state = 'RUNNING';
  const { router } = open('/fibado/accounts', { [RUN]: () => run(state) });
  await waitFor(() => expect(sessionStorage.getItem('fibado-pending-runs')).toContain('r1'));
  expect(screen.queryByText(/è pronto/)).not.toBeInTheDocument();
  state = 'DONE';
  expect(await screen.findByText(/^Il piano del 1° trimestre 2027 è pronto: \+12,34/)).toBeInTheDocument();
  expect(sessionStorage.getItem('fibado-pending-runs')).toBe('[]');
  await userEvent.click(screen.getByRole('button', { name: 'Vai al piano' }));
  await waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe(`${PLANNING}?run=r1`),
  );
});

it('says nothing on the page of the plan, which shows it', async () => {
  open(PLANNING, { [RUN]: run('DONE') });
  await waitFor(() => expect(pendingRuns.get()).toEqual([]));
  expect(screen.queryByText(/è pronto/)).not.toBeInTheDocument();
});

it('forgets a run that is gone', async () => {
  open('/fibado/accounts', {});
  await waitFor(() => expect(pendingRuns.get()).toEqual([]));
});

it('leaves the runs of another household alone', async () => {
  pendingRuns.add({ runId: 'r1', quarter: '2027-01-01', tenant: 'altra' });
  const { asked } = open('/fibado/accounts', { [RUN]: run('DONE') });
  await new Promise((done) => setTimeout(done, 50));
  expect(asked).toEqual([]);
  expect(pendingRuns.get()).toHaveLength(1);
});
