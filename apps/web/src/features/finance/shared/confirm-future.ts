import i18next from 'i18next';
import { confirm } from '../../../components/confirm';
import { formatDay } from '../../../lib/day';

/** What is said to have happened. */
interface Happening {
  readonly description: string;
  /** `undefined` while it cannot be read. */
  readonly date: string | undefined;
}

/** Asks before operations of days to come are marked as done. @returns whether to go on; at once when none is. */
export async function confirmFuture(marked: readonly Happening[], today: string): Promise<boolean> {
  const future = marked.filter(({ date }) => date !== undefined && date > today);
  const [first] = future;
  if (first?.date === undefined) return true;
  return confirm({
    message: i18next.t('FINANCE.OPERATIONS.DONE_AHEAD', {
      count: future.length,
      what: first.description,
      day: formatDay(first.date),
    }),
    confirmLabel: i18next.t('FINANCE.OPERATIONS.DONE_AHEAD_YES'),
  });
}
