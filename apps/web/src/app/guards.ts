import type { Role } from '@fibado/contracts';
import { LANDING_ROUTE } from '../config/constants';
import { hasAnyRole } from '../lib/roles';
import type { RouteHandle } from '../lib/route';

interface Match {
  readonly handle: unknown;
}

/** The roles asked for by a chain of routes: each route's own added to its parents'. */
export function requiredRoles(matches: readonly Match[]): Role[] {
  return matches.flatMap((match) => (match.handle as RouteHandle | undefined)?.roles ?? []);
}

/** Where a visitor of `url` has to go instead, `undefined` when the page may open. */
export function redirectFor(
  url: string,
  user: { readonly roles: readonly Role[] } | null,
  matches: readonly Match[],
): string | undefined {
  if (!user) {
    return url === '/'
      ? LANDING_ROUTE
      : `${LANDING_ROUTE}?${new URLSearchParams({ redirectTo: url }).toString()}`;
  }
  if (!hasAnyRole(user.roles, requiredRoles(matches)))
    return `/access-denied?${new URLSearchParams({ url }).toString()}`;
  return undefined;
}
