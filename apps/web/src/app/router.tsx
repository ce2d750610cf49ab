import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import { withTexts } from '../lib/i18n';
import type { AppRoute } from '../lib/route';
import { storedSession } from '../lib/stored-session';
import { AccessDeniedPage, ExceptionPage, NotFoundPage } from './generic-pages';
import { shellRoutes } from './shell-routes';

/** An application route in react-router's own form. */
export function toRouteObject(route: AppRoute): RouteObject {
  const { index, children, path, lazy, ...own } = route;
  const rest = lazy ? { ...own, lazy: () => withTexts(lazy) } : own;
  if (index) return { ...rest, index: true };
  return {
    ...rest,
    ...(path === undefined ? {} : { path }),
    ...(children ? { children: children.map(toRouteObject) } : {}),
  };
}

/** The shell is fetched beside the first page where a session seems to be open. */
async function guardWithShell() {
  const { Component, openShell } = await import('./shell/root-guard');
  if (storedSession.token() !== undefined) await openShell();
  return { Component };
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
        { path: '/session-renewed', lazy: () => withTexts(() => import('../features/session/renewed-page')) },
        {
          path: '/set-password',
          lazy: () => withTexts(() => import('../features/session/set-password-page')),
        },
        {
          path: '/sign-in-return',
          lazy: () => withTexts(() => import('../features/session/sign-in-return-page')),
        },
        {
          path: '/confirm-email',
          lazy: () => withTexts(() => import('../features/session/confirm-email-page')),
        },
        { path: '/access-denied', element: <AccessDeniedPage /> },
        { path: '/error', element: <ExceptionPage /> },
        { path: '/notfound', element: <NotFoundPage /> },
        {
          path: '/',
          lazy: guardWithShell,
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
