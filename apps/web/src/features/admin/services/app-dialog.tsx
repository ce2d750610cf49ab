import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { adminServices, type Role, saveService, type SaveService, type Service } from '@fibado/contracts';
import { useTranslation } from 'react-i18next';
import { client } from '../../../lib/client';
import { fieldErrors } from '../../../lib/field-errors';
import { FormDialog } from '../shared/form-dialog';
import { RolePicker } from '../shared/role-picker';
import { useDialogSave } from '../shared/use-dialog-save';
import { SERVICES_KEY } from './service-parts';

interface AppValues {
  cd: string;
  name: string;
  icon: string;
  contextPath: string;
  roles: Role[];
}

interface AppDialogProps {
  /** Absent for a new one. */
  readonly app: Service | undefined;
  readonly onClose: () => void;
}

/** A link to another application, shown in the app list of those who hold one of its roles. */
export function AppDialog({ app, onClose }: AppDialogProps) {
  const { t } = useTranslation();
  const toBody = (values: AppValues): SaveService => ({
    ...values,
    ...(app?.version === undefined ? {} : { version: app.version }),
  });
  const form = useForm<AppValues>({
    initialValues: {
      cd: app?.cd ?? '',
      name: app?.name ?? '',
      icon: app?.icon ?? 'link',
      contextPath: app?.contextPath ?? '',
      roles: [...(app?.roles ?? [])],
    },
    validate: (values) => fieldErrors(saveService, toBody(values), t),
  });
  const save = useDialogSave(
    SERVICES_KEY,
    (body: SaveService) => client.call(adminServices.save, { body }),
    onClose,
  );
  return (
    <FormDialog
      title={t(app ? 'ADMIN.SERVICES.EDIT_APP' : 'ADMIN.SERVICES.ADD_APP')}
      error={save.error}
      saving={save.isPending}
      onClose={onClose}
      onSubmit={() => {
        if (!form.validate().hasErrors) save.mutate(toBody(form.getValues()));
      }}
    >
      <TextInput
        label={t('ADMIN.SERVICES.CODE')}
        description={t('ADMIN.SERVICES.CODE_HINT')}
        data-autofocus={app === undefined || undefined}
        readOnly={app !== undefined}
        {...form.getInputProps('cd')}
      />
      <TextInput label={t('ADMIN.SERVICES.NAME')} {...form.getInputProps('name')} />
      <TextInput
        label={t('ADMIN.SERVICES.PATH')}
        description={t('ADMIN.SERVICES.PATH_HINT')}
        {...form.getInputProps('contextPath')}
      />
      <TextInput label={t('ADMIN.SERVICES.ICON')} {...form.getInputProps('icon')} />
      <RolePicker
        label={t('ADMIN.SERVICES.ROLES')}
        value={form.values.roles}
        onChange={(roles) => form.setFieldValue('roles', roles)}
      />
    </FormDialog>
  );
}
