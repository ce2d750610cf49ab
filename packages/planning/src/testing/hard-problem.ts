import type { Problem } from '../problem.js';
import { anAccount, anIncome, aProblem, aSetup } from './builders.js';

/** A problem no engine is done with soon: many accounts, every day different. */
export function hardProblem(operations = 120, size = 24): Problem {
  const rate = (index: number) => [
    {
      from: '2027-01-01',
      tiers: [
        { upToCents: 300_000 + index * 37_000, ratePct: 1 + (index % 7) / 4 },
        { upToCents: null, ratePct: 0.25 },
      ],
      tierMode: 'WHOLE_BALANCE' as const,
    },
  ];
  const accounts = Array.from({ length: size }, (_, index) =>
    anAccount(index + 1, { rates: rate(index), minBalanceCents: 10_000 }),
  );
  return aProblem({
    accounts,
    setups: accounts.map((_, index) => aSetup(index + 1, 200_000 + ((index * 7919) % 400_000))),
    operations: Array.from({ length: operations }, (_, index) =>
      anIncome(
        index + 1,
        (index % size) + 1,
        `2027-0${4 + (index % 3)}-${String(1 + (index % 28)).padStart(2, '0')}`,
        10_000 + index,
      ),
    ),
  });
}
