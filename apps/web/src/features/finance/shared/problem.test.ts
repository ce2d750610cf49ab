import { evaluate } from '@fibado/planning';
import { testData } from './test-household';
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
});
