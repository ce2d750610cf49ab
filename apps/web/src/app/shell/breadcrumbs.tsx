import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useMatches } from 'react-router-dom';
import { breadcrumb, type Crumb, useBreadcrumb } from '../../lib/breadcrumb';
import type { RouteHandle } from '../../lib/route';
import { MenuIcon } from './menu-icon';
import classes from './shell.module.css';

/** Puts every page visited on the trail. */
export function useBreadcrumbTrail(): void {
  const matches = useMatches();
  const { search, pathname } = useLocation();

  useEffect(() => {
    const labelled = matches.flatMap((match): Crumb[] => {
      const handle = match.handle as RouteHandle | undefined;
      if (!handle?.label) return [];
      return [
        { key: match.id, label: handle.label, icon: handle.icon, to: match.pathname.replace(/(.)\/$/, '$1') },
      ];
    });
    const leaf = labelled.at(-1);
    // Coming back finds a page as it was left, filters in the address included.
    if (leaf) breadcrumb.visit(labelled.slice(0, -1), { ...leaf, to: pathname + search });
  }, [matches, pathname, search]);
}

/** The trail of pages visited; the last one is where one is. */
export function Breadcrumbs() {
  const { t } = useTranslation();
  const trail = useBreadcrumb();
  if (trail.length === 0) return null;
  return (
    <nav aria-label={t('SHELL.BREADCRUMB')}>
      <ol className={classes.crumbs}>
        {trail.map((crumb, index) => {
          const last = index === trail.length - 1;
          const text = t(crumb.label);
          return (
            <li key={crumb.key}>
              {crumb.icon ? <MenuIcon name={crumb.icon} size={15} /> : null}
              {crumb.to && !last ? (
                <Link to={crumb.to}>{text}</Link>
              ) : (
                <span {...(last ? { 'aria-current': 'page' as const } : {})}>{text}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
