/** Five offers of term deposits for a household of the anytime family. */

import { anOffer } from '../../packages/planning/src/testing/index.js';
import type { Problem, TermOffer } from '../../packages/planning/src/index.js';

/** One, three, six, twelve and twelve months, two with an exit, at the banks of the first two accounts that can pay. */
export function fiveOffers({ accounts }: Problem): TermOffer[] {
  const linked = accounts.filter(
    ({ kind, linkedAccountId, canSend, canReceive, payment }) =>
      kind !== 'DEPOSIT_TERM' && linkedAccountId === undefined && canSend && canReceive && payment !== false,
  );
  const exit = { kind: 'BASE_RATE', ratePct: 0.5 } as const;
  return [
    { tenor: { months: 1 }, ratePct: 2 },
    { tenor: { months: 3 }, ratePct: 2.4 },
    { tenor: { months: 6 }, ratePct: 2.7 },
    { tenor: { months: 12 }, ratePct: 3 },
    { tenor: { months: 12 }, ratePct: 2.9, exit },
  ].map((terms, index) => {
    const account = linked[index % 2];
    if (account === undefined) throw new Error('No account can pay for a lot');
    return anOffer(index + 1, {
      ...terms,
      bankId: account.bankId,
      linkedAccountId: account.id,
      minCents: 100_000,
      stepCents: 100_000,
    });
  });
}
