import { adminTenants, adminUsers } from '@fibado/contracts';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../../lib/client';
import { useHasRole } from '../../../lib/roles';
import { useUser } from '../../../lib/stored-session';

export const TENANTS_KEY = ['admin', 'tenants'] as const;

interface TenantOption {
  readonly value: string;
  readonly label: string;
}

/** The tenants a super-administrator may choose among, as options; empty for other users. */
export function useTenantOptions(): readonly TenantOption[] {
  const isSuper = useHasRole('SADMIN');
  const query = useQuery({
    queryKey: [...TENANTS_KEY, 'options'],
    queryFn: () => client.call(adminTenants.get, { query: { size: 200 } }),
    enabled: isSuper,
  });
  return (query.data?.items ?? []).map((tenant) => ({
    value: tenant.id,
    label: `${tenant.name} (${tenant.code})`,
  }));
}

/** The tenant one works in, by its id, which one's own membership tells. */
export function useOwnTenant(): {
  readonly isReady: boolean;
  readonly tenant: { readonly id: string; readonly name: string } | undefined;
} {
  const me = useUser();
  const query = useQuery({
    queryKey: ['admin', 'own-tenant', me?.username, me?.tenant],
    queryFn: async () => {
      const { items } = await client.call(adminUsers.get, {
        query: { search: me?.username ?? '', size: 200 },
      });
      const own = items.find((user) => user.username === me?.username);
      const membership = own?.memberships.find((one) => one.tenant === me?.tenant);
      return membership ? { id: membership.tenantId, name: membership.tenantName } : null;
    },
  });
  return { isReady: !query.isPending, tenant: query.data ?? undefined };
}
