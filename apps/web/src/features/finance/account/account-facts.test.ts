import { evaluate, lawOn } from '@fibado/planning';
import { problemOf, problemOperations } from '../shared/problem';
import { ids, testAccount, testData, testOperation } from '../shared/test-household';
import { matches, movementsOf, rateNow, thresholdDistance } from './account-facts';

const { quarter, operations, accounts } = testData;
const evaluation = evaluate(problemOf(testData, quarter.date, quarter.setups, problemOperations(operations)));
const [main, savings] = accounts;
if (!main || !savings) throw new Error('two accounts');

it('signs a movement by what it does to the account, the latest first', () => {
  expect(movementsOf(ids.main, operations).map(({ cents }) => cents)).toEqual([-1_000_000, -80_000]);
  expect(movementsOf(ids.savings, operations).map(({ cents }) => cents)).toEqual([1_000_000]);
  const salary = testOperation({ id: ids.salary, kind: 'INCOME', amountCents: 5 });
  expect(movementsOf(ids.main, [salary])[0]?.cents).toBe(5);
});

it.each([
  ['affitto', true],
  ['AFFITTO 800', true],
  ['04/01/2027', true],
  ['800,00', true],
  ['800,01', false],
  ['affitto luce', false],
  ['', true],
])('finds «%s» in a movement: %s', (search, found) => {
  const [, rent] = movementsOf(ids.main, operations);
  expect(rent && matches(rent, search)).toBe(found);
});

it('finds an amount of thousands with and without its point, and words without their accents', () => {
  const [move] = movementsOf(ids.main, operations);
  expect(move && [matches(move, '10.000'), matches(move, '10000')]).toEqual([true, true]);
  const operation = testOperation({ id: ids.rent, description: 'Università' });
  expect(matches({ operation, cents: 1 }, 'universita')).toBe(true);
});

it('says how far the average is from the threshold, of the fixed duty alone', () => {
  const distance = thresholdDistance(main, evaluation, quarter.date);
  expect(distance?.thresholdCents).toBe(lawOn(quarter.date).fixedDutyThresholdCents);
  expect(distance && distance.thresholdCents - distance.averageCents).toBe(distance?.leftCents);
  expect(thresholdDistance(savings, evaluation, quarter.date)).toBeUndefined();
});

it('knows the rate of today and its end', () => {
  const tiers = [{ upToCents: null, ratePct: 4 }];
  const rates = [{ from: '2027-01-01', to: '2027-03-31', tiers, tierMode: 'MARGINAL' as const }];
  const account = testAccount({ id: 'x', name: 'X', bankId: ids.alfa, rates });
  expect(rateNow(account, '2027-02-01')?.to).toBe('2027-03-31');
  expect(rateNow(account, '2027-04-01')).toBeUndefined();
});
