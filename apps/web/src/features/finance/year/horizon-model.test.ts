import type { Recurrence } from '@fibado/contracts';
import { checkProblem } from '@fibado/planning';
import { ids, testData, testHousehold, testOperation } from '../shared/test-household';
import { horizonProblem, plannedQuarters } from './horizon-model';

const rent: Recurrence = {
  id: ids.rent,
  kind: 'EXPENSE',
  accountId: ids.main,
  amountCents: 80_000,
  description: 'Affitto',
  rule: 'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=5',
  onNonBusinessDay: 'AFTER',
  from: '2027-01-01',
  origin: 'MANUAL',
  version: 1,
};
const base = { quarter: testData.quarter, operations: testData.operations };
const household = { ...testHousehold, settings: { ...testHousehold.settings, horizonQuarters: 3 } };

it('takes as many quarters as the household says, with what is entered in those that are prepared', () => {
  const spring = {
    quarter: { ...testData.quarter, date: '2027-04-01' },
    operations: [testOperation({ id: ids.salary, quarter: '2027-04-01', date: '2027-04-27' })],
  };
  const problem = horizonProblem(household, base, [base, spring], [rent]);
  expect(problem.horizon).toEqual({ from: '2027-01-01', to: '2027-09-30' });
  expect(problem.operations.map(({ date }) => date)).toEqual([
    '2027-01-04',
    '2027-01-12',
    '2027-04-27',
    '2027-07-05',
    '2027-08-05',
    '2027-09-06',
  ]);
  expect(checkProblem(problem)).toEqual([]);
});

it('tells of each quarter what the referee sees without and with the transfers', () => {
  const problem = horizonProblem(household, { ...base, operations: [] }, [], []);
  const move = {
    date: '2027-04-01',
    fromAccountId: ids.main,
    toAccountId: ids.savings,
    amountCents: 1_600_000,
  };
  const quarters = plannedQuarters(problem, [move]);
  expect(quarters.map(({ quarter, transfers }) => [quarter, transfers.length])).toEqual([
    ['2027-01-01', 0],
    ['2027-04-01', 1],
    ['2027-07-01', 0],
  ]);
  const [winter, spring] = quarters;
  expect(winter?.withCents).toBe(winter?.withoutCents);
  // 16,000 € at 3 % for a quarter, net, less the deposit's duty, plus the duty the main account no longer owes.
  expect((spring?.withCents ?? 0) - (spring?.withoutCents ?? 0)).toBeGreaterThan(8000);
});
