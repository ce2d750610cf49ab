import type { Role } from '@fibado/contracts';
import type { ComponentType } from 'react';

/** The pictures of pages, by their names in the icon set; the shell holds the pictures. */
export type MenuIconName =
  | 'building'
  | 'building-bank'
  | 'calendar-stats'
  | 'chart-area-line'
  | 'credit-card'
  | 'file-import'
  | 'folders'
  | 'history'
  | 'home'
  | 'mail'
  | 'receipt-tax'
  | 'repeat'
  | 'server'
  | 'settings'
  | 'shield-lock'
  | 'stairs'
  | 'user'
  | 'user-circle'
  | 'users';

/** What the shell knows about a route: who may open it, and how the menu and the breadcrumb show it. */
export interface RouteHandle {
  /** Any of these opens the route; the roles of parent routes are added to them. Absent or empty: anyone signed in. */
  readonly roles?: readonly Role[];
  /** Shown in the sidebar. The route's full path must hold no parameter. */
  readonly menu?: boolean;
  readonly icon?: MenuIconName;
  /** Key of the language files; without one the route does not appear in the breadcrumb. */
  readonly label?: string;
  /** Id of the menu group the entry belongs to; `DFL` when absent. */
  readonly idRoot?: string;
}

/** The module a lazy route answers: its page. */
export interface PageModule {
  readonly Component: ComponentType;
}

/** One route of the web application; turned into react-router's own form by the router. */
export interface AppRoute {
  readonly path?: string;
  readonly index?: boolean;
  readonly handle?: RouteHandle;
  readonly lazy?: () => Promise<PageModule>;
  readonly children?: readonly AppRoute[];
}
