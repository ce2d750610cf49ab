import { holdsRole, type Role } from '@fibado/contracts';
import { isSuperAdmin, type Session } from '../../platform/auth/session.js';
import { DomainError } from '../../platform/http/domain-error.js';

/**
 * Nobody gives or takes a role they do not hold, or hold within a wider one; a super-administrator may give every one.
 * @throws DomainError ROLE_NOT_HELD with the first such role.
 */
export function requireHeld(session: Session, roles: Iterable<Role>): void {
  if (isSuperAdmin(session)) return;
  for (const role of roles) if (!holdsRole(session.roles, role)) throw new DomainError('ROLE_NOT_HELD', role);
}

/** Roles in one list and not in the other. */
export function changedRoles(before: readonly Role[], after: readonly Role[]): Set<Role> {
  return new Set([
    ...before.filter((role) => !after.includes(role)),
    ...after.filter((role) => !before.includes(role)),
  ]);
}

/** The tenant a caller sees: its own, or for a super-administrator the one named, or all (`null`). */
export function visibleTenant(session: Session, wanted: string | undefined): string | null {
  if (isSuperAdmin(session)) return wanted ?? null;
  // Another tenant is not there, as far as anybody outside it can tell.
  if (wanted !== undefined && wanted !== session.tenantId) throw new DomainError('NOT_FOUND');
  return session.tenantId;
}

export interface ManagedPerson {
  readonly id: string;
  /** Everything the person holds, in all tenants. */
  readonly memberships: readonly { readonly tenantId: string; readonly effectiveRoles: readonly Role[] }[];
}

/**
 * Whoever can set a person's e-mail, password or block can become or silence that person. So it takes a
 * super-administrator, or an administrator of the only tenant the person belongs to who holds every role the
 * person holds.
 * @throws DomainError FORBIDDEN, ROLE_NOT_HELD
 */
export function requireManageable(session: Session, person: ManagedPerson): void {
  if (isSuperAdmin(session)) return;
  if (person.memberships.some((one) => one.tenantId !== session.tenantId)) throw new DomainError('FORBIDDEN');
  requireHeld(
    session,
    person.memberships.flatMap((one) => one.effectiveRoles),
  );
}

export function isManageable(session: Session, person: ManagedPerson): boolean {
  try {
    requireManageable(session, person);
    return true;
  } catch {
    return false;
  }
}
