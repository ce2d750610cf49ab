import { ROOT_MENU_GROUP, type Role } from '@fibado/contracts';
import { DEFAULT_ROUTE } from '../config/constants';
import { hasAnyRole } from '../lib/roles';
import type { AppRoute, MenuIconName } from '../lib/route';

export interface MenuItem {
  readonly routerLink: string;
  readonly label: string;
  readonly icon?: MenuIconName | undefined;
  readonly groupId: string;
}

export interface MenuGroup {
  readonly id: string;
  readonly items: readonly MenuItem[];
}

/** The pages a user holding `held` may open without filling in a parameter. */
function pages(
  routes: readonly AppRoute[],
  base: string,
  above: readonly Role[],
  held: readonly Role[],
): (MenuItem & { readonly inMenu: boolean })[] {
  return routes.flatMap((route) => {
    const path = route.path ? `${base}/${route.path}` : base;
    const { handle, children = [] } = route;
    const roles = [...above, ...(handle?.roles ?? [])];
    const isPage = handle?.label !== undefined && !path.includes(':') && hasAnyRole(held, roles);
    const own = isPage
      ? [
          {
            routerLink: path,
            label: handle.label,
            icon: handle.icon,
            groupId: handle.idRoot ?? ROOT_MENU_GROUP,
            inMenu: handle.menu === true,
          },
        ]
      : [];
    return [...own, ...pages(children, path, roles, held)];
  });
}

/** Every page the command palette offers: those of the menu and those without an entry there. */
export function pagesOf(routes: readonly AppRoute[], held: readonly Role[]): MenuItem[] {
  const byLink = new Map(pages(routes, '', [], held).map((page) => [page.routerLink, page]));
  return [...byLink.values()];
}

/** The sidebar for a user holding `held`: each path once, the root group last. */
export function menuOf(routes: readonly AppRoute[], held: readonly Role[]): MenuGroup[] {
  const seen = new Set<string>();
  const groups = new Map<string, MenuItem[]>();
  for (const { inMenu, ...item } of pages(routes, '', [], held)) {
    if (!inMenu || seen.has(item.routerLink)) continue;
    seen.add(item.routerLink);
    groups.set(item.groupId, [...(groups.get(item.groupId) ?? []), item]);
  }
  return [...groups]
    .map(([id, items]) => ({ id, items }))
    .sort((a, b) => Number(a.id === ROOT_MENU_GROUP) - Number(b.id === ROOT_MENU_GROUP));
}

/** Whether a menu entry is the one of the address: its path is the address or a folder above it. */
export function isActive(routerLink: string, pathname: string): boolean {
  return pathname === routerLink || pathname.startsWith(`${routerLink}/`);
}

/** The first page of a user: the default route if the menu offers it, else its first entry, else the own profile. */
export function homeOf(groups: readonly MenuGroup[]): string {
  const links = groups.flatMap((group) => group.items.map((item) => item.routerLink));
  return links.includes(DEFAULT_ROUTE) ? DEFAULT_ROUTE : (links[0] ?? '/account/dashboard');
}
