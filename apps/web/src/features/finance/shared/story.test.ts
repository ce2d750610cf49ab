import { evaluate } from '@fibado/planning';
import { problemOf, problemOperations } from './problem';
import { accountInTrouble, storyOf } from './story';
import { ids, testData, testOperation } from './test-household';

const { setups, date } = testData.quarter;
const balancesWith = (operations: typeof testData.operations) => ({
  evaluation: evaluate(problemOf(testData, date, setups, problemOperations(operations))),
  operations,
});
const plain = balancesWith(testData.operations);
const short = balancesWith([
  ...testData.operations,
  testOperation({
    id: ids.salary,
    accountId: ids.savings,
    date: '2027-01-08',
    valueDate: '2027-01-08',
    amountCents: 500_000,
  }),
]);
const story = (shown: typeof plain, other?: typeof plain) =>
  storyOf({
    household: testData,
    setups,
    shown,
    other: other && { ...other, label: 'prima del piano' },
    name: (id) => (id === ids.main ? 'Conto Alfa' : 'Deposito Beta'),
    labels: { underWay: 'In viaggio', total: 'Totale' },
  });

describe('the accounts upon each other', () => {
  it('sum with what is on its way to the total of each day', () => {
    const { series, sum } = story(plain);
    expect(series.map(({ label, isHatched }) => [label, isHatched === true])).toEqual([
      ['Conto Alfa', false],
      ['Deposito Beta', false],
      ['In viaggio', true],
    ]);
    const added = plain.evaluation.days.map((_, day) =>
      series.reduce((total, { valuesCents }) => total + (valuesCents[day] ?? 0), 0),
    );
    expect(added).toEqual(sum.valuesCents);
    const sent = plain.evaluation.days.indexOf('2027-01-12');
    expect(series.at(-1)?.valuesCents[sent]).toBe(1_000_000);
    expect(series.at(-1)?.valuesCents[sent + 1]).toBe(0);
  });

  it('have no account in front while each keeps its minimum', () => {
    expect(accountInTrouble(testData, setups, [plain.evaluation])).toBeUndefined();
    expect(story(plain)).toMatchObject({ stack: { frontId: undefined }, minimumCents: undefined });
  });

  it('have the account in trouble in front, with its minimum, whichever plan it is in trouble under', () => {
    for (const { series, stack, minimumCents } of [story(short), story(plain, short)]) {
      expect([series[0]?.id, stack.frontId, minimumCents]).toEqual([ids.savings, ids.savings, 0]);
    }
    const { compare, series } = story(plain, short);
    expect(compare?.label).toBe('Deposito Beta, prima del piano');
    expect(compare?.valuesCents).not.toEqual(series[0]?.valuesCents);
  });

  it('keep an account’s colour on both sides of a plan', () => {
    const colors = (of: ReturnType<typeof story>) =>
      Object.fromEntries(of.series.map(({ id, color }) => [id, color]));
    expect(colors(story(plain, short))).toMatchObject(colors(story(short, plain)));
  });
});
