import { IconUserCircle } from '@tabler/icons-react';
import type { AppRoute } from '../../lib/route';

export const profileRoutes: readonly AppRoute[] = [
  {
    path: 'dashboard',
    handle: { label: 'SHELL.MENU.PROFILE', icon: IconUserCircle },
    lazy: () => import('./profile-page'),
  },
];
