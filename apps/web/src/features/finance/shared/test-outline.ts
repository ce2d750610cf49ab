import type { PlanOutline } from '@fibado/contracts';
import { ids } from './test-household';

type OutlineTransfer = PlanOutline['transfers'][number];

export const outlineTransfer = (date: string, amountCents: number): OutlineTransfer => ({
  date,
  arrivalDate: date,
  fromAccountId: ids.main,
  toAccountId: ids.savings,
  amountCents,
});

/** Why a plan of the test household does not exist. */
export const missing: PlanOutline['conflicts'][number] = {
  kind: 'BELOW_MINIMUM',
  accountId: ids.main,
  date: '2027-02-03',
  missingCents: 12_345,
};

/** An optimal plan of the test household, with the figures under test. */
export const testOutline = (patch: Partial<PlanOutline> = {}): PlanOutline => ({
  status: 'OPTIMAL',
  netReturnCents: 10_000,
  objectiveCents: 9_900,
  netInterestCents: 12_000,
  stampDutyCents: 2_000,
  feesCents: 0,
  overdraftInterestCents: 0,
  gapCents: 0,
  transfers: [outlineTransfer('2027-01-05', 500_000)],
  accounts: [
    {
      accountId: ids.main,
      netReturnCents: 0,
      averageBalanceCents: 1_000_000,
      closingBalanceCents: 900_000,
      lowCents: 12_345,
      lowDate: '2027-02-03',
    },
    {
      accountId: ids.savings,
      netReturnCents: 10_000,
      averageBalanceCents: 500_000,
      closingBalanceCents: 500_000,
      lowCents: 400_000,
      lowDate: '2027-01-01',
    },
  ],
  violations: [],
  conflicts: [],
  ...patch,
});
