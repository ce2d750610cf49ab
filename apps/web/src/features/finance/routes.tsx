import type { AppRoute } from '../../lib/route';

export const financeRoutes: readonly AppRoute[] = [];
