import type { AppRoute } from '../../lib/route';

export const adminRoutes: readonly AppRoute[] = [];
