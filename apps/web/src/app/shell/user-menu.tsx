import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { sessionEndpoints, type UserLogged } from '@fibado/contracts';
import {
  IconApps,
  IconBuilding,
  IconDeviceDesktop,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { confirm } from '../../components/confirm';
import { client } from '../../lib/client';
import { LANGUAGES, setLanguage } from '../../lib/i18n';
import { page } from '../../lib/page';
import { storedSession } from '../../lib/stored-session';
import { initialsOf } from '../initials';

const TenantQuestion = lazy(() => import('./tenant-question'));

const LANGUAGE_NAMES = { it: 'Italiano', en: 'English' } as const;
const SCHEMES = [
  { value: 'light', label: 'SHELL.BAR.THEME_LIGHT', icon: IconSun },
  { value: 'dark', label: 'SHELL.BAR.THEME_DARK', icon: IconMoon },
  { value: 'auto', label: 'SHELL.BAR.THEME_AUTO', icon: IconDeviceDesktop },
] as const;

/** Behind the badge with the initials: profile, tenants, applications, theme and language. */
export function UserMenu({ user }: { readonly user: UserLogged }) {
  const { t, i18n } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [opened, setOpened] = useState(false);
  const tenants = useQuery({
    queryKey: ['account', 'tenants'],
    queryFn: () => client.call(sessionEndpoints.tenants),
    enabled: opened,
    meta: { inline: true },
  });
  const change = useMutation({
    mutationFn: (tenant: string) => client.call(sessionEndpoints.changeTenant, { params: { tenant } }),
    onSuccess: (session) => {
      storedSession.authenticate(session);
      page.go('/');
    },
  });

  const switchTo = async (cd: string, description: string): Promise<void> => {
    const agreed = await confirm({
      message: (
        <Suspense fallback={null}>
          <TenantQuestion tenant={description} />
        </Suspense>
      ),
    });
    if (agreed) change.mutate(cd);
  };

  const others = (tenants.data ?? []).filter((tenant) => tenant.cd !== user.tenant);
  // The entry with an empty code is the application selector itself.
  const apps = user.apps.filter((app) => app.cd !== '');

  return (
    <Menu opened={opened} onChange={setOpened} width={260} position="bottom-end" withinPortal>
      <Menu.Target>
        <UnstyledButton aria-label={t('SHELL.BAR.USER', { name: user.name })} data-user-menu>
          <Avatar src={user.image} radius="xl" alt="" color="cyan.9" variant="filled">
            {initialsOf(user.name)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
            {user.name}
          </Text>
          <Text size="xs" truncate>
            {t('SHELL.BAR.TENANT')}: {user.tenant}
          </Text>
        </Menu.Label>
        <Menu.Item
          component={Link}
          to="/account/dashboard"
          leftSection={<IconUserCircle size={16} aria-hidden="true" />}
        >
          {t('SHELL.MENU.PROFILE')}
        </Menu.Item>
        {others.length > 0 ? (
          <>
            <Menu.Divider />
            <Menu.Label>{t('SHELL.BAR.TENANT_SWITCH')}</Menu.Label>
            {others.map((tenant) => (
              <Menu.Item
                key={tenant.cd}
                leftSection={<IconBuilding size={16} aria-hidden="true" />}
                onClick={() => void switchTo(tenant.cd, tenant.description)}
              >
                {tenant.description}
              </Menu.Item>
            ))}
          </>
        ) : null}
        {apps.length > 1 ? (
          <>
            <Menu.Divider />
            <Menu.Label>{t('SHELL.BAR.APPS')}</Menu.Label>
            {apps.map((app) => (
              <Menu.Item
                key={app.cd}
                component="a"
                href={app.contextPath}
                leftSection={<IconApps size={16} aria-hidden="true" />}
              >
                {app.name}
              </Menu.Item>
            ))}
          </>
        ) : null}
        <Menu.Divider />
        <Menu.Label>{t('SHELL.BAR.THEME')}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as (typeof SCHEMES)[number]['value'])}
        >
          {SCHEMES.map((scheme) => (
            <Menu.RadioItem
              key={scheme.value}
              value={scheme.value}
              rightSection={<scheme.icon size={16} aria-hidden="true" />}
            >
              {t(scheme.label)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t('SHELL.BAR.LANGUAGE')}</Menu.Label>
        <Menu.RadioGroup
          value={i18n.language}
          onChange={(value) => void setLanguage(value as (typeof LANGUAGES)[number])}
        >
          {LANGUAGES.map((language) => (
            <Menu.RadioItem key={language} value={language} lang={language}>
              {LANGUAGE_NAMES[language]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
