/** How a transfer is sent: speed, cut-off hours, limits. */
import {
  horizonOf,
  type Account,
  type Bank,
  checkProblem,
  dayRulesOf,
  evaluate,
  type Operation,
  piecesOf,
  type Problem,
  type Transfer,
  transferObstacle,
} from '../src/index.js';
import {
  aBank,
  accountId,
  anAccount,
  aSetup,
  aTransfer,
  aTransferOperation,
  bankId,
} from '../src/testing/index.js';
import { pair, balances } from './support/pair.js';

describe('an instant transfer', () => {
  const [FRIDAY, SATURDAY, MONDAY] = ['2027-04-09', '2027-04-10', '2027-04-12'];
  const instant = { send: true, receive: true };
  const banks = (fields: Partial<Bank>, second = fields): Partial<Problem> => ({
    banks: [aBank(1, fields), aBank(2, second)],
  });
  const daysOf = (problem: Problem, transfer: Partial<Transfer> = {}) => {
    const made = { ...aTransfer(1, 2, FRIDAY, 30_000), ...transfer };
    const { accounts, violations } = evaluate(problem, [made]);
    const arrival = Object.entries(balances(problem, 2, [made])).find(([, cents]) => cents === 130_000)?.[0];
    return { arrival, feesCents: accounts[0]?.transferFeesCents, refused: violations.length };
  };
  const slow = { transferLeadDays: 1, transferFeeCents: 50 };

  it('arrives on its day where both banks offer it, and costs its own fee', () => {
    expect(daysOf(pair(slow, {}, banks({ instant })))).toEqual({
      arrival: FRIDAY,
      feesCents: 50,
      refused: 0,
    });
    const cheaper = { ...slow, instantFeeCents: 20 };
    expect(daysOf(pair(cheaper, {}, banks({ instant })))).toMatchObject({ arrival: FRIDAY, feesCents: 20 });
    expect(daysOf(pair(cheaper, {}, banks({ instant })), { speed: 'ORDINARY' })).toEqual({
      arrival: MONDAY,
      feesCents: 50,
      refused: 0,
    });
  });

  it.each<[string, Partial<Account>, Partial<Account>, Partial<Problem>]>([
    ['one bank does not send', {}, {}, banks({ instant: { ...instant, send: false } }, { instant })],
    ['the other does not receive', {}, {}, banks({ instant }, { instant: { ...instant, receive: false } })],
    ['it begins later', {}, {}, banks({ instant: { ...instant, from: SATURDAY } })],
    ['a deposit exchanges with one account', { linkedAccountId: accountId(2) }, {}, banks({ instant })],
    ['nothing is known of the banks', {}, {}, {}],
  ])(
    'is not made where %s: then it goes as before, and one that has to be instant is refused',
    (...given) => {
      const [, first, second, more] = given;
      const problem = pair({ ...slow, ...first }, second, more);
      expect(daysOf(problem)).toEqual({ arrival: MONDAY, feesCents: 50, refused: 0 });
      expect(daysOf(problem, { speed: 'INSTANT' }).refused).toBe(1);
    },
  );

  it('is not chosen by itself where it costs more', () => {
    const problem = pair({ ...slow, instantFeeCents: 90 }, {}, banks({ instant }));
    expect(daysOf(problem)).toMatchObject({ arrival: MONDAY, feesCents: 50 });
    expect(daysOf(problem, { speed: 'INSTANT' })).toEqual({ arrival: FRIDAY, feesCents: 90, refused: 0 });
  });

  it('is made on a Saturday where both banks book it on that day', () => {
    const made = (weekendBooking?: Bank['weekendBooking']) =>
      daysOf(pair(slow, {}, banks({ instant }, { instant, weekendBooking })), { date: SATURDAY });
    const both = pair(slow, {}, banks({ instant, weekendBooking: 'SAME_DAY' }));
    expect(daysOf(both, { date: SATURDAY })).toEqual({ arrival: SATURDAY, feesCents: 50, refused: 0 });
    expect(made('SAME_DAY').refused).toBe(1);
    expect(made().refused).toBe(1);
  });

  it('planned before is kept as it was stored', () => {
    const stored = (fields: Partial<Operation>) =>
      evaluate({
        ...pair(slow, {}, banks({ instant })),
        operations: [
          aTransferOperation(1, 1, 2, FRIDAY, 30_000, { origin: 'OPTIMIZER', valueDate: MONDAY, ...fields }),
        ],
      }).accounts[1]?.dailyBalancesCents[8];
    expect(stored({})).toBe(100_000);
    expect(stored({ valueDate: FRIDAY })).toBe(100_000);
    expect(stored({ valueDate: FRIDAY, speed: 'INSTANT' })).toBe(130_000);
  });
});

describe('after the cut-off of its account', () => {
  const FRIDAY = '2027-04-09';
  const instant = { send: true, receive: true };
  const late = (time: string, second: Partial<Account> = {}, more: Partial<Problem> = {}) =>
    pair({ transferLeadDays: 1, cutOff: '17:00' }, second, {
      ...more,
      orderedFrom: { date: FRIDAY, time },
    });
  const refused = (problem: Problem, fields: Partial<Transfer> = {}) =>
    evaluate(problem, [{ ...aTransfer(1, 2, FRIDAY, 500), ...fields }]).violations.map(({ kind }) => kind);
  const obstacle = (problem: Problem, speed?: Transfer['speed']) => {
    const end = (number: number) => ({
      account: problem.accounts[number - 1] ?? anAccount(number),
      setup: aSetup(number),
      bank: problem.banks[number - 1] ?? aBank(number),
    });
    const transfer = { date: FRIDAY, speed };
    return transferObstacle(end(1), end(2), transfer, horizonOf(problem), dayRulesOf(problem))?.kind;
  };

  it('an ordinary transfer no longer leaves on that day, and leaves on the next', () => {
    expect(refused(late('16:59'))).toEqual([]);
    expect(refused(late('17:00'))).toEqual(['TRANSFER_NOT_ALLOWED']);
    expect(obstacle(late('17:40'))).toBe('CUT_OFF_PASSED');
    expect(refused(late('17:40'), { date: '2027-04-12' })).toEqual([]);
  });

  it('money still moves at once, and within the bank', () => {
    const banks = [aBank(1, { instant }), aBank(2, { instant })];
    expect(refused(late('17:40', {}, { banks }))).toEqual([]);
    expect(refused(late('17:40', {}, { banks }), { speed: 'ORDINARY' })).toEqual(['TRANSFER_NOT_ALLOWED']);
    expect(obstacle(late('17:40'), 'INSTANT')).toBe('SPEED_NOT_POSSIBLE');
    expect(refused(late('17:40', { bankId: bankId(1) }))).toEqual([]);
  });

  it('is a time of the day', () => {
    const paths = (cutOff: string) => checkProblem(pair({ cutOff })).map(({ path }) => path);
    expect(paths('17:00')).toEqual([]);
    for (const wrong of ['24:00', '7:00', '17:60']) expect(paths(wrong)).toEqual(['accounts.0.cutOff']);
  });
});

describe('the limits of transfers', () => {
  const DAY = '2027-04-09';
  const refused = (fields: Partial<Account>, amounts: readonly number[], more: Partial<Problem> = {}) =>
    evaluate(
      pair({ minBalanceCents: -1_000_000, ...fields }, {}, more),
      amounts.map((cents) => aTransfer(1, 2, DAY, cents)),
    ).violations.map(({ kind, date, amountCents }) => [kind, date, amountCents]);

  it('bound each transfer to another bank, and the sum of a day', () => {
    expect(refused({ singleLimitCents: 500 }, [500, 500])).toEqual([]);
    expect(refused({ singleLimitCents: 500 }, [501])).toEqual([['SINGLE_LIMIT_EXCEEDED', DAY, 1]]);
    expect(refused({ dailyLimitCents: 800 }, [500, 300])).toEqual([]);
    expect(refused({ dailyLimitCents: 800 }, [500, 301])).toEqual([['DAILY_LIMIT_EXCEEDED', DAY, 1]]);
  });

  it('count what is done on the day, which alone breaks none', () => {
    const operations = [aTransferOperation(1, 1, 2, DAY, 900, { status: 'DONE' })];
    expect(refused({ singleLimitCents: 500, dailyLimitCents: 800 }, [], { operations })).toEqual([]);
    expect(refused({ singleLimitCents: 500, dailyLimitCents: 800 }, [100], { operations })).toEqual([
      ['DAILY_LIMIT_EXCEEDED', DAY, 200],
    ]);
    const planned = [aTransferOperation(1, 1, 2, DAY, 900)];
    expect(refused({ singleLimitCents: 500 }, [], { operations: planned })).toEqual([
      ['SINGLE_LIMIT_EXCEEDED', DAY, 400],
    ]);
  });

  it('leave money that stays within the bank alone', () => {
    const problem = pair({ singleLimitCents: 1, dailyLimitCents: 1 }, { bankId: bankId(1) });
    expect(evaluate(problem, [aTransfer(1, 2, DAY, 500)]).violations).toEqual([]);
  });

  it('split an amount into the fewest pieces', () => {
    expect(piecesOf(1200, 500)).toEqual([500, 500, 200]);
    expect(piecesOf(1000, 500)).toEqual([500, 500]);
    expect(piecesOf(500, 500)).toEqual([500]);
    expect(piecesOf(500, Infinity)).toEqual([500]);
  });

  it('are positive amounts', () => {
    const paths = checkProblem(pair({ singleLimitCents: 0, dailyLimitCents: -1 })).map(({ path }) => path);
    expect(paths).toEqual(['accounts.0.singleLimitCents', 'accounts.0.dailyLimitCents']);
  });
});
