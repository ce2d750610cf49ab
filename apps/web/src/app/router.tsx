import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import type { AppRoute } from '../lib/route';
import { storedSession } from '../lib/stored-session';
import { AccessDeniedPage, ExceptionPage, NotFoundPage } from './generic-pages';
import { shellRoutes } from './shell-routes';

/** An application route in react-router's own form. */
export function toRouteObject(route: AppRoute): RouteObject {
  const { index, children, path, ...rest } = route;
  if (index) return { ...rest, index: true };
  return {
    ...rest,
    ...(path === undefined ? {} : { path }),
    ...(children ? { children: children.map(toRouteObject) } : {}),
  };
}

/** The shell's own script is fetched beside the guard's when a session seems to be open. */
function openShell() {
  if (storedSession.token() !== undefined) void import('./shell/shell');
  return import('./shell/root-guard');
}

const nothingYet = () => null;

/** The routes of the whole application, given what stands inside the shell. */
export function routesOf(inShell: readonly AppRoute[]): RouteObject[] {
  return [
    {
      errorElement: <ExceptionPage />,
      HydrateFallback: nothingYet,
      children: [
        { path: '/landing', lazy: () => import('../features/session/landing-page') },
        { path: '/session-renewed', lazy: () => import('../features/session/renewed-page') },
        { path: '/set-password', lazy: () => import('../features/session/set-password-page') },
        { path: '/sign-in-return', lazy: () => import('../features/session/sign-in-return-page') },
        { path: '/confirm-email', lazy: () => import('../features/session/confirm-email-page') },
        { path: '/access-denied', element: <AccessDeniedPage /> },
        { path: '/error', element: <ExceptionPage /> },
        { path: '/notfound', element: <NotFoundPage /> },
        {
          path: '/',
          lazy: openShell,
          children: [
            { index: true, lazy: () => import('./shell/home-redirect') },
            ...inShell.map(toRouteObject),
          ],
        },
        { path: '*', element: <Navigate to="/" replace /> },
      ],
    },
  ];
}

export const createRouter = () => createBrowserRouter(routesOf(shellRoutes));
