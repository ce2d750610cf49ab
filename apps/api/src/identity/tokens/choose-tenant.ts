import type { TenantChoice } from '@fibado/contracts';
import { DomainError } from '../../platform/http/domain-error.js';
import type { MembershipRow } from '../users/user-store.js';

/**
 * The tenant a sign-in leads to; `undefined` if there are several and none is named: the user has to choose.
 * @throws DomainError NO_TENANT, TENANT_SUSPENDED
 */
export function chooseTenant(
  memberships: readonly MembershipRow[],
  cdTenant: string | undefined,
): MembershipRow | undefined {
  if (memberships.length === 0) throw new DomainError('NO_TENANT');
  if (cdTenant !== undefined) {
    const named = memberships.find((m) => m.cd === cdTenant);
    if (!named) throw new DomainError('NO_TENANT');
    if (named.state === 'SUSPENDED') throw new DomainError('TENANT_SUSPENDED');
    return named;
  }
  const active = memberships.filter((m) => m.state === 'ACTIVE');
  if (active.length === 0) throw new DomainError('TENANT_SUSPENDED');
  return active.length === 1 ? active[0] : undefined;
}

export const choiceOf = (membership: MembershipRow): TenantChoice => ({
  cd: membership.cd,
  description: membership.description,
});
