import { evaluate } from '@fibado/planning';
import { problemOf, problemOperations } from '../shared/problem';
import { ids, testData, testOperation } from '../shared/test-household';
import {
  balancesOn,
  changesSince,
  cutOffOf,
  formOf,
  nextTransfer,
  piecesOnDay,
  transfersLeft,
} from './today-model';
import { recordVisit } from './visits';

const { quarter, operations } = testData;
/** The household with its own transfer made. */
const done: typeof testData = {
  ...testData,
  operations: operations.map((one) => (one.id === ids.move ? { ...one, status: 'DONE' } : one)),
};
const evaluation = evaluate(problemOf(testData, quarter.date, quarter.setups, problemOperations(operations)));
const move = (id: string, date: string, patch: object = {}) =>
  testOperation({ id, kind: 'TRANSFER', date, toAccountId: ids.savings, ...patch });

describe('balances now', () => {
  const of = (today: string, data = done) => balancesOn(data, evaluation, today);

  it('are those of the day', () => {
    expect(of('2027-01-03').accounts.map((a) => a.balanceCents)).toEqual([2_000_000, 0]);
    expect(of('2027-01-20').accounts.map((a) => a.balanceCents)).toEqual([920_000, 1_000_000]);
  });

  it('count money on its way in the total', () => {
    expect(of('2027-01-12')).toMatchObject({ underWayCents: 1_000_000, totalCents: 1_920_000 });
    expect(of('2027-01-13')).toMatchObject({ underWayCents: 0, totalCents: 1_920_000 });
  });

  it('leave out what is to be made by hand and is not made yet, whatever its day', () => {
    for (const day of ['2027-01-12', '2027-01-13', '2027-01-20']) {
      const now = of(day, testData);
      expect(now.accounts.map((a) => a.balanceCents)).toEqual([1_920_000, 0]);
      expect(now).toMatchObject({ underWayCents: 0, totalCents: 1_920_000, isToDo: true });
      expect(of(day)).toMatchObject({ isToDo: false });
    }
    expect(of('2027-01-11', testData)).toMatchObject({ isToDo: false });
  });

  it('are those of the first and last day outside the quarter', () => {
    expect(of('2026-11-01').totalCents).toBe(2_000_000);
    expect(of('2027-06-01').totalCents).toBe(1_920_000);
  });
});

describe('the next transfer', () => {
  it('is the earliest planned one', () => {
    const all = [
      move('c', '2027-02-01'),
      move('b', '2027-01-05'),
      move('a', '2027-01-01', { status: 'DONE' }),
    ];
    expect(nextTransfer(all)?.id).toBe('b');
    expect(transfersLeft(all)).toBe(1);
    expect(nextTransfer(operations.filter(({ kind }) => kind !== 'TRANSFER'))).toBeUndefined();
    expect(transfersLeft([])).toBe(0);
  });

  it('says what the bank asks for', () => {
    expect(formOf(testData, move('a', '2027-01-05'))).toEqual({
      from: 'Conto Alfa',
      to: 'Deposito Beta',
      beneficiary: 'Anna Rossi',
      iban: 'IT60X0542811101000000123456',
    });
  });
});

describe('the pieces of an amount', () => {
  it('are the planned transfers between the same accounts on the same day', () => {
    const all = [
      move('a', '2027-01-05', { amountCents: 200_000 }),
      move('b', '2027-01-05', { amountCents: 500_000 }),
      move('c', '2027-01-05', { amountCents: 500_000, status: 'DONE' }),
      move('d', '2027-01-06', { amountCents: 500_000 }),
    ];
    expect(all[0] && piecesOnDay(all, all[0])).toEqual([500_000, 200_000]);
  });
});

describe('the cut-off of a transfer that is due', () => {
  const FRIDAY = '2027-01-08';
  const instant = { send: true, receive: true };
  const at = (time: string, transfer: object = {}, date = FRIDAY, banks: object = {}) =>
    cutOffOf(
      {
        ...testData,
        accounts: testData.accounts.map((account) => ({ ...account, cutOff: '17:00' })),
        banks: testData.banks.map((bank) => ({ ...bank, ...banks })),
      },
      move('a', date, transfer),
      { date, time },
    );

  it('says on which day an ordinary transfer ordered later leaves', () => {
    expect(at('16:59')).toEqual({
      time: '17:00',
      isPassed: false,
      leavesOn: '2027-01-11',
      isTomorrow: false,
      canBeInstant: false,
    });
    expect(at('17:40', {}, FRIDAY, { instant })).toMatchObject({ isPassed: true, canBeInstant: true });
    expect(at('17:40', {}, '2027-01-07')).toMatchObject({ leavesOn: FRIDAY, isTomorrow: true });
  });

  it('concerns ordinary transfers to other banks on business days', () => {
    expect(at('17:40', { speed: 'INSTANT' })).toBeUndefined();
    expect(at('17:40', {}, '2027-01-09')).toBeUndefined();
    expect(at('17:40', { date: '2027-01-12' })).toBeUndefined();
    expect(cutOffOf(testData, move('a', FRIDAY), { date: FRIDAY, time: '17:40' })).toBeUndefined();
  });
});

describe('what changed', () => {
  it('is told since the earlier day', () => {
    const changes = changesSince('2027-01-03', '2027-01-20', done, evaluation);
    expect(changes?.accounts).toEqual([
      { accountId: ids.main, byCents: -1_080_000 },
      { accountId: ids.savings, byCents: 1_000_000 },
    ]);
    expect(changes?.movements.map(({ id }) => id)).toEqual([ids.move, ids.rent]);
  });

  it('is nothing where nothing is, as of a transfer that is still to be made', () => {
    expect(changesSince('2027-01-08', '2027-01-20', testData, evaluation)).toBeUndefined();
    expect(changesSince('2027-02-01', '2027-02-02', testData, evaluation)).toBeUndefined();
  });

  it('is counted from the last day before today on which the page was seen', () => {
    localStorage.clear();
    expect(recordVisit('casa', '2027-01-03')).toBeUndefined();
    expect(recordVisit('casa', '2027-01-10')).toBe('2027-01-03');
    expect(recordVisit('casa', '2027-01-10')).toBe('2027-01-03');
    expect(recordVisit('altra', '2027-01-10')).toBeUndefined();
    expect(recordVisit('casa', '2027-01-20')).toBe('2027-01-10');
  });
});
