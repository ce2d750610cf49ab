import { Alert, Button, Group, Text } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import type { UserLogged } from '@fibado/contracts';
import { useTranslation } from 'react-i18next';
import { stopActing } from '../../lib/acting';

/** Always in sight while a super-administrator acts as another user. */
export function ActingBanner({ user }: { readonly user: UserLogged }) {
  const { t } = useTranslation();
  if (!user.actor) return null;
  return (
    <Alert color="orange" mb="md" icon={<IconUserShield aria-hidden="true" />} role="status">
      <Group justify="space-between">
        <Text size="sm">{t('SHELL.ACTING', { name: user.name, actor: user.actor })}</Text>
        <Button size="compact-sm" variant="default" onClick={() => void stopActing()}>
          {t('SHELL.ACTING_END')}
        </Button>
      </Group>
    </Alert>
  );
}
