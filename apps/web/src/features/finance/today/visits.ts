import { isDay } from '@fibado/planning';

const keyOf = (tenant: string): string => `fibado-visits-${tenant}`;

/**
 * Keeps on this device that the page was seen today, and answers the last day before on which it was; `undefined` on
 * the first. Only days are kept: balances are not left behind in a browser. Without storage every visit is the first.
 */
export function recordVisit(tenant: string, today: string): string | undefined {
  try {
    const [last = '', before = ''] = (localStorage.getItem(keyOf(tenant)) ?? '').split(' ');
    const earlier = isDay(last) && last < today ? last : before;
    localStorage.setItem(keyOf(tenant), `${today} ${earlier}`);
    return isDay(earlier) ? earlier : undefined;
  } catch {
    return undefined;
  }
}
