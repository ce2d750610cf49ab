import { holdsRole, type Role } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { isSuperAdmin, type Session } from '../../platform/auth/session.js';
import { EFFECTIVE_ROLES } from '../../platform/auth/session.store.js';
import type { PlatformScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { HouseholdEntries } from './household-entries.js';

/** Rights that open a household's figures: the household alone gives them. */
export const FINANCE_ROLES: readonly Role[] = ['FBDO_FIBADO', 'FBDO_READ', 'FBDO_CONNECT'];
const ADMINISTERING: readonly Role[] = ['MSF_USERS', 'MSF_GROUPS', 'SADMIN'];

/** Only demonstration accounts belong to the tenant `t`: it is not a household and has no member who could accept another. */
const DEMONSTRATION = `coalesce((select bool_and(u.demonstration) from memberships d
    join users u on u.id = d.user_id where d.tenant_id = t.id), false)`;

interface Place {
  readonly tenantId: string;
  readonly name: string;
  readonly isHousehold: boolean;
  /** What the caller holds there as a member. */
  readonly roles: readonly Role[];
  /** Whether the caller's break-glass access to it is open. */
  readonly entered: boolean;
}

/**
 * What a caller may decide about access, tenant by tenant. A super-administrator decides everything in tenants that
 * are no households. In a household only its members decide, each within the rights they hold there; from outside
 * rights can be taken, and never given.
 */
export class Authority {
  constructor(
    private readonly isSuper: boolean,
    private readonly places: ReadonlyMap<string, Place>,
  ) {}

  /** Whether the caller may give rights in a tenant at all. */
  decidesIn(tenantId: string): boolean {
    const place = this.places.get(tenantId);
    if (!place) return false;
    return (this.isSuper && !place.isHousehold) || ADMINISTERING.some((role) => place.roles.includes(role));
  }

  /** @throws DomainError ROLE_NOT_HELD with the first role the caller may not give in the tenant. */
  requireGives(tenantId: string, roles: Iterable<Role>): void {
    const place = this.places.get(tenantId);
    const decides = this.decidesIn(tenantId);
    for (const role of roles) {
      const isHeld = holdsRole(place?.roles ?? [], role);
      const isInstance = this.isSuper && !(place?.isHousehold && FINANCE_ROLES.includes(role));
      if (!decides || !(isHeld || isInstance)) throw new DomainError('ROLE_NOT_HELD', role);
    }
  }

  /** @throws DomainError ROLE_NOT_HELD with the first role the caller may not take away in the tenant. */
  requireTakes(tenantId: string, roles: Iterable<Role>): void {
    if (this.isSuper) return;
    const held = this.places.get(tenantId)?.roles ?? [];
    for (const role of roles) if (!holdsRole(held, role)) throw new DomainError('ROLE_NOT_HELD', role);
  }

  /** @throws DomainError BREAK_GLASS_REQUIRED unless the tenant is no household, or was entered, or is read anyway. */
  requireReads(tenantId: string): void {
    const place = this.places.get(tenantId);
    if (place && place.isHousehold && !place.roles.some((role) => FINANCE_ROLES.includes(role)))
      requireEntered(place);
  }

  /** @throws DomainError BREAK_GLASS_REQUIRED unless the tenant is no household, or was entered. */
  requireEntered(tenantId: string): void {
    const place = this.places.get(tenantId);
    if (place?.isHousehold) requireEntered(place);
  }

  /**
   * Setting a person's e-mail or link is becoming that person. It takes who could give everything the person holds,
   * wherever that is; from outside a household, break-glass access to it.
   * @throws DomainError FORBIDDEN, ROLE_NOT_HELD, BREAK_GLASS_REQUIRED
   */
  requireManageable(person: ManagedPerson): void {
    for (const { tenantId, effectiveRoles } of person.memberships) {
      const place = this.places.get(tenantId);
      if (!this.isSuper) {
        // Outsiders get the same answer for another tenant's user as for an unknown one.
        if (!place || place.roles.length === 0) throw new DomainError('FORBIDDEN');
        this.requireTakes(tenantId, effectiveRoles);
      } else if (place?.isHousehold && !this.givesAll(tenantId, effectiveRoles)) requireEntered(place);
    }
  }

  /** @throws DomainError FORBIDDEN when the person belongs to a household the caller decides nothing in. */
  requireInside(person: ManagedPerson): void {
    for (const { tenantId } of person.memberships)
      if (!this.decidesIn(tenantId)) throw new DomainError('FORBIDDEN');
  }

  /** The same caller with rights in a tenant delegated by another user for one change. */
  lent(tenantId: string, roles: readonly Role[]): Authority {
    const place = this.places.get(tenantId);
    if (!place) return this;
    const more = { ...place, roles: [...place.roles, ...roles] };
    return new Authority(this.isSuper, new Map(this.places).set(tenantId, more));
  }

  isManageable(person: ManagedPerson): boolean {
    try {
      this.requireManageable(person);
      return true;
    } catch {
      return false;
    }
  }

  private givesAll(tenantId: string, roles: readonly Role[]): boolean {
    try {
      this.requireGives(tenantId, roles);
      return this.decidesIn(tenantId);
    } catch {
      return false;
    }
  }
}

function requireEntered({ entered, tenantId, name }: Place): void {
  if (!entered) throw new DomainError('BREAK_GLASS_REQUIRED', tenantId, name);
}

export interface ManagedPerson {
  /** Everything the person holds, in all tenants. */
  readonly memberships: readonly { readonly tenantId: string; readonly effectiveRoles: readonly Role[] }[];
}

/** Reads what callers may decide about access. */
@Injectable()
export class Authorities {
  constructor(private readonly entries: HouseholdEntries) {}

  /** @param tenantIds every tenant that is asked about; all others are refused. */
  async of(scope: PlatformScope, session: Session, tenantIds: Iterable<string>): Promise<Authority> {
    const isSuper = isSuperAdmin(session);
    const wanted = [...new Set(tenantIds)].filter((id) => isSuper || id === session.tenantId);
    const rows = await scope.manager.query<Omit<Place, 'entered'>[]>(
      `select t.id as "tenantId", t.name, t.is_household and not ${DEMONSTRATION} as "isHousehold",
         coalesce((select ${EFFECTIVE_ROLES} from memberships m where m.tenant_id = t.id and m.user_id = $2), '{}')
           as roles
       from tenants t where t.id = any($1)`,
      [wanted, session.userId],
    );
    // Acting as a user does not delegate that user's rights in other tenants.
    const entered = isSuper ? await this.entries.openOf(scope, session.userId) : new Set<string>();
    const places = rows.map((row) => ({ ...row, entered: entered.has(row.tenantId) }));
    return new Authority(isSuper, new Map(places.map((place) => [place.tenantId, place])));
  }
}

/** Roles in the second list and not in the first. */
export const addedRoles = (before: readonly Role[], after: readonly Role[]): Role[] =>
  after.filter((role) => !before.includes(role));

/** The tenant a caller sees: its own, or for a super-administrator the one named, or all (`null`). */
export function visibleTenant(session: Session, wanted: string | undefined): string | null {
  if (isSuperAdmin(session)) return wanted ?? null;
  // Outsiders get the same answer for another tenant as for an unknown one.
  if (wanted !== undefined && wanted !== session.tenantId) throw new DomainError('NOT_FOUND');
  return session.tenantId;
}
