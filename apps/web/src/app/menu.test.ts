import type { AppRoute } from '../lib/route';
import { homeOf, isActive, menuOf, pagesOf } from './menu';
import { initialsOf } from './initials';

const entry = (path: string, more: object = {}): AppRoute => ({
  path,
  handle: { menu: true, label: path.toUpperCase(), ...more },
});

const routes: AppRoute[] = [
  {
    path: 'admin',
    children: [
      entry('service', { roles: ['SADMIN'] }),
      entry('user', { roles: ['MSF_USERS', 'SADMIN'] }),
      { path: 'user/create', handle: { roles: ['MSF_USERS'], label: 'CREATE' } },
      entry('help'),
    ],
  },
  {
    path: 'fibado',
    handle: { roles: ['FBDO_FIBADO', 'FBDO_READ'] },
    children: [
      entry('dashboard', { idRoot: 'FIBADO' }),
      entry('accounts', { idRoot: 'FIBADO' }),
      entry('accounts'),
    ],
  },
];

const links = (...roles: Parameters<typeof menuOf>[1]): string[] =>
  menuOf(routes, roles).flatMap((group) => group.items.map((item) => item.routerLink));

describe('the menu', () => {
  it('shows what one of the roles opens, and what asks for none', () => {
    expect(links()).toEqual(['/admin/help']);
    expect(links('MSF_USERS')).toEqual(['/admin/user', '/admin/help']);
    expect(links('FBDO_READ')).toEqual(['/fibado/dashboard', '/fibado/accounts', '/admin/help']);
  });

  it('shows a path once, and groups the entries under their roots', () => {
    const groups = menuOf(routes, ['FBDO_FIBADO', 'SADMIN']);
    expect(groups.map((group) => group.id)).toEqual(['FIBADO', 'DFL']);
    expect(groups[0]?.items).toHaveLength(2);
  });

  it('leaves pages without an entry to the palette', () => {
    const offered = pagesOf(routes, ['MSF_USERS']).map((page) => page.routerLink);
    expect(offered).toEqual(['/admin/user', '/admin/user/create', '/admin/help']);
  });

  it('highlights the entry whose path is the address or a folder above it', () => {
    expect(isActive('/fibado/accounts', '/fibado/accounts/edit/1')).toBe(true);
    expect(isActive('/fibado/accounts', '/fibado/accounts')).toBe(true);
    expect(isActive('/fibado/account', '/fibado/accounts')).toBe(false);
  });

  it('leads home to the dashboard, or to what the user may see', () => {
    expect(homeOf(menuOf(routes, ['FBDO_FIBADO', 'SADMIN']))).toBe('/fibado/dashboard');
    expect(homeOf(menuOf(routes, ['SADMIN']))).toBe('/admin/service');
    expect(homeOf([])).toBe('/account/dashboard');
  });
});

describe('the initials', () => {
  it.each([
    ['Anna Rossi', 'AR'],
    ['Anna Maria Rossi', 'AM'],
    ['anna', 'A'],
    ['  élise  ünal ', 'ÉÜ'],
    ['', '?'],
    ['   ', '?'],
  ])('of %p are %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});
