/** When what leaves along each pair of accounts arrives, on which days it may leave, and what it costs. */

import {
  assumedRoute,
  type DayRules,
  isPaymentAccount,
  positionOf,
  routeOf,
  type IndexedAccount,
  type IndexedProblem,
  type TransferRoute,
} from '@fibado/planning';

/** One pair's transfers by the position they leave on. */
export interface PairRoutes {
  /** Arrival position; after the horizon: its number of days or more. */
  readonly arrivals: readonly number[];
  readonly mayLeave: readonly boolean[];
  readonly feesCents: readonly number[];
  /** Business days the slowest takes. */
  readonly leadDays: number;
  readonly leastFeeCents: number;
  readonly mostFeeCents: number;
  /** Lead days or fee are not the same on every day. */
  readonly isChanging: boolean;
  /** The days on which it may leave, as text. */
  readonly calendar: string;
}

/** Routes of pairs, computed once for all pairs that travel alike. */
export class Routes {
  private readonly known = new Map<string, PairRoutes>();

  constructor(
    private readonly plan: IndexedProblem,
    private readonly rules: DayRules,
  ) {}

  of(from: IndexedAccount, to: IndexedAccount): PairRoutes {
    const key = keyOf(from, to);
    let routes = this.known.get(key);
    if (routes === undefined) {
      routes = this.routesOf(from, to);
      this.known.set(key, routes);
    }
    return routes;
  }

  private routesOf(from: IndexedAccount, to: IndexedAccount): PairRoutes {
    const { grid } = this.plan;
    const routes = grid.days.map((date) => routeOf(from, to, { date }, this.rules));
    const possible = routes.filter((route) => route !== undefined);
    const isSlow = ({ speed }: TransferRoute): boolean =>
      speed === 'ORDINARY' && from.account.transferLeadDays > 0;
    const slow = possible.filter(isSlow).length;
    const leadDays = slow > 0 ? from.account.transferLeadDays : 0;
    const fees = possible.map(({ feeCents }) => feeCents);
    const leastFeeCents = fees.length === 0 ? from.account.transferFeeCents : Math.min(...fees);
    const mostFeeCents = fees.length === 0 ? from.account.transferFeeCents : Math.max(...fees);
    return {
      arrivals: grid.days.map((date, day) => {
        if (leadDays === 0) return day;
        const { arrivalDate } = routes[day] ?? assumedRoute(from, to, { date }, this.rules);
        return positionOf(grid, arrivalDate);
      }),
      mayLeave: routes.map((route) => route !== undefined),
      feesCents: routes.map((route) => route?.feeCents ?? mostFeeCents),
      leadDays,
      leastFeeCents,
      mostFeeCents,
      isChanging: (slow > 0 && slow < possible.length) || leastFeeCents < mostFeeCents,
      calendar: routes.map((route) => (route === undefined ? '0' : '1')).join(''),
    };
  }
}

/** Everything a route depends on but the day. */
function keyOf(from: IndexedAccount, to: IndexedAccount): string {
  const { transferLeadDays, transferFeeCents, instantFeeCents, cutOff } = from.account;
  return JSON.stringify([
    from.bank.id === to.bank.id,
    transferLeadDays,
    transferFeeCents,
    instantFeeCents,
    cutOff,
    [from, to].map(({ account, bank }) => [isPaymentAccount(account), bank.instant, bank.weekendBooking]),
  ]);
}
