import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { adminTenants, saveTenant, type Tenant } from '@fibado/contracts';
import { useTranslation } from 'react-i18next';
import { client } from '../../../lib/client';
import { fieldErrors } from '../../../lib/field-errors';
import { FormDialog } from '../shared/form-dialog';
import { useDialogSave } from '../shared/use-dialog-save';
import { TENANTS_KEY } from '../shared/use-tenants';

interface RenameTenantDialogProps {
  readonly tenant: Tenant;
  readonly onClose: () => void;
}

/** Of an existing tenant only the name changes. */
export function RenameTenantDialog({ tenant, onClose }: RenameTenantDialogProps) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { name: tenant.name },
    validate: (values) => fieldErrors(saveTenant, values, t),
  });
  const save = useDialogSave(
    TENANTS_KEY,
    (name: string) =>
      client.call(adminTenants.save, { body: { id: tenant.id, version: tenant.version, name } }),
    onClose,
  );
  return (
    <FormDialog
      title={t('ADMIN.TENANTS.RENAME')}
      error={save.error}
      saving={save.isPending}
      onClose={onClose}
      onSubmit={() => {
        if (!form.validate().hasErrors) save.mutate(form.getValues().name);
      }}
    >
      <TextInput label={t('ADMIN.TENANTS.NAME')} data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  );
}
