import { evaluate, type Operation, type Problem } from '@fibado/planning';
import {
  accountId,
  anAccount,
  anExpense,
  aProblem,
  aSetup,
  aTransferOperation,
  aBank,
  aGroup,
  bankId,
  theSettings,
} from '@fibado/planning/testing';
import type { Lot, TermOffer } from '@fibado/contracts';
import { lotReminders, planReminders, quarterReminders, type Reminder } from './find-reminders.js';

/** The second quarter of 2027, two accounts at one bank. */
const household = (fields: Partial<Problem>): Problem =>
  aProblem({ accounts: [anAccount(1), anAccount(2)], ...fields });

const kinds = (reminders: readonly Reminder[]) => reminders.map(({ kind }) => kind);
const find = (problem: Problem, today: string, daysBefore = 1) => planReminders(problem, today, daysBefore);

describe('reminders of a plan', () => {
  const due = (operation: Operation, today: string, daysBefore = 1) =>
    find(household({ setups: [aSetup(1, 100_000), aSetup(2)], operations: [operation] }), today, daysBefore);
  const transfer = (fields: Partial<Operation> = {}) =>
    aTransferOperation(1, 1, 2, '2027-05-10', 40_000, fields);

  it('tell of a transfer ahead and on its day, as two things', () => {
    expect(due(transfer(), '2027-05-08')).toEqual([]);
    const [ahead] = due(transfer(), '2027-05-09');
    expect(ahead).toEqual({
      kind: 'TRANSFER_DUE',
      params: { date: '2027-05-10', amountCents: 40_000, from: 'Conto 1', to: 'Conto 2' },
      link: '/fibado/dashboard/operation/edit/2027-04-01',
      quarter: '2027-04-01',
      about: expect.stringMatching(/:2027-05-10:ahead$/),
    });
    const [today] = due(transfer(), '2027-05-10');
    expect(today?.about).toMatch(/:2027-05-10:today$/);
    expect(due(transfer(), '2027-05-14')[0]?.about).toBe(today?.about);
    expect(due(transfer(), '2027-05-18')).toEqual([]);
  });

  it('tell of the pieces of an amount together, and how and to whom it is sent', () => {
    const problem = household({
      banks: [aBank(1), aBank(2)],
      accounts: [anAccount(1), anAccount(2, { bankId: bankId(2), payeeName: 'ROSSI ANNA' })],
      setups: [aSetup(1, 200_000), aSetup(2)],
      operations: [1, 2, 3].map((number) =>
        aTransferOperation(number, 1, 2, '2027-05-10', number === 3 ? 20_000 : 50_000, { speed: 'INSTANT' }),
      ),
    });
    expect(find(problem, '2027-05-09').map(({ params }) => params)).toEqual([
      {
        date: '2027-05-10',
        amountCents: 120_000,
        from: 'Conto 1',
        to: 'Conto 2',
        payee: 'ROSSI ANNA',
        speed: 'INSTANT',
        pieces: 3,
        pieceCents: 50_000,
      },
    ]);
  });

  it('look as many days ahead as the settings say', () => {
    expect(due(transfer(), '2027-05-09', 0)).toEqual([]);
    expect(kinds(due(transfer(), '2027-05-05', 5))).toEqual(['TRANSFER_DUE']);
  });

  it('say nothing of transfers that are done, nor of incomes and expenses', () => {
    expect(due(transfer({ status: 'DONE' }), '2027-05-10')).toEqual([]);
    expect(due(anExpense(1, 1, '2027-05-10', 100), '2027-05-10')).toEqual([]);
  });

  it('tell of the first coming day below the minimum, and of the largest shortfall, as the referee does', () => {
    const problem = household({
      accounts: [anAccount(1, { minBalanceCents: 50_000 }), anAccount(2)],
      setups: [aSetup(1, 60_000), aSetup(2)],
      operations: [anExpense(1, 1, '2027-05-10', 20_000), anExpense(2, 1, '2027-06-01', 5000)],
    });
    const params = { account: 'Conto 1', minBalanceCents: 50_000 };
    expect(find(problem, '2027-05-01').map((reminder) => reminder.params)).toEqual([
      { ...params, date: '2027-05-10', missingCents: 15_000 },
    ]);
    expect(evaluate(problem).violations).toEqual([
      expect.objectContaining({ kind: 'BELOW_MINIMUM', date: '2027-05-10', amountCents: 15_000 }),
    ]);
    expect(find(problem, '2027-06-15').map((reminder) => reminder.params)).toEqual([
      { ...params, date: '2027-06-15', missingCents: 15_000 },
    ]);
  });

  it('say nothing of the limits of an account that is left out', () => {
    const problem = household({ setups: [aSetup(1, -5000, { excluded: true }), aSetup(2)] });
    expect(find(problem, '2027-05-01')).toEqual([]);
  });

  it('tell of an average within the margin below the duty threshold, with the euro-days left', () => {
    const of = (openingCents: number, fields = {}) =>
      find(
        household({
          accounts: [anAccount(1, { dutyRegime: 'FIXED', ...fields }), anAccount(2)],
          setups: [aSetup(1, openingCents), aSetup(2)],
        }),
        '2027-05-01',
      );
    // The threshold is 5,000.00 and the margin 50.00; the quarter has 91 days.
    expect(of(494_900)).toEqual([]);
    expect(of(498_000)[0]).toMatchObject({
      kind: 'DUTY_THRESHOLD',
      params: {
        bank: 'Banca 1',
        holders: 'Anna',
        quarter: '2027-04-01',
        thresholdCents: 500_000,
        euroDaysLeft: 20 * 91,
      },
    });
    expect(of(500_000)[0]?.params).toMatchObject({ euroDaysLeft: 0 });
    expect(of(500_100)).toEqual([]);
    expect(of(498_000, { dutyPaidByBank: true })).toEqual([]);
  });

  it('tell of a guarantee exceeded at its peak, until the peak is past', () => {
    const problem = household({
      banks: [aBank(1)],
      accountGroups: [aGroup(1, { holders: ['Anna', 'Bruno'] })],
      setups: [aSetup(1, 25_000_000), aSetup(2)],
      operations: [anExpense(1, 1, '2027-05-10', 10_000_000)],
    });
    const found = find(problem, '2027-04-01');
    expect(found.map((reminder) => reminder.params)).toEqual(
      ['Anna', 'Bruno'].map((holder) => ({
        holder,
        bank: 'Banca 1',
        date: '2027-04-01',
        exposureCents: 12_500_000,
        limitCents: 10_000_000,
      })),
    );
    expect(found[0]?.about).toBe(`${bankId(1)}:Anna`);
    expect(find(problem, '2027-04-02')).toEqual([]);
    expect(find({ ...problem, settings: theSettings({ guaranteePolicy: 'OFF' }) }, '2027-04-01')).toEqual([]);
  });

  it('tell a week before a term deposit matures what it will give back', () => {
    const problem = household({
      accounts: [
        anAccount(1),
        anAccount(2, { kind: 'DEPOSIT_TERM', maturityDate: '2027-05-20', linkedAccountId: accountId(1) }),
      ],
      setups: [aSetup(1), aSetup(2, 1_000_000)],
    });
    expect(find(problem, '2027-05-12')).toEqual([]);
    for (const today of ['2027-05-13', '2027-05-20'])
      expect(find(problem, today)).toMatchObject([
        { kind: 'TERM_MATURING', params: { account: 'Conto 2', date: '2027-05-20', amountCents: 1_000_000 } },
      ]);
    expect(find(problem, '2027-05-21')).toEqual([]);
    expect(kinds(find(problem, '2027-05-01', 30))).toEqual(['TERM_MATURING']);
  });
});

describe('reminders of lots', () => {
  const offer = {
    id: 'o',
    name: 'Vincolo',
    tenor: { months: 12 },
    renewal: 'AUTO',
    noticeDays: 32,
  } as TermOffer;
  const aLot = (fields: Partial<Lot>): Lot => ({
    id: 'l',
    offerId: 'o',
    amountCents: 500_000,
    openedOn: '2026-05-20',
    maturityDate: '2027-05-20',
    ratePct: 3,
    state: 'OPEN',
    version: 1,
    ...fields,
  });
  const found = (lot: Lot, today: string, daysBefore = 1) =>
    lotReminders([{ lot, offer }], today, daysBefore);

  it('tell a week before the last day on which notice can be given', () => {
    expect(found(aLot({}), '2027-04-10')).toEqual([]);
    for (const today of ['2027-04-11', '2027-04-18'])
      expect(found(aLot({}), today)).toEqual([
        {
          kind: 'NOTICE_DUE',
          params: {
            account: 'Vincolo',
            date: '2027-04-18',
            amountCents: 500_000,
            maturity: '2027-05-20',
          },
          link: '/fibado/term-deposits',
          quarter: '2027-04-01',
          about: 'l:2027-04-18',
        },
      ]);
    expect(found(aLot({}), '2027-04-19')).toEqual([]);
    expect(found(aLot({ renewal: 'TO_LINKED' }), '2027-04-18')).toEqual([]);
    expect(kinds(found(aLot({}), '2027-04-01', 30))).toEqual(['NOTICE_DUE']);
  });

  it('tell a week before the money of a lot comes back, broken or matured', () => {
    const coming = (lot: Lot, today: string) =>
      found(lot, today).map(({ kind, params }) => [kind, 'date' in params && params.date]);
    expect(coming(aLot({}), '2027-05-13')).toEqual([['TERM_MATURING', '2027-05-20']]);
    expect(coming(aLot({ state: 'MATURED' }), '2027-05-20')).toEqual([['TERM_MATURING', '2027-05-20']]);
    expect(coming(aLot({ state: 'MATURED' }), '2027-05-21')).toEqual([]);
    const broken = aLot({ state: 'BROKEN', brokenOn: '2027-01-01' });
    expect(coming(broken, '2027-01-26')).toEqual([['TERM_MATURING', '2027-02-02']]);
    expect(coming(broken, '2027-05-13')).toEqual([]);
  });

  it('tell a week before a break has to be asked for, with the day its money comes back', () => {
    const broken = aLot({ state: 'BROKEN', brokenOn: '2027-01-01' });
    expect(found(broken, '2026-12-24')).toEqual([]);
    expect(found(broken, '2026-12-25')).toMatchObject([
      {
        kind: 'BREAK_DUE',
        params: { account: 'Vincolo', date: '2027-01-01', amountCents: 500_000, back: '2027-02-02' },
        about: 'l:2027-01-01',
      },
    ]);
    expect(kinds(found(broken, '2027-01-02'))).toEqual([]);
  });
});

describe('reminders of goals', () => {
  const goal = { id: 'g', name: 'Auto', date: '2027-06-29', amountCents: 90_000 };
  const due = (fields: Partial<typeof goal>, today: string) =>
    find(
      household({ setups: [aSetup(1, 60_000), aSetup(2, 40_000)], goals: [{ ...goal, ...fields }] }),
      today,
    );
  const status = (fields: Partial<typeof goal>, today: string) =>
    due(fields, today).map(({ params }) => 'status' in params && [params.status, params.missingCents]);

  it('tell a week ahead whether the plan has the money ready', () => {
    expect(due({}, '2027-06-21')).toEqual([]);
    expect(due({}, '2027-06-22')).toEqual([
      {
        kind: 'GOAL_DUE',
        params: {
          goal: 'Auto',
          date: '2027-06-29',
          amountCents: 90_000,
          missingCents: 0,
          status: 'COVERED',
        },
        link: '/fibado/year',
        quarter: '2027-04-01',
        about: 'g:2027-06-29',
      },
    ]);
    expect(status({ amountCents: 120_000 }, '2027-06-29')).toEqual([['SHORT', 20_000]]);
    expect(due({}, '2027-06-30')).toEqual([]);
  });

  it('tell of one in the next quarter, whose balances this one does not know', () => {
    expect(status({ date: '2027-07-02' }, '2027-06-28')).toEqual([['UNKNOWN', 0]]);
    expect(due({ date: '2027-07-02' }, '2027-06-28')[0]?.quarter).toBe('2027-07-01');
  });
});

describe('reminders of a quarter', () => {
  const date = '2027-04-01';

  it('tell that it has begun and is not started, that it is over and not closed, and nothing else', () => {
    expect(quarterReminders({ date, state: 'INITIALIZED' }, '2027-03-31')).toEqual([]);
    expect(kinds(quarterReminders({ date, state: 'INITIALIZED' }, '2027-04-01'))).toEqual([
      'QUARTER_TO_START',
    ]);
    expect(quarterReminders({ date, state: 'STARTED' }, '2027-06-30')).toEqual([]);
    expect(kinds(quarterReminders({ date, state: 'STARTED' }, '2027-07-01'))).toEqual(['QUARTER_TO_CLOSE']);
    expect(quarterReminders({ date, state: 'CLOSED' }, '2027-07-01')).toEqual([]);
  });
});
