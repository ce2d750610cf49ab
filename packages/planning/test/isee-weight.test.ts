/** What a euro, and what a plan, weighs in the ISEE. */
import {
  averageChanges,
  childAllowanceCents,
  iseeChangeCents,
  iseeCostCents,
  iseeLaw,
  iseePrice,
} from '../src/index.js';
import { aGroup, anAccount, aProblem, aSetup, aTransfer, groupId } from '../src/testing/index.js';

describe('what a euro weighs', () => {
  it('moves the ISEE by 20 % over the scale: 50,000 € of a household of four are 4,065.04 €', () => {
    // The published case: 22,876 → 18,811 when 50,000 € leave the assets above the allowance.
    expect(iseeChangeCents(iseeLaw(2025), 4, 2, 50_000)).toBe(406_504);
    expect(22_876 - Math.round(406_504 / 100)).toBe(18_811);
    // From 2026 two children add 0.10 to the scale: 10,000 / 2.56
    expect(iseeChangeCents(iseeLaw(2026), 4, 2, 50_000)).toBe(390_625);
  });

  it.each([
    [17_468, 20_380],
    [25_000, 16_590],
    [30_000, 14_090],
    [46_583, 5830],
    [90_000, 5830],
  ])('gives in 2026 for an ISEE of %i € %i cents a month and child', (euro, cents) => {
    expect(childAllowanceCents(2026, euro * 100)).toBe(cents);
  });

  it('has the table of 2022 as the law prints it, and none of unknown years', () => {
    expect(childAllowanceCents(2022, 1_500_000)).toBe(17_500);
    expect(childAllowanceCents(2022, 1_500_001)).toBe(17_450);
    expect(childAllowanceCents(2022, 4_000_000)).toBe(5000);
    expect(() => childAllowanceCents(2021, 0)).toThrow(RangeError);
    expect(() => childAllowanceCents(2027, 0)).toThrow(RangeError);
  });
});

describe('what a plan weighs', () => {
  const QUARTER = '2027-01-01';
  const free = { transferLeadDays: 0 };
  const problem = aProblem({
    quarter: QUARTER,
    horizon: { from: QUARTER, to: '2027-03-31' },
    accountGroups: [aGroup(1, { holders: ['Anna'] }), aGroup(2, { holders: ['Anna', 'Bruno'] })],
    accounts: [
      anAccount(1, free),
      anAccount(2, { ...free, accountGroupId: groupId(2) }),
      anAccount(3, { ...free, kind: 'CASH', dutyRegime: 'NONE' }),
    ],
    setups: [aSetup(1, 1_000_000), aSetup(2), aSetup(3)],
  });

  it('is the change of each holder’s average: half of a joint account’s, nothing of cash', () => {
    // 3,650 € for the seven days from 25 to 31 March: Anna keeps half of it.
    expect(averageChanges(problem, [aTransfer(1, 2, '2027-03-25', 365_000)])).toEqual([
      { holder: 'Anna', year: 2027, changeCents: -3500 },
      { holder: 'Bruno', year: 2027, changeCents: 3500 },
    ]);
    expect(averageChanges(problem, [aTransfer(1, 3, '2027-03-25', 365_000)])).toEqual([
      { holder: 'Anna', year: 2027, changeCents: -7000 },
    ]);
    expect(averageChanges(problem, [])).toEqual([]);
  });

  it('is told apart by the year of the balances', () => {
    const twoYears = {
      ...problem,
      quarter: '2026-10-01',
      horizon: { from: '2026-10-01', to: '2027-03-31' },
    };
    const changes = averageChanges(twoYears, [aTransfer(1, 3, '2026-12-22', 365_000)]);
    // Ten days of 2026 and ninety of 2027.
    expect(changes.map(({ year, changeCents }) => [year, changeCents])).toEqual([
      [2026, -10_000],
      [2027, -90_000],
    ]);
  });

  it('has the price of the household’s place in the allowance table of the declaration’s year', () => {
    const household = { members: 4, children: 2, minors: 2, iseeCents: 2_000_000 };
    const price = iseePrice(2024, household);
    // 10,000 € × 20 % / 2.56 = 781.25 € of ISEE, about 0.50 € a month per 100 €, two children, twelve months, a tenth.
    expect(price).toMatchObject({ iseePer1000EuroCents: 7813, allowanceYear: 2026 });
    expect(price.per1000EuroCents).toBeGreaterThanOrEqual(860);
    expect(price.per1000EuroCents).toBeLessThanOrEqual(1020);
    // Above the table's last step nothing is lost; of a later declaration the newest table is taken.
    expect(iseePrice(2024, { ...household, iseeCents: 5_000_000 }).per1000EuroCents).toBe(0);
    expect(iseePrice(2027, household).allowanceYear).toBe(2026);
    expect(iseeCostCents(-3500, price.per1000EuroCents)).toBe(
      -Math.round((35 * price.per1000EuroCents) / 1000),
    );
  });
});
