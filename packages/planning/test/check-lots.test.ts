/** Every wrong field of an offer, a lot or a goal is named by its path, alone. */

import { checkProblem, type Goal, type Lot, maturityOf, type Problem, type TermOffer } from '../src/index.js';
import {
  aBank,
  accountId,
  aLot,
  anAccount,
  anOffer,
  aProblem,
  aSetup,
  bankId,
  lotId,
  offerId,
  testId,
} from '../src/testing/index.js';

const GOAL: Goal = { id: testId(1), name: 'Car', date: '2027-06-01', amountCents: 100 };

function sound({ offer = {}, lot = {}, goal = {} }: Wrong = {}): Problem {
  return aProblem({
    banks: [aBank(1), aBank(2)],
    accounts: [
      anAccount(1),
      anAccount(2, { bankId: bankId(2) }),
      anAccount(3, { kind: 'DEPOSIT_TERM', maturityDate: '2027-05-05', linkedAccountId: accountId(1) }),
      anAccount(4),
    ],
    setups: [aSetup(1, 100), aSetup(2), aSetup(3)],
    offers: [anOffer(1, offer), anOffer(2, { exit: { kind: 'ZERO' } })],
    lots: [aLot(1, lot), aLot(2, { offerId: offerId(2), state: 'BROKEN', brokenOn: '2027-04-01' })],
    goals: [{ ...GOAL, ...goal }],
  });
}

interface Wrong {
  readonly offer?: Partial<TermOffer>;
  readonly lot?: Partial<Lot>;
  readonly goal?: Partial<Goal>;
}

const WRONG: readonly [path: string, wrong: Wrong][] = [
  ['offers.1.id', { offer: { id: offerId(2) }, lot: { offerId: offerId(2) } }],
  ['offers.0.bankId', { offer: { bankId: bankId(9) } }],
  ['offers.0.linkedAccountId', { offer: { linkedAccountId: accountId(9) } }],
  ['offers.0.linkedAccountId', { offer: { linkedAccountId: accountId(2) } }],
  ['offers.0.linkedAccountId', { offer: { linkedAccountId: accountId(3) } }],
  ['offers.0.tenor', { offer: { tenor: {} } }],
  ['offers.0.tenor', { offer: { tenor: { months: 1, days: 30 } } }],
  ['offers.0.tenor.months', { offer: { tenor: { months: 0 } } }],
  ['offers.0.tenor.days', { offer: { tenor: { days: 1.5 } } }],
  ['offers.0.ratePct', { offer: { ratePct: undefined } }],
  ['offers.0.ratePct', { offer: { ratePct: 101 } }],
  ['offers.0.steps', { offer: { ratePct: undefined, steps: [{ months: 11, ratePct: 2 }] } }],
  ['offers.0.minCents', { offer: { minCents: 0 } }],
  ['offers.0.stepCents', { offer: { stepCents: 0.5 } }],
  ['offers.0.maxCents', { offer: { maxCents: 1 } }],
  ['offers.0.exit.ratePct', { offer: { exit: { kind: 'BASE_RATE' } } }],
  ['offers.0.exit.ratePct', { offer: { exit: { kind: 'NONE', ratePct: 1 } } }],
  ['offers.0.noticeDays', { offer: { noticeDays: -1 } }],
  ['offers.0.openTo', { offer: { openFrom: '2027-02-01', openTo: '2027-01-01' } }],
  [
    'offers.0.newMoney.baselineCents',
    { offer: { newMoney: { kind: 'SNAPSHOT', on: '2027-01-01', baselineCents: -1 } } },
  ],
  ['offers.0.newMoney.to', { offer: { newMoney: { kind: 'NET_FLOW', from: '2027-02-01', to: 'soon' } } }],
  ['lots.1.id', { lot: { id: lotId(2) } }],
  ['lots.0.id', { lot: { id: accountId(1) } }],
  ['lots.0.offerId', { lot: { offerId: offerId(9) } }],
  ['lots.0.amountCents', { lot: { amountCents: 0 } }],
  ['lots.0.maturityDate', { lot: { maturityDate: '2027-01-10' } }],
  ['lots.0.brokenOn', { lot: { brokenOn: '2027-04-02' } }],
  ['lots.0.brokenOn', { lot: { state: 'BROKEN' } }],
  ['lots.0.brokenOn', { lot: { state: 'BROKEN', brokenOn: '2027-04-02' } }],
  ['goals.0.date', { goal: { date: '2027-06-31' } }],
  ['goals.0.amountCents', { goal: { amountCents: -1 } }],
  ['goals.0.accountIds.0', { goal: { accountIds: [accountId(3)] } }],
  ['goals.0.accountIds.1', { goal: { accountIds: [accountId(1), accountId(4)] } }],
];

test('sound offers, lots and goals have no issues', () => {
  expect(checkProblem(sound())).toEqual([]);
});

test.each(WRONG)('%s', (path, wrong) => {
  expect(checkProblem(sound(wrong)).map((issue) => issue.path)).toEqual([path]);
});

test('the linked account of a lot that is there in the horizon takes part in it', () => {
  const outside = { linkedAccountId: accountId(4) };
  expect(checkProblem(sound({ offer: outside })).map(({ path }) => path)).toEqual(['lots.0.offerId']);
  expect(checkProblem(sound({ offer: outside, lot: { openedOn: '2027-07-01' } }))).toEqual([]);
});

test('a month that lacks the day of opening matures on its last day', () => {
  expect(maturityOf({ months: 1 }, '2028-01-31')).toBe('2028-02-29');
  expect(maturityOf({ days: 30 }, '2028-01-31')).toBe('2028-03-01');
});
