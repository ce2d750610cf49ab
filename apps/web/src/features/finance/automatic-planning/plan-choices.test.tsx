import type { OptimizeResultBody } from '@fibado/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useTexts as startTexts } from '../../../../test/texts';
import { ids, testData } from '../shared/test-household';
import { testOutline } from '../shared/test-outline';
import { showPage } from '../shared/test-page';
import { Component } from './automatic-planning-page';
import { PlanChoices } from './plan-choices';
import { chosenOption, halfOf, NO_WISHES, optionsOf, planChosen, resultOf } from './plan-choices-model';
import type { PlanWishes, ShownPlan } from './plan-model';

const QUARTER = '2027-01-01';
const transfer = (day: string) => ({
  date: day,
  arrivalDate: day,
  fromAccountId: ids.main,
  toAccountId: ids.savings,
  amountCents: 100_000,
});
const two = [transfer('2027-01-11'), transfer('2027-02-10')];
const one = [transfer('2027-01-11')];
const risk = (share: number) => ({
  broken: share * 400,
  samples: 400,
  share,
  low: share / 2,
  high: share * 2,
});
/** A euro of effort a transfer. */
const outline = (transfers: typeof two, net: number) =>
  testOutline({ transfers, netReturnCents: net, objectiveCents: net - 100 * transfers.length });
const pair = (transfers: typeof two, net: number) => ({
  plan: outline(transfers, net - 5),
  without: outline(transfers, net),
  priceCents: 5,
  exact: true,
  reached: true,
  risk: risk(0.025),
  riskWithout: risk(0.435),
  buffers: [],
  difference: { added: [], removed: [] },
});

beforeAll(() => startTexts('it'));

describe('the plans to choose from', () => {
  const all = optionsOf(pair(two, 1000), pair(one, 900));

  it('are the ordinary one, the safer one, and both with fewer transfers', () => {
    expect(all.map(({ wishes, plan }) => [wishes.fewer, wishes.safer, plan.netReturnCents])).toEqual([
      [false, false, 1000],
      [false, true, 995],
      [true, false, 900],
      [true, true, 895],
    ]);
    const broken = { ...pair(one, 900), plan: testOutline({ status: 'INFEASIBLE' }) };
    expect(optionsOf(pair(two, 1000), broken)).toHaveLength(3);
  });

  it('are chosen by two wishes, caution before fewer transfers', () => {
    expect(chosenOption(all, { fewer: true, safer: true })?.plan.netReturnCents).toBe(895);
    expect(chosenOption(all.slice(0, 2), { fewer: true, safer: true })?.plan.netReturnCents).toBe(995);
    expect(chosenOption([], { fewer: true, safer: true })).toBeUndefined();
  });

  it('have half the transfers where there are two at least', () => {
    expect([0, 1, 2, 3, 9].map(halfOf)).toEqual([undefined, undefined, 1, 1, 4]);
  });

  it('are shown in place of the run’s, and give it back; the same transfers keep their proof', () => {
    const ordinary: ShownPlan = {
      runId: ids.move,
      result: { ...resultOf(testOutline({ transfers: two }), 'hash'), boundCents: 1000 },
      options: {},
      minBalanceCents: null,
    };
    const [plain, safer, fewer] = all;
    if (!plain || !safer || !fewer) throw new Error('Four plans were expected');
    expect(planChosen(QUARTER, ordinary, safer)).toMatchObject({
      runId: ids.move,
      result: { boundCents: 1000 },
    });
    const shown = planChosen(QUARTER, planChosen(QUARTER, ordinary, safer), fewer);
    expect(shown.runId).toBeUndefined();
    expect(shown).toMatchObject({ result: { transfers: one }, choice: { insteadOf: ordinary } });
    expect(planChosen(QUARTER, shown, plain)).toBe(ordinary);
    const withLots = { ...ordinary, result: { ...ordinary.result, lots } };
    expect(planChosen(QUARTER, withLots, fewer).result.lots).toBe(lots);
  });

  it('of a plan over several quarters show what is of its own, and what is intended later', () => {
    const later = transfer('2027-05-10');
    const ordinary: ShownPlan = {
      runId: ids.move,
      result: {
        ...resultOf(testOutline({ transfers: two }), 'hash'),
        transfers: two,
        later: [later],
        boundCents: 1000,
      },
      options: { horizonQuarters: 2 },
      minBalanceCents: null,
    };
    const optionWith = (transfers: typeof two) => ({
      wishes: { fewer: true, safer: false },
      plan: outline(transfers, 900),
      risk: risk(0.025),
    });
    const same = planChosen(QUARTER, ordinary, optionWith([...two, later]));
    expect(same).toMatchObject({ runId: ids.move, result: { boundCents: 1000 } });
    const fewer = planChosen(QUARTER, ordinary, optionWith([...one, later]));
    expect(fewer.result).toMatchObject({ transfers: one, later: [later] });
    expect(fewer.result.boundCents).toBeUndefined();
  });

  it('claim no proof when they are shown', () => {
    expect(resultOf(testOutline({ transfers: two }), 'hash')).toMatchObject({
      inputHash: 'hash',
      transfers: two,
    });
    expect(resultOf(testOutline(), 'hash').boundCents).toBeUndefined();
  });
});

const lots = [
  {
    offerId: ids.savings,
    amountCents: 500_000,
    openedOn: '2027-01-11',
    maturityDate: '2028-01-11',
    ratePct: 3,
    netReturnCents: 2056,
  },
];
const ROBUST = 'POST /api/finance/insights/robust';
const robust = (_url: string, init: RequestInit) => {
  const body = JSON.parse(init.body as string) as { options: { maxTransfers?: number } };
  return { body: body.options.maxTransfers === 1 ? pair(one, 900) : pair(two, 1000) };
};

/** The choices beside a plan on screen; tells what came on screen in its place. */
function showChoices(inputHash: string, isTouched = false) {
  const told: PlanWishes[] = [];
  const Choices = () => {
    const [wishes, setWishes] = useState(NO_WISHES);
    return (
      <PlanChoices
        quarter="2027-01-01"
        plan={{
          result: { ...resultOf(testOutline(), inputHash), lots },
          options: { from: '2027-01-05' },
          minBalanceCents: null,
        }}
        baselineCents={100}
        shown={wishes}
        isTouched={isTouched}
        onShow={(option) => {
          told.push(option.wishes);
          setWishes(option.wishes);
        }}
      />
    );
  };
  return { told, ...showPage(Choices, '/q', '/q', { [ROBUST]: robust }) };
}
const rowOf = (table: HTMLElement, name: RegExp) => within(table).getByRole('row', { name });
const allFound = async () => {
  const table = await screen.findByRole('table');
  await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(5));
  return table;
};
const SHOW = /^Mostra questo piano/;

it('shows gain, risk and transfers side by side, and what is chosen comes on screen: at first the safer plan', async () => {
  const { asked, told } = showChoices('hash');
  const table = await allFound();
  expect(rowOf(table, /^Rende di più/)).toHaveTextContent(/43,5 %.*2$/);
  expect(rowOf(table, /^Più sicuro · scelto/)).toHaveTextContent(/2,5 %/);
  // What the plans are chosen by: the gain without the effort of their transfers.
  expect(rowOf(table, /^Rende di più/)).toHaveTextContent(/\+9,00.€\+7,00.€ tolta la fatica/);
  await userEvent.click(screen.getByRole('switch', { name: 'Meno bonifici' }));
  expect(rowOf(table, /^Meno bonifici e più sicuro · scelto/)).toHaveTextContent(/1$/);
  await userEvent.click(screen.getByRole('switch', { name: 'Più sicuro' }));
  expect(told).toEqual([
    { fewer: false, safer: true },
    { fewer: true, safer: true },
    { fewer: true, safer: false },
  ]);
  expect(screen.queryByRole('button', { name: SHOW })).not.toBeInTheDocument();
  const sent = asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(sent).toMatchObject([
    { quarter: '2027-01-01', options: { from: '2027-01-05' } },
    { options: { maxTransfers: 1 } },
  ]);
});

it('replaces nothing unasked where transfers were chosen one by one', async () => {
  const { told } = showChoices('touched', true);
  await allFound();
  expect(told).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: SHOW }));
  expect(told).toEqual([{ fewer: false, safer: true }]);
});

describe('the plan that is applied', () => {
  const days = (sent: unknown) =>
    (sent as { operations: { date: string }[] }).operations.map(({ date }) => date);
  const result: OptimizeResultBody = {
    ...testOutline(),
    status: 'OPTIMAL',
    baseline: { netReturnCents: 0, violations: [] },
    gainCents: 1000,
    boundCents: 1000,
    gapCents: 0,
    transfers: two.map((each) => ({ ...each, reason: 'RATE_GAIN', marginalCents: 500 })),
    accounts: [],
    conflicts: [],
    solver: { engine: 'highs', version: '1', timeMs: 900, rows: 1, columns: 1, integers: 1, nodes: 1 },
    inputHash: 'applied',
  };
  const openPlan = (answers: Parameters<typeof showPage>[3] = {}) => {
    const varying = testData.operations.map((operation) =>
      operation.kind === 'EXPENSE' ? { ...operation, uncertainty: { highCents: 200_000 } } : operation,
    );
    return showPage(
      Component,
      `/fibado/dashboard/automatic-planning/2027-01-01?run=${ids.move}`,
      '/fibado/dashboard/automatic-planning/:date',
      {
        'GET /api/finance/operations/get/2027-01-01': { body: varying },
        'GET /api/finance/optimizer/runs?quarter=2027-01-01&page=0&size=10': {
          body: { items: [], total: 0, page: 0, size: 10 },
        },
        [`GET /api/finance/optimizer/runs/${ids.move}`]: {
          body: {
            runId: ids.move,
            quarter: '2027-01-01',
            kind: 'PLAN',
            state: 'DONE',
            createdAt: '2027-01-01T08:00:00Z',
            createdBy: 'anna',
            options: {},
            inputHash: 'applied',
            repeatable: true,
            result,
          },
        },
        [ROBUST]: {
          body: { ...pair(two, 1000), plan: testOutline({ transfers: one, netReturnCents: 995 }) },
        },
        'POST /api/finance/operations/save-bulk': { body: { operations: [], deleted: 0 } },
        ...answers,
      },
    );
  };
  const applied = (asked: ReturnType<typeof showPage>['asked']) =>
    asked.find(({ path }) => path.endsWith('save-bulk'))?.body;

  it('is the safer one where spending varies, said beside the button', async () => {
    const { asked } = openPlan();
    expect(await screen.findByText(/Piano scelto: Più sicuro/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Applica 1 bonifico' }));
    await waitFor(() => expect(applied(asked)).toBeDefined());
    expect(days(applied(asked))).toEqual(['2027-01-11']);
    expect(applied(asked)).not.toHaveProperty('acceptedRunId');
  });

  it('is the run’s own again once caution is switched off', async () => {
    const { asked } = openPlan();
    await screen.findByText(/Piano scelto: Più sicuro/);
    await userEvent.click(screen.getByRole('switch', { name: 'Più sicuro' }));
    expect(screen.queryByText(/Piano scelto/)).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Applica 2 bonifici' }));
    await waitFor(() => expect(applied(asked)).toBeDefined());
    expect(applied(asked)).toMatchObject({ acceptedRunId: ids.move });
  });
});
