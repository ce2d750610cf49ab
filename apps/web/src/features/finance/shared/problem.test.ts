import { evaluate, withLots } from '@fibado/planning';
import { testData, testLot, testOffer } from './test-household';
import { problemOf, problemOperations } from './problem';

describe('the problem of a quarter', () => {
  it('holds what the quarter before left under way, in its own quarter alone', () => {
    const [account] = testData.quarter.setups;
    const under = {
      id: '11111111-1111-4111-8111-111111111111',
      quarter: '2026-10-01',
      kind: 'INCOME' as const,
      date: '2026-12-30',
      valueDate: '2027-01-04',
      accountId: account?.accountId ?? '',
      amountCents: 70_000,
      description: 'in arrivo',
      status: 'DONE' as const,
      origin: 'MANUAL' as const,
      locked: false,
    };
    const data = { ...testData, quarter: { ...testData.quarter, carriedOver: [under] } };
    const operations = problemOperations(data.operations);
    const problem = problemOf(data, data.quarter.date, data.quarter.setups, operations);
    expect(problem.operations.filter((o) => o.id === under.id)).toHaveLength(1);
    expect(problemOf(data, '2027-04-01', data.quarter.setups, operations).operations).not.toContainEqual(
      under,
    );
    expect(() => evaluate(problem)).not.toThrow();
  });

  it('holds the offers and lots of the household as the API puts them in, and nothing of them where there are none', () => {
    const { date, setups } = testData.quarter;
    const bare = problemOf({ ...testData, offers: [testOffer], lots: [] }, date, setups, []);
    expect(bare.offers?.map(({ id }) => id)).toEqual([testOffer.id]);
    expect(Object.keys(bare)).not.toContain('lots');
    expect(Object.keys(problemOf(testData, date, setups, []))).not.toContain('offers');
    const problem = problemOf({ ...testData, offers: [testOffer], lots: [testLot] }, date, setups, []);
    expect(problem).toEqual(withLots(bare, { offers: [testOffer], lots: [testLot] }));
    expect(evaluate(problem).accounts.map(({ accountId }) => accountId)).toContain(testLot.id);
  });
});
