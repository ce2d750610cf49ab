import { SimpleGrid, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../components/page-header';
import { ApiKeysCard } from './api-keys-card';
import { AvatarCard } from './avatar-card';
import { ContactCard } from './contact-card';
import { DeviceCard } from './device-card';
import { IdentityCard } from './identity-card';
import { LoginsCard } from './logins-card';
import { PasswordCard } from './password-card';
import { SecondFactorsCard } from './second-factors-card';
import { SecurityCard } from './security-card';
import { SessionsCard } from './sessions-card';

/** One's own account: who one is, how one signs in, and what is open in one's name. */
export function Component() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('PROFILE.TITLE')} description={t('PROFILE.DESCRIPTION')} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Stack gap="lg">
          <AvatarCard />
          <ContactCard />
          <PasswordCard />
          <SecondFactorsCard />
          <IdentityCard />
        </Stack>
        <Stack gap="lg">
          <DeviceCard />
          <LoginsCard />
          <SecurityCard />
          <SessionsCard />
          <ApiKeysCard />
        </Stack>
      </SimpleGrid>
    </>
  );
}
