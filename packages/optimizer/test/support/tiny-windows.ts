/** Tiny households with lots whose bank still counts what is new to it. */

import type { Problem } from '@fibado/planning';
import { aLot, anOffer, randomOf } from '@fibado/planning/testing';
import { tinyProblem } from './tiny.js';

/** A promotion worth about as much as a week's interest elsewhere, so that some plans keep it and others give it up. */
export function tinyWindows(seed: number): Problem {
  const problem = tinyProblem(seed);
  const random = randomOf(seed * 43 + 37);
  const linked = random.pick(problem.accounts);
  const ratePct = random.pick([0.5, 1, 2]);
  const to = random.pick(['2027-06-25', '2027-06-28', '2027-06-30', '2027-07-20']);
  const offer = anOffer(1, {
    bankId: linked.bankId,
    linkedAccountId: linked.id,
    tenor: { months: 12 },
    ratePct,
    dutyPaidByBank: true,
    newMoney: { kind: 'NET_FLOW', from: '2027-02-01', to },
  });
  const lots = Array.from({ length: random.int(1, 2) }, (_, index) =>
    aLot(index + 1, {
      amountCents: random.int(1, 3) * 10_000,
      openedOn: random.pick(['2027-02-10', '2027-05-03']),
      maturityDate: '2028-05-03',
      ratePct,
    }),
  );
  // What is deposited in the quarter was there before.
  const deposited = lots
    .filter(({ openedOn }) => openedOn > problem.quarter)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const setups = problem.setups.map((setup) =>
    setup.accountId === linked.id
      ? { ...setup, openingBalanceCents: setup.openingBalanceCents + deposited }
      : setup,
  );
  return { ...problem, setups, offers: [offer], lots };
}
