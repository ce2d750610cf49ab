/** Accounts abroad: IVAFE to the cent, interest taxed in the return, and the sheet of the return against the referee. */

import {
  type Account,
  carriedForward,
  evaluate,
  type ForeignAccount,
  horizonOfQuarters,
  isInListedState,
  ivafeSheet,
  nextQuarter,
  type Problem,
  timelineOf,
  yearOf,
} from '../src/index.js';
import {
  aGroup,
  anAccount,
  anIncome,
  aProblem,
  aSetup,
  flatRate,
  FOREIGN_IBANS,
  groupId,
  randomHorizonPlan,
  withRandomIbans,
} from '../src/testing/index.js';

const [LITHUANIA, , MONACO] = FOREIGN_IBANS;
const FIXED: Partial<Account> = { iban: LITHUANIA, dutyRegime: 'FIXED' };
const euro = (amount: number): number => Math.round(amount * 100);

/** Calendar years with constant balances of accounts at one bank. */
function year(of: number, ...accounts: [cents: number, Partial<Account>][]): Problem {
  return aProblem({
    quarter: `${String(of)}-01-01`,
    horizon: horizonOfQuarters(`${String(of)}-01-01`, 4),
    accountGroups: [aGroup(1, { holders: ['Anna'] }), aGroup(2, { holders: ['Bruno', 'Anna'] })],
    accounts: accounts.map(([, fields], index) => anAccount(index + 1, fields)),
    setups: accounts.map(([cents], index) => aSetup(index + 1, cents)),
  });
}
const dutiesOf = (problem: Problem): number[] =>
  evaluate(problem).accounts.map(({ stampDutyCents }) => stampDutyCents);

describe('fixed IVAFE', () => {
  it('is not due at an average of exactly 5,000.00, and is at 5,000.01; the account pays nothing', () => {
    expect(dutiesOf(year(2027, [euro(5000), FIXED]))).toEqual([0]);
    const { accounts, foreignDuties, dutyGroups, netReturnCents } = evaluate(
      year(2027, [euro(5000.01), FIXED]),
    );
    expect(accounts[0]).toMatchObject({ stampDutyCents: 3420, settledCents: 0 });
    expect(accounts[0]?.closingBalanceCents).toBe(euro(5000.01));
    expect(netReturnCents).toBe(-3420);
    expect(foreignDuties).toEqual([
      {
        accountId: accounts[0]?.accountId,
        from: '2027-01-01',
        to: '2027-12-31',
        provisional: false,
        days: 365,
        averageBalanceCents: euro(5000.01),
        dutyCents: 3420,
      },
    ]);
    expect(dutyGroups).toMatchObject([{ tax: 'IVAFE', holders: ['Anna'], due: true, stampDutyCents: 3420 }]);
  });

  it('is by calendar year and days whatever the statements: opened in August, and in a leap year', () => {
    const opened = { ...FIXED, statementPeriod: 'MONTHLY', openedOn: '2027-08-01' } as const;
    // 34.20 × 153 / 365 = 14.3359
    expect(dutiesOf(year(2027, [euro(10_000), opened]))).toEqual([1434]);
    expect(dutiesOf(year(2028, [euro(5000), FIXED]))).toEqual([0]);
    expect(dutiesOf(year(2028, [euro(5000.01), FIXED]))).toEqual([3420]);
    // 34.20 × 306 / 365 = 28.6718
    expect(dutiesOf(year(2028, [euro(6000), { ...FIXED, openedOn: '2028-03-01' }]))).toEqual([2867]);
  });

  it('counts each holder’s share of all accounts at the bank', () => {
    const joint = { ...FIXED, accountGroupId: groupId(2) };
    expect(dutiesOf(year(2027, [euro(10_000), joint]))).toEqual([0]);
    expect(dutiesOf(year(2027, [euro(10_000.02), joint]))).toEqual([3420]);
    // Anna has 1,000 + 5,000 and pays 34.20 and half of the joint one; Bruno is at the limit.
    const two = evaluate(year(2027, [euro(1000), FIXED], [euro(10_000), joint]));
    expect(two.accounts.map(({ stampDutyCents }) => stampDutyCents)).toEqual([3420, 1710]);
    expect(two.dutyGroups).toMatchObject([
      { holders: ['Anna'], due: true, aggregateAverageCents: euro(6000), stampDutyCents: 5130 },
      { holders: ['Bruno'], due: false, aggregateAverageCents: euro(5000), stampDutyCents: 0 },
    ]);
  });

  it('leaves Italian accounts as they are: with an Italian IBAN, or none', () => {
    const italian = { dutyRegime: 'FIXED', statementPeriod: 'YEARLY' } as const;
    const [without] = dutiesOf(year(2027, [euro(5000.01), italian]));
    const iban = 'IT60X0542811101000000123456';
    const { foreignDuties, accounts } = evaluate(year(2027, [euro(5000.01), { ...italian, iban }]));
    expect([accounts[0]?.stampDutyCents, without, foreignDuties]).toEqual([3420, 3420, []]);
  });

  it('over four quarters comes to what the year comes to, and to nothing where the year ends below', () => {
    for (const [income, whole] of [
      [0, 3420],
      [-euro(12_000), 0],
    ] as const) {
      const first = { ...year(2027, [euro(6000), FIXED]), horizon: undefined };
      const moved = income === 0 ? [] : [anIncome(1, 1, '2027-10-01', -income, { kind: 'EXPENSE' })];
      let [setups, quarter, total] = [first.setups, first.quarter, 0];
      for (let count = 0; count < 4; count += 1) {
        const operations = moved.filter((one) => one.quarter === quarter);
        const problem = { ...first, quarter, setups, operations };
        total += dutiesOf(problem)[0] ?? 0;
        setups = carriedForward(problem).map((one) => ({ ...one, excluded: false }));
        quarter = nextQuarter(quarter);
      }
      expect(total).toBe(whole);
    }
  });
});

test('proportional IVAFE is 2 per mille of the value by days, 4 per mille in a listed State', () => {
  const product = { dutyRegime: 'PROPORTIONAL', dutyPaidByBank: true } as const;
  const held = euro(12_345.67);
  expect(dutiesOf(year(2027, [held, { ...product, iban: LITHUANIA }]))).toEqual([2469]);
  expect(dutiesOf(year(2027, [held, { ...product, iban: MONACO }]))).toEqual([4938]);
  // 24.69134 × 153 / 365 = 10.3500; the 1.00 of stamp duty is no minimum of IVAFE.
  const opened = { ...product, iban: LITHUANIA, openedOn: '2027-08-01' };
  expect(dutiesOf(year(2027, [held, opened]))).toEqual([1035]);
  expect(dutiesOf(year(2027, [euro(100), { ...product, iban: LITHUANIA }]))).toEqual([20]);
});

test('a foreign bank credits interest gross; its tax is a cost that leaves no account', () => {
  const earning = { iban: LITHUANIA, rates: flatRate(3), interestCredit: 'QUARTERLY' } as const;
  const { accounts, credits } = evaluate({
    ...year(2027, [euro(10_000), earning]),
    horizon: horizonOfQuarters('2027-01-01', 2),
  });
  // 10,000 × 3 % × 90 / 365 = 73.97, credited whole; 26 % of it is 19.23.
  expect(credits[0]).toMatchObject({
    grossInterestCents: 7397,
    withholdingCents: 1923,
    dueInReturnCents: 1923,
    netInterestCents: 5474,
  });
  expect(accounts[0]?.settledCents).toBe(7397);
  expect(accounts[0]?.withholdingCents).toBe(1923 + (credits[1]?.withholdingCents ?? 0));
  // 12.5 % withheld there: the rest of 26 % is due.
  const [taxed] = evaluate(year(2027, [euro(10_000), { ...earning, withholdingPct: 12.5 }])).credits;
  expect(taxed).toMatchObject({ withholdingCents: 1923, dueInReturnCents: 998 });
});

test('the sheets of the return come to the referee’s IVAFE, account by account', () => {
  let [compared, due] = [0, 0];
  for (let seed = 1; compared < 40; seed += 1) {
    const size = { banks: 2, groups: 3, accounts: 5, operations: 4, transfers: 0, quarters: 4 };
    const { problem: drawn } = withRandomIbans(randomHorizonPlan(seed, size), seed);
    if (!drawn.quarter.endsWith('-01-01')) continue;
    const problem: Problem = {
      ...drawn,
      accounts: drawn.accounts.map((account) => ({ ...account, dutyBase: 'CLOSING' as const })),
      setups: drawn.setups.map((setup) => ({ ...setup, carried: undefined })),
    };
    const owed = new Map<string, number>();
    for (const sheet of sheetsOf(problem)) {
      for (const { accountId, dueCents } of sheet.lines)
        owed.set(accountId, (owed.get(accountId) ?? 0) + dueCents);
    }
    const { foreignDuties } = evaluate(problem);
    expect(owed).toEqual(new Map(foreignDuties.map(({ accountId, dutyCents }) => [accountId, dutyCents])));
    compared += 1;
    due += foreignDuties.filter(({ dutyCents }) => dutyCents > 0).length;
  }
  expect(due).toBeGreaterThan(40);
});

/** Of every holder of foreign accounts. */
function sheetsOf(problem: Problem) {
  const { accounts } = timelineOf(problem);
  const abroad = accounts.filter(({ entry }) => entry.foreignYears.length > 0);
  const persons = new Set(abroad.flatMap(({ entry }) => entry.holders.map(({ key }) => key)));
  return [...persons].map((person) => {
    const own = abroad.filter(({ entry }) => entry.holders.some(({ key }) => key === person));
    return ivafeSheet(
      yearOf(problem.quarter),
      own.map(({ entry, bookedCents }): ForeignAccount => {
        const product = isInListedState(entry.account) ? 'PRODUCT_IN_LISTED_STATE' : 'PRODUCT';
        return {
          id: entry.account.id,
          intermediary: entry.bank.id,
          kind: entry.account.dutyRegime === 'FIXED' ? 'ACCOUNT' : product,
          parts: 1,
          totalParts: entry.holders.length,
          balancesCents: bookedCents,
          openFrom: entry.openFrom,
          openTo: entry.openTo,
        };
      }),
    );
  });
}
