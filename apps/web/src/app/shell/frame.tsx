import { AppShell, Progress } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import type { UserLogged } from '@fibado/contracts';
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavigationType, Outlet, useLocation, useNavigation, useNavigationType } from 'react-router-dom';
import { SIDEBAR_WIDTH, TOP_BAR_HEIGHT } from '../../config/constants';
import { pendingRuns } from '../../features/finance/shared/pending-runs';
import { useLightPrint } from '../../lib/use-light-print';
import { useNotifications } from '../../features/notifications/use-notifications';
import { renewBlockedAccount } from '../../features/session/sign-in';
import { toggleAmounts } from '../../lib/hide-amounts';
import { useShortcuts } from '../../lib/shortcuts';
import { useStore } from '../../lib/store';
import { menuOf, pagesOf } from '../menu';
import { shellRoutes } from '../shell-routes';
import { ActingBanner } from './acting-banner';
import { Breadcrumbs, useBreadcrumbTrail } from './breadcrumbs';
import classes from './shell.module.css';
import { PageBoundary } from './page-boundary';
import { Sidebar } from './sidebar';
import { StatusLines } from './status-lines';
import { TopBar } from './top-bar';

const CommandPalette = lazy(() => import('./command-palette'));
const KeysDialog = lazy(() => import('./keys-dialog'));
const RunWatcher = lazy(() => import('../../features/finance/automatic-planning/run-watcher'));

/** Sidebar, top bar, breadcrumb and the page between them. */
export function Frame({ user }: { readonly user: UserLogged }) {
  const { t } = useTranslation();
  const location = useLocation();
  const navigation = useNavigation();
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  // Open from the start, but never over the page of a phone.
  const [wideOpen, wide] = useDisclosure(true);
  const [narrowOpen, narrow] = useDisclosure(false);
  const [palette, setPalette] = useState(false);
  const [keys, setKeys] = useState(false);
  const notifications = useNotifications(user, () => void renewBlockedAccount());
  const watching = useStore(pendingRuns).length > 0;
  useBreadcrumbTrail();
  useLightPrint();

  const { toggle, close } = { toggle: isWide ? wide.toggle : narrow.toggle, close: narrow.close };
  const navigationType = useNavigationType();
  useEffect(() => {
    // A redirect is not the user's choice: a menu that was just opened stays.
    if (navigationType !== NavigationType.Replace) close();
  }, [location.pathname, navigationType, close]);

  const shown = useRef(location.pathname);
  useLayoutEffect(() => {
    if (shown.current === location.pathname) return;
    shown.current = location.pathname;
    // Back and forward lead to where one was on the page: the browser sees to that.
    if (navigationType !== NavigationType.Push) return;
    document.documentElement.scrollTop = 0;
    // What was pressed may have gone with its page: the keyboard goes on from the new one, not from the top bar.
    if (document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true });
  }, [location.pathname, navigationType]);

  const shortcuts = useMemo(
    () => [
      { keys: 'mod+K', label: 'SHELL.KEYS.PALETTE', run: () => setPalette(true) },
      { keys: '?', label: 'SHELL.KEYS.HELP', run: () => setKeys(true) },
      { keys: 'mod+B', label: 'SHELL.KEYS.SIDEBAR', run: toggle },
      { keys: 'mod+shift+H', label: 'SHELL.KEYS.AMOUNTS', run: toggleAmounts },
    ],
    [toggle],
  );
  useShortcuts(shortcuts);

  const menu = useMemo(() => menuOf(shellRoutes, user.roles), [user.roles]);
  const pages = useMemo(() => pagesOf(shellRoutes, user.roles), [user.roles]);
  const open = isWide ? wideOpen : narrowOpen;

  return (
    <>
      <a
        href="#content"
        className={classes.skip}
        onClick={(event) => {
          // Only the focus moves: the address belongs to the router.
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        {t('SHELL.SKIP')}
      </a>
      {navigation.state === 'loading' ? (
        <Progress className={classes.progress} value={100} size={3} radius={0} animated aria-hidden="true" />
      ) : null}
      <AppShell
        header={{ height: TOP_BAR_HEIGHT }}
        navbar={{
          width: SIDEBAR_WIDTH,
          breakpoint: 'sm',
          collapsed: { mobile: !narrowOpen, desktop: !wideOpen },
        }}
        padding={{ base: 'sm', sm: 'lg' }}
      >
        <AppShell.Header className={classes.chrome ?? ''}>
          <TopBar
            user={user}
            sidebarOpen={open}
            onToggleSidebar={toggle}
            onOpenPalette={() => setPalette(true)}
            notifications={notifications}
          />
        </AppShell.Header>
        <AppShell.Navbar
          className={classes.chrome ?? ''}
          aria-label={t('SHELL.MENU.LABEL')}
          inert={!open}
          style={open ? {} : { visibility: 'hidden' }}
        >
          <Sidebar groups={menu} />
        </AppShell.Navbar>
        <AppShell.Main id="content" tabIndex={-1} className={classes.content ?? ''}>
          <StatusLines />
          <ActingBanner user={user} />
          <Breadcrumbs />
          <PageBoundary>
            <Outlet />
          </PageBoundary>
        </AppShell.Main>
      </AppShell>
      <Suspense fallback={null}>
        {palette ? <CommandPalette pages={pages} onClose={() => setPalette(false)} /> : null}
        {watching ? <RunWatcher /> : null}
        {keys ? <KeysDialog onClose={() => setKeys(false)} /> : null}
      </Suspense>
    </>
  );
}
