import { adminTenants } from '@fibado/contracts';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { client } from '../../../lib/client';
import { useHasRole } from '../../../lib/roles';
import { useUser } from '../../../lib/stored-session';
import { TENANTS_KEY } from '../shared/use-tenants';

/** The tenant of the demonstration, which the first start makes. */
const DEMO_TENANT = 'famiglia';

/**
 * What comes next on an instance just installed: its administrator has no accounts, and plans as a member of a household.
 * Shown until there is one beside the administration and the demonstration.
 */
export function FirstHousehold() {
  const { t } = useTranslation();
  const isSuper = useHasRole('SADMIN');
  const own = useUser()?.tenant;
  const { data } = useQuery({
    queryKey: [...TENANTS_KEY, 'first'],
    queryFn: () => client.call(adminTenants.get, { query: { size: 3 } }),
    enabled: isSuper,
    meta: { inline: true },
  });
  if (!data?.items.every(({ code }) => code === own || code === DEMO_TENANT)) return null;
  return (
    <Alert mb="md" title={t('ADMIN.FIRST.TITLE')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('ADMIN.FIRST.TEXT')}</Text>
        <Button component={Link} to="/admin/tenant" state={{ create: true }}>
          {t('ADMIN.FIRST.CREATE')}
        </Button>
      </Stack>
    </Alert>
  );
}
