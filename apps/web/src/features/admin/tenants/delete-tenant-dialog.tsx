import { Alert, Button, Text, TextInput } from '@mantine/core';
import { adminTenants, type Tenant, TENANT_EXPORT_HOURS } from '@fibado/contracts';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../lib/client';
import { download } from '../shared/download';
import { FormDialog } from '../shared/form-dialog';
import { useDialogSave } from '../shared/use-dialog-save';
import { TENANTS_KEY } from '../shared/use-tenants';

interface DeleteTenantDialogProps {
  readonly tenant: Tenant;
  readonly onClose: () => void;
}

/** Deletes a tenant for ever: after an export, and with its name typed. */
export function DeleteTenantDialog({ tenant, onClose }: DeleteTenantDialogProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const exportData = useMutation({
    mutationFn: async () =>
      download(
        await client.call(adminTenants.export, { params: { id: tenant.id } }),
        `fibado-${tenant.code}.json`,
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: TENANTS_KEY }),
  });
  const remove = useDialogSave(
    TENANTS_KEY,
    () => client.call(adminTenants.delete, { params: { id: tenant.id }, query: { name } }),
    onClose,
  );
  return (
    <FormDialog
      title={t('ADMIN.TENANTS.DELETE')}
      error={remove.error}
      saving={remove.isPending}
      submitLabel={t('COMMON.DELETE')}
      danger
      disabled={name !== tenant.name}
      onClose={onClose}
      onSubmit={() => remove.mutate()}
    >
      <Alert color="red">{t('ADMIN.TENANTS.DELETE_TEXT', { name: tenant.name })}</Alert>
      <Text size="sm">{t('ADMIN.TENANTS.DELETE_EXPORT', { hours: TENANT_EXPORT_HOURS })}</Text>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        loading={exportData.isPending}
        onClick={() => exportData.mutate()}
      >
        {t(exportData.isSuccess ? 'ADMIN.TENANTS.EXPORT_DONE' : 'ADMIN.TENANTS.EXPORT')}
      </Button>
      <TextInput
        label={t('ADMIN.TENANTS.DELETE_NAME', { name: tenant.name })}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
