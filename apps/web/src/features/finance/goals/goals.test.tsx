import type { Goal } from '@fibado/contracts';
import { quarterOf } from '@fibado/planning';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { today } from '../../../lib/day';
import { ids, testHousehold } from '../shared/test-household';
import { showPage } from '../shared/test-page';
import { Component as GoalEditor } from './goal-editor-page';
import { GoalsSection } from './goals-section';

const CAR: Goal = {
  id: '00000000-0000-4000-8000-000000000091',
  name: 'Auto',
  date: '2027-05-12',
  amountCents: 1_000_000,
  version: 2,
};
const TAXES: Goal = { ...CAR, id: `${CAR.id.slice(0, -1)}2`, name: 'Tasse', accountIds: [ids.main] };

beforeAll(() => startTexts('it'));

const fares = new Map([
  [CAR.id, { ...CAR, goalId: CAR.id, availableCents: 900_000, missingCents: 100_000 }],
  [TAXES.id, { ...TAXES, goalId: TAXES.id, availableCents: 1_000_100, missingCents: 0 }],
]);
const page =
  (...goals: Goal[]) =>
  () => <GoalsSection household={{ ...testHousehold, goals }} fares={fares} />;
const show = (goals: Goal[], answers: Parameters<typeof showPage>[3] = {}) =>
  showPage(page(...goals), '/fibado/year', '/fibado/year', answers);
const OPEN = {
  'GET /api/finance/quarters/list': {
    body: [{ date: quarterOf(today()), state: 'STARTED', accounts: 1, operations: 1 }],
  },
};

it('says what a goal is for while there is none, with one way on', async () => {
  show([]);
  expect(await screen.findByText('Nessun obiettivo')).toBeInTheDocument();
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Nuovo obiettivo']);
  expect(screen.queryByRole('button', { name: 'Quanto costano?' })).not.toBeInTheDocument();
});

it('tells which goals are kept by what is planned, and what is missing of the others', async () => {
  show([CAR, TAXES, { ...CAR, id: ids.alfa, name: 'Casa' }]);
  const card = (name: string) => screen.findByRole('article', { name });
  expect(await card('Auto')).toHaveTextContent(
    /10\.000,00.€ liberi il 12\/05\/2027mancanteMancano 1\.000,00.€/,
  );
  expect(await card('Tasse')).toHaveTextContent(/raggiuntoPer quel giorno sono previsti 10\.001,00.€/);
  const main = testHousehold.accounts.find(({ id }) => id === ids.main)?.name ?? '';
  expect(await card('Tasse')).toHaveTextContent(`su ${main}`);
  expect(await card('Casa')).toHaveTextContent('Oltre i mesi mostrati.');
});

const price = (goal: Goal, fields: object) => ({
  goalId: goal.id,
  availableCents: 1_000_000,
  priceCents: 74,
  leastCents: 70,
  mostCents: 78,
  exact: true,
  maturities: [],
  ...fields,
});

it('tells what goals cost as far as it is proven, and the last days of term deposits', async () => {
  const maturities = [
    { accountId: ids.main, date: '2027-05-12' },
    { accountId: ids.savings, date: '2027-05-11' },
  ];
  const goals = [price(CAR, { maturities }), price(TAXES, { exact: false })];
  const { asked } = show([CAR, TAXES], {
    ...OPEN,
    'POST /api/finance/insights/goals': {
      body: { base: { status: 'OPTIMAL', conflicts: [] }, goals, unpriced: [ids.alfa] },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Quanto costano?' }));
  const lines = await screen.findAllByRole('listitem');
  expect(lines[0]).toHaveTextContent(/^Auto.*Costa 0,74.€/);
  const days = within(lines[0] ?? document.body).getAllByText(/^Un nuovo vincolo deve scadere entro il/);
  expect(days.map((line) => line.textContent?.slice(39, 49))).toEqual(['11/05/2027', '12/05/2027']);
  expect(lines[1]).toHaveTextContent(/^Tasse.*Costa fra 0,70.€ e 0,78.€\.$/);
  expect(screen.getByText('Per un obiettivo è mancato il tempo.')).toBeInTheDocument();
  expect(asked.find(({ path }) => path.endsWith('insights/goals'))?.body).toMatchObject({
    options: { horizonQuarters: testHousehold.settings.horizonQuarters },
  });
});

it('names the goal that no plan keeps, and the way out', async () => {
  const conflict = {
    kind: 'GOAL',
    accountId: ids.main,
    date: CAR.date,
    missingCents: 5000,
    goalId: CAR.id,
    relaxation: { limit: 'goalCents', byCents: 5000 },
  };
  show([CAR], {
    ...OPEN,
    'POST /api/finance/insights/goals': {
      body: { base: { status: 'INFEASIBLE', conflicts: [conflict] }, goals: [], unpriced: [] },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Quanto costano?' }));
  expect(await screen.findByText(/^Auto: il 12\/05\/2027 mancano 50,00.€\.$/)).toBeInTheDocument();
  expect(screen.getByText(/^Via d’uscita: abbassa di 50,00.€ l’obiettivo Auto/)).toBeInTheDocument();
});

it('edits a goal at the version read, of all accounts for payments or of some', async () => {
  const { asked } = showPage(GoalEditor, `/fibado/year/goals/edit/${CAR.id}`, '/fibado/year/goals/edit/:id', {
    'GET /api/finance/goals/get': { body: [CAR] },
    'POST /api/finance/goals/save': { body: { ...CAR, version: 3 } },
  });
  const amount = await screen.findByLabelText(/^Importo/);
  await userEvent.clear(amount);
  await userEvent.type(amount, '12000');
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ ...CAR, amountCents: 1_200_000 }),
  );
});

it('asks for an amount before it creates a goal', async () => {
  const { asked } = showPage(GoalEditor, '/fibado/year/goals/create', '/fibado/year/goals/create');
  await userEvent.type(await screen.findByLabelText(/Nome/), 'Vacanza');
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
  await waitFor(() => expect(screen.getByLabelText(/^Importo/)).toBeInvalid());
  expect(asked.some(({ method }) => method === 'POST')).toBe(false);
});
