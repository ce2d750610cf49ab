import type { AppRoute } from '../../lib/route';

export const adminRoutes: readonly AppRoute[] = [
  {
    path: 'service',
    handle: { roles: ['SADMIN'], menu: true, icon: 'server', label: 'SHELL.MENU.SERVICES' },
    lazy: () => import('./services/services-page'),
  },
  {
    path: 'service-manager',
    handle: { roles: ['VIEW_SERVICE', 'SADMIN'], icon: 'server', label: 'SHELL.MENU.SERVICE_MANAGER' },
    children: [
      { index: true, lazy: () => import('./services/service-manager-page') },
      {
        path: ':cd',
        handle: { label: 'ADMIN.SERVICES.DETAIL' },
        lazy: () => import('./services/service-detail-page'),
      },
    ],
  },
  {
    path: 'email-manager',
    handle: { roles: ['SADMIN'], menu: true, icon: 'mail', label: 'SHELL.MENU.EMAIL_SERVER' },
    lazy: () => import('./email-server/email-manager-page'),
  },
  {
    path: 'tenant',
    handle: { roles: ['SADMIN'], menu: true, icon: 'building', label: 'SHELL.MENU.TENANTS' },
    lazy: () => import('./tenants/tenants-page'),
  },
  {
    path: 'user',
    handle: { roles: ['MSF_USERS', 'SADMIN'], menu: true, icon: 'user', label: 'SHELL.MENU.USERS' },
    children: [
      { index: true, lazy: () => import('./users/users-page') },
      {
        path: 'create',
        handle: { label: 'ADMIN.USERS.CREATE' },
        lazy: () => import('./users/create-user-page'),
      },
      {
        path: 'create/:id',
        handle: { label: 'ADMIN.USERS.EDIT' },
        lazy: () => import('./users/edit-user-page'),
      },
    ],
  },
  {
    path: 'group',
    handle: { roles: ['MSF_GROUPS', 'SADMIN'], menu: true, icon: 'users', label: 'SHELL.MENU.GROUPS' },
    lazy: () => import('./groups/groups-page'),
  },
  {
    path: 'audit',
    handle: { roles: ['MSF_USERS', 'SADMIN'], menu: true, icon: 'history', label: 'SHELL.MENU.AUDIT' },
    lazy: () => import('./audit/audit-page'),
  },
  {
    path: 'security',
    handle: {
      roles: ['MSF_USERS', 'SADMIN'],
      menu: true,
      icon: 'shield-lock',
      label: 'SHELL.MENU.SECURITY',
    },
    lazy: () => import('./security/security-page'),
  },
];
