import type { Tenant } from '@fibado/contracts';
import type { TenantRow } from './tenants.repository.js';

export const toTenant = ({ createdAt, exportedAt, ...row }: TenantRow): Tenant => ({
  ...row,
  createdAt: createdAt.toISOString(),
  ...(exportedAt ? { exportedAt: exportedAt.toISOString() } : {}),
});
