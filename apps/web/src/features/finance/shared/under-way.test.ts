import { evaluate } from '@fibado/planning';
import { problemOf, problemOperations } from './problem';
import { ids, testData, testOperation } from './test-household';
import { totalsWithMoving, underWayAtEnd, underWayCents } from './under-way';

const { accounts, settings, quarter } = testData;
const days = ['2027-01-11', '2027-01-12', '2027-01-13', '2027-01-14'];
const move = (patch: object = {}) =>
  testOperation({
    id: ids.move,
    kind: 'TRANSFER',
    date: '2027-01-12',
    valueDate: '2027-01-13',
    toAccountId: ids.savings,
    amountCents: 700,
    ...patch,
  });
const at = (operations: Parameters<typeof underWayCents>[1]) =>
  underWayCents(days, operations, accounts, settings.calendar);

describe('money under way', () => {
  it('is between two accounts from the day it leaves until the day before it arrives', () => {
    expect(at([move()])).toEqual([0, 700, 0, 0]);
    expect(at([move({ valueDate: '2027-01-14' })])).toEqual([0, 700, 700, 0]);
    expect(at([move({ valueDate: '2027-01-12', status: 'DONE' })])).toEqual([0, 0, 0, 0]);
  });

  it('is reckoned from the lead days where no value day is known', () => {
    const { valueDate: _, status: __, ...proposed } = move();
    expect(at([proposed])).toEqual([0, 700, 0, 0]);
  });

  it('is nothing of incomes and expenses', () => {
    expect(at([move({ kind: 'EXPENSE', toAccountId: undefined })])).toEqual([0, 0, 0, 0]);
  });

  it('is told of the end of the last day', () => {
    const atEnd = (last: string, operations = [move()]) =>
      underWayAtEnd({ days: ['2027-01-11', last] }, { ...testData, operations });
    expect(atEnd('2027-01-12')).toBe(700);
    expect(atEnd('2027-01-13')).toBe(0);
    expect(atEnd('2027-01-12', [])).toBe(0);
  });

  it('makes a total in which a transfer is no loss', () => {
    const transfers = testData.operations.filter(({ kind }) => kind === 'TRANSFER');
    const problem = problemOf(testData, quarter.date, quarter.setups, problemOperations(transfers));
    const evaluation = evaluate(problem);
    const moving = underWayCents(evaluation.days, transfers, accounts, settings.calendar);
    const total = totalsWithMoving(evaluation, transfers, accounts, settings.calendar);
    expect(new Set(total)).toEqual(new Set([2_000_000]));
    expect(Math.max(...moving)).toBe(1_000_000);
  });
});
