import { evaluate, type Problem, replayChanged, yearResult } from '../src/index.js';
import {
  aBank,
  accountId,
  anAccount,
  anIncome,
  aProblem,
  aTransferOperation,
  flatRate,
} from '../src/testing/index.js';
import { following } from './support/following.js';

const byPlan = { origin: 'OPTIMIZER', status: 'DONE' } as const;

/** 10,000 € that a plan of January moves from an account without interest to one at 4 %. */
function moved(): Problem {
  return aProblem({
    quarter: '2027-01-01',
    accounts: [anAccount(1), anAccount(2, { rates: flatRate(4) })],
    operations: [
      anIncome(1, 1, '2027-01-01', 1_000_000),
      aTransferOperation(2, 1, 2, '2027-01-04', 1_000_000, byPlan),
    ],
  });
}

describe('the result of a year', () => {
  it('credits the plan of one quarter with what its transfers earn in the next ones', () => {
    const first = moved();
    const second = following(first);
    const result = yearResult([first, second]);
    // 10,000 € at 4 % for 87 days, then 10,000 € and 70.55 € of net interest for 91.
    expect(result.quarters.map(({ netReturnCents }) => netReturnCents)).toEqual([9534 - 2479, 10043 - 2611]);
    expect(result.quarters.map(({ withoutPlanCents }) => withoutPlanCents)).toEqual([0, 0]);
    expect(result.quarters.map(({ planTransfers }) => planTransfers)).toEqual([1, 0]);
    expect(result.addedCents).toBe(result.total.netReturnCents);
    expect(result.total).toMatchObject({ grossInterestCents: 19_577, withholdingCents: 5090 });
  });

  it('begins anew after a quarter that is missing', () => {
    const first = moved();
    const third = following(following(first));
    const { quarters } = yearResult([first, third]);
    expect(quarters[1]?.withoutPlanCents).toBe(quarters[1]?.netReturnCents);
    expect(quarters[1]?.netReturnCents).toBeGreaterThan(7000);
  });

  it('names the limits that only the plan kept', () => {
    const { keptByPlan } = yearResult([
      aProblem({
        quarter: '2027-01-01',
        accounts: [anAccount(1), anAccount(2, { minBalanceCents: 50_000 })],
        operations: [
          anIncome(1, 1, '2027-01-01', 50_000),
          aTransferOperation(2, 1, 2, '2027-01-01', 50_000, byPlan),
        ],
      }),
    ]);
    expect(keptByPlan).toMatchObject([
      { kind: 'BELOW_MINIMUM', accountId: accountId(2), date: '2027-01-01', amountCents: 50_000 },
    ]);
  });

  it('leaves every quarter as it is when nothing is changed, also where a person typed another opening', () => {
    const first = moved();
    const second = following(first);
    const typed = {
      ...second,
      setups: second.setups.map((setup) => ({
        ...setup,
        openingBalanceCents: setup.openingBalanceCents + 123,
      })),
    };
    expect(replayChanged([first, typed], (problem) => problem)).toEqual([evaluate(first), evaluate(typed)]);
  });

  it('adds the parts of a duty period over its quarters, under its cause and with the last average', () => {
    const first = aProblem({
      quarter: '2027-01-01',
      banks: [aBank(1), aBank(2)],
      accounts: [
        anAccount(1, { dutyRegime: 'FIXED', statementPeriod: 'YEARLY' }),
        anAccount(2, { bankId: aBank(2).id, dutyRegime: 'PROPORTIONAL', dutyBase: 'CLOSING' }),
      ],
      operations: [anIncome(1, 1, '2027-01-01', 600_000), anIncome(2, 2, '2027-01-01', 1_000_000)],
    });
    const second = following(first, [anIncome(3, 1, '2027-04-01', 100_000)]);
    const third = following(second);
    const fourth = following(third);
    const { duties, banks, total } = yearResult([first, second, third, fourth]);
    expect(duties[0]).toMatchObject({
      cause: 'FIXED',
      from: '2027-01-01',
      to: '2027-12-31',
      provisional: false,
      stampDutyCents: 3420,
      // 6,000 € for 90 days, then 7,000 €.
      averageCents: Math.round((600_000 * 90 + 700_000 * 275) / 365),
    });
    expect(duties.slice(1).map(({ cause, to }) => [cause, to])).toEqual([
      ['PROPORTIONAL', '2027-03-31'],
      ['PROPORTIONAL', '2027-06-30'],
      ['PROPORTIONAL', '2027-09-30'],
      ['PROPORTIONAL', '2027-12-31'],
    ]);
    expect(banks.map(({ stampDutyCents }) => stampDutyCents)).toEqual([3420, total.stampDutyCents - 3420]);
  });
});
