import { NavLink, ScrollArea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { isActive, type MenuGroup } from '../menu';
import { MenuIcon } from './menu-icon';
import classes from './shell.module.css';

/** The menu: groups with their entries, the one of the address highlighted. */
export function Sidebar({ groups }: { readonly groups: readonly MenuGroup[] }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <ScrollArea flex={1} type="auto" scrollbarSize={6} p="xs">
      {groups.map((group) => (
        <div key={group.id} role="group" aria-labelledby={`menu-${group.id}`}>
          <div id={`menu-${group.id}`} className={classes.group}>
            {t(`SHELL.MENU.GROUP_${group.id}`)}
          </div>
          <ul className={classes.list}>
            {group.items.map((item) => {
              const active = isActive(item.routerLink, pathname);
              return (
                <li key={item.routerLink}>
                  <NavLink
                    component={Link}
                    to={item.routerLink}
                    label={t(item.label)}
                    leftSection={item.icon ? <MenuIcon name={item.icon} size={18} /> : undefined}
                    active={active}
                    {...(active ? { 'aria-current': 'page' as const } : {})}
                  />
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </ScrollArea>
  );
}
