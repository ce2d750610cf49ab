import type { Setup } from '@fibado/contracts';
import {
  accruedCents,
  averageCents,
  type Day,
  dutyPeriodOf,
  missingHistory,
  periodEnd,
  periodStart,
  quarterEnd,
  saysAnything,
} from '@fibado/planning';
import type { QuarterData } from '../shared/queries';

/** What one account's running periods bring into a quarter, or lack. */
export interface HistoryRow {
  readonly setup: Setup;
  readonly name: string;
  /** The statement period in which the quarter lies. */
  readonly from: Day;
  readonly to: Day;
  readonly known?: { readonly from: Day; readonly days: number; readonly averageCents: number } | undefined;
  /** Gross interest accrued and not yet credited. */
  readonly interestCents: number;
  readonly source: 'QUARTERS' | 'TYPED' | 'NONE';
  /** Days of the period before the quarter of which nothing is known. */
  readonly missingDays: number;
  /** Whether something is to be asked for. */
  readonly isMissing: boolean;
  /** First day a person is asked from. */
  readonly askFrom: Day;
}

/** The accounts with a period longer than the quarter, or with something brought along. */
export function historyRows({ accounts, quarter }: QuarterData): HistoryRow[] {
  const { date, setups } = quarter;
  return accounts.flatMap((account): HistoryRow[] => {
    const setup = setups.find(({ accountId }) => accountId === account.id);
    if (!setup) return [];
    // What the opening balance anticipates is no history of a period.
    const history = setup.carried && { ...setup.carried, anticipated: undefined };
    const carried = saysAnything(history) ? history : undefined;
    const missing = missingHistory(account, setup, date);
    if (!carried && !missing) return [];
    const period = dutyPeriodOf(account);
    const from = periodStart(date, period);
    const askFrom = missing?.balancesFrom ?? (carried && carried.days > 0 ? carried.periodFrom : from);
    return [
      {
        setup,
        name: account.name,
        from,
        to: from < date ? periodEnd(date, period) : quarterEnd(date),
        known:
          carried && carried.days > 0
            ? { from: carried.periodFrom, days: carried.days, averageCents: averageCents(carried) }
            : undefined,
        interestCents: carried ? accruedCents(BigInt(carried.accruedGross)) : 0,
        source: carried ? (carried.source ?? 'QUARTERS') : 'NONE',
        missingDays: missing?.days ?? 0,
        isMissing: missing !== undefined,
        askFrom: askFrom < date ? askFrom : date,
      },
    ];
  });
}
