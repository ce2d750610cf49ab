import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import type { TenantChoice } from '@fibado/contracts';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../lib/errors';

interface TenantPickerProps {
  readonly tenants: readonly TenantChoice[];
  readonly busy: boolean;
  readonly error: unknown;
  readonly onChoose: (cd: string) => void;
}

/** Which of one's tenants to open. */
export function TenantPicker({ tenants, busy, error, onChoose }: TenantPickerProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {t('SESSION.CHOOSE_TENANT')}
      </Title>
      <Text c="dimmed" size="sm">
        {t('SESSION.CHOOSE_TENANT_TEXT')}
      </Text>
      {error === undefined ? null : (
        <Alert color="red" role="alert">
          {errorMessage(error, t)}
        </Alert>
      )}
      {tenants.map((tenant, index) => (
        <Button
          key={tenant.cd}
          variant="default"
          size="md"
          disabled={busy}
          autoFocus={index === 0}
          onClick={() => onChoose(tenant.cd)}
        >
          {tenant.description}
        </Button>
      ))}
    </Stack>
  );
}
