import type { Account, Lot, TermOffer } from '@fibado/contracts';
import { testHousehold } from '../shared/test-household';
import { datesOf, depositsOf, running, spanOf } from './deposits-model';

const TODAY = '2027-01-10';
const offer = {
  id: 'o',
  name: 'Vincolo',
  bankId: 'b',
  tenor: { months: 12 },
  noticeDays: 32,
  renewal: 'AUTO',
} as TermOffer;
const aLot = (id: string, fields: Partial<Lot>): Lot => ({
  id,
  offerId: 'o',
  amountCents: 500_000,
  openedOn: '2026-03-01',
  maturityDate: '2027-03-01',
  ratePct: 3,
  state: 'OPEN',
  version: 1,
  ...fields,
});
const account = {
  ...(testHousehold.accounts[0] as Account),
  id: 'a',
  name: 'Deposito',
  kind: 'DEPOSIT_TERM',
  maturityDate: '2027-02-01',
  openedOn: undefined,
} as const;

const data = {
  lots: [
    aLot('open', {}),
    aLot('told', { renewal: 'TO_LINKED' }),
    aLot('broken', { brokenOn: '2027-01-05', state: 'BROKEN' }),
    aLot('past', { openedOn: '2025-01-01', maturityDate: '2026-01-01', state: 'MATURED' }),
  ],
  offers: [offer],
  accounts: [account, { ...account, id: 'archived', active: false }],
  balanceOf: (id: string) => (id === 'a' ? 700_000 : undefined),
  today: TODAY,
};

it('puts lots and accounts of term deposits on one time line, by the day their money comes back', () => {
  const deposits = depositsOf(data);
  expect(deposits.map(({ id, kind, to, amountCents }) => [id, kind, to, amountCents])).toEqual([
    ['past', 'LOT', '2026-01-01', 500_000],
    ['a', 'ACCOUNT', '2027-02-01', 700_000],
    // Notice on 5 January and 32 days.
    ['broken', 'LOT', '2027-02-06', 500_000],
    ['open', 'LOT', '2027-03-01', 500_000],
    ['told', 'LOT', '2027-03-01', 500_000],
  ]);
  expect(running(deposits, TODAY)).toHaveLength(4);
});

it('lists what comes: the notice to give only where the bank would renew by itself', () => {
  expect(datesOf(data, depositsOf(data)).map(({ day, kind, deposit }) => [day, kind, deposit.id])).toEqual([
    ['2027-01-28', 'NOTICE', 'open'],
    ['2027-02-01', 'MATURITY', 'a'],
    ['2027-02-06', 'PAYOUT', 'broken'],
    ['2027-03-01', 'RENEWAL', 'open'],
    ['2027-03-01', 'MATURITY', 'told'],
  ]);
});

it('shows half a year before today at most', () => {
  expect(spanOf(running(depositsOf(data), TODAY), TODAY)).toEqual({ from: '2026-07-14', to: '2027-03-16' });
  expect(spanOf([], TODAY)).toEqual({ from: TODAY, to: '2027-01-25' });
});
