import type { AppRoute } from '../lib/route';
import { adminRoutes } from '../features/admin/routes';
import { financeRoutes } from '../features/finance/routes';
import { profileRoutes } from '../features/profile/routes';

/** What stands inside the shell: three groups, each with its pages. */
export const shellRoutes: readonly AppRoute[] = [
  { path: 'admin', children: adminRoutes },
  { path: 'account', children: profileRoutes },
  { path: 'fibado', handle: { roles: ['FBDO_FIBADO', 'FBDO_READ'] }, children: financeRoutes },
];
