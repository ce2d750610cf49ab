import type { Recurrence } from '@fibado/contracts';
import { carriedForward } from '@fibado/planning';
import { problemOf, problemOperations } from '../shared/problem';
import { ids, testAccount, testData, testHousehold, testOperation } from '../shared/test-household';
import { eventsOf, lineOf, quartersOf, sliceOf } from './year-model';

const rent: Recurrence = {
  id: ids.rent,
  kind: 'EXPENSE',
  accountId: ids.main,
  amountCents: 80_000,
  lowCents: 79_000,
  highCents: 83_000,
  description: 'Affitto',
  rule: 'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=5',
  onNonBusinessDay: 'AFTER',
  from: '2027-01-01',
  origin: 'MANUAL',
  version: 1,
};
const known = [{ quarter: testData.quarter, operations: testData.operations }];
const quarters = quartersOf(testHousehold, known, [rent], '2027-01-01');

describe('the model of a year', () => {
  it('projects the quarters the household does not have from what the last one leaves and the rules', () => {
    expect(quarters.map(({ date, state }) => [date, state])).toEqual([
      ['2027-01-01', 'INITIALIZED'],
      ['2027-04-01', 'PROJECTED'],
      ['2027-07-01', 'PROJECTED'],
      ['2027-10-01', 'PROJECTED'],
    ]);
    const left = new Map(
      carriedForward(
        problemOf(testData, '2027-01-01', testData.quarter.setups, problemOperations(testData.operations)),
      ).map(({ accountId, openingBalanceCents }) => [accountId, openingBalanceCents]),
    );
    const [, spring] = quarters;
    for (const account of spring?.evaluation.accounts ?? [])
      expect(account.openingBalanceCents).toBe(left.get(account.accountId));
    expect(spring?.operations.map(({ date, amountCents }) => [date, amountCents])).toEqual([
      ['2027-04-05', 80_000],
      ['2027-05-05', 80_000],
      ['2027-06-07', 80_000],
    ]);
    expect(quartersOf(testHousehold, [], [rent], '2027-01-01')).toEqual([]);
  });

  it('adds what amounts may come otherwise up, day by day, and knows what is past', () => {
    const line = lineOf(quarters, '2027-02-10');
    expect(line.days).toHaveLength(365);
    expect([line.days[line.plannedFrom], line.days[line.projectedFrom]]).toEqual([
      '2027-02-11',
      '2027-04-01',
    ]);
    const at = (day: string): [number, number] => {
      const index = line.days.indexOf(day);
      const total = line.totalCents[index] ?? 0;
      return [total - (line.leastCents[index] ?? 0), (line.mostCents[index] ?? 0) - total];
    };
    const [[, upBefore], [, upAfter]] = [at('2027-04-04'), at('2027-05-06')];
    expect(upAfter - upBefore).toBe(2000);
    expect(at('2027-06-07')[0] - at('2027-06-06')[0]).toBe(3000);
    const april = sliceOf(line, line.projectedFrom, line.projectedFrom + 30);
    expect([april.days.length, april.plannedFrom, april.projectedFrom]).toEqual([30, 0, 0]);
  });

  it('counts money between two accounts, over the end of a quarter too', () => {
    const late = testOperation({
      id: 'late',
      kind: 'TRANSFER',
      date: '2027-03-31',
      valueDate: '2027-04-02',
      toAccountId: ids.savings,
      amountCents: 300_000,
    });
    const withLate = [{ quarter: testData.quarter, operations: [...testData.operations, late] }];
    const line = lineOf(quartersOf(testHousehold, withLate, [rent], '2027-01-01'), '2027-02-10');
    const on = (day: string) => line.totalCents[line.days.indexOf(day)];
    // The test household's own transfer is on its way on 12 January.
    expect(on('2027-01-12')).toBe(on('2027-01-13'));
    expect(on('2027-04-01')).toBe(on('2027-04-02'));
  });

  it('names maturities and rates that end within the days', () => {
    const rates = [
      {
        from: '2026-01-01',
        to: '2027-05-31',
        tiers: [{ upToCents: null, ratePct: 3 }],
        tierMode: 'MARGINAL' as const,
      },
      { from: '2027-06-01', tiers: [{ upToCents: null, ratePct: 1 }], tierMode: 'MARGINAL' as const },
    ];
    const term = testAccount({
      id: ids.main,
      name: 'V',
      bankId: ids.alfa,
      rates,
      maturityDate: '2027-03-10',
    });
    expect(eventsOf([term], [], lineOf(quarters, '2027-02-10').days)).toEqual([
      { day: '2027-03-10', kind: 'MATURITY', id: ids.main },
      { day: '2027-05-31', kind: 'RATE_ENDS', id: ids.main },
    ]);
    expect(eventsOf([term], [], ['2028-01-01', '2028-01-02'])).toEqual([]);
  });
});
