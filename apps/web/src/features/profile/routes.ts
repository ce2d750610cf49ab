import type { AppRoute } from '../../lib/route';

export const profileRoutes: readonly AppRoute[] = [
  {
    path: 'dashboard',
    handle: { label: 'SHELL.MENU.PROFILE', icon: 'user-circle' },
    lazy: () => import('./profile-page'),
  },
];
