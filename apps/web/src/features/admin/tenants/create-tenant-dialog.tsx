import { Fieldset, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { adminTenants, type LinkSent, saveTenant, type SaveTenant } from '@fibado/contracts';
import { useTranslation } from 'react-i18next';
import { LanguageSelect } from '../../../components/language-select';
import { client } from '../../../lib/client';
import { fieldErrors } from '../../../lib/field-errors';
import { FormDialog } from '../shared/form-dialog';
import { useDialogSave } from '../shared/use-dialog-save';
import { TENANTS_KEY } from '../shared/use-tenants';

interface TenantValues {
  code: string;
  name: string;
  administrator: { username: string; name: string; email: string; language: 'it' | 'en'; password: string };
}

/** As the contract has it. */
const MAX_CODE = 31;

interface CreateTenantDialogProps {
  readonly onClose: () => void;
  readonly onDone: (done: { readonly name: string; readonly sent: LinkSent | undefined }) => void;
}

function toBody({ administrator, ...tenant }: TenantValues): SaveTenant {
  const { password, ...person } = administrator;
  return { ...tenant, administrator: { ...person, ...(password === '' ? {} : { password }) } };
}

/** The code a tenant's name suggests: `Casa Rossi` becomes `casa_rossi`. */
const codeOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, MAX_CODE);

/** A new tenant with its first administrator, who is invited unless a password is set. */
export function CreateTenantDialog({ onClose, onDone }: CreateTenantDialogProps) {
  const { t } = useTranslation();
  const form = useForm<TenantValues>({
    initialValues: {
      code: '',
      name: '',
      administrator: { username: '', name: '', email: '', language: 'it', password: '' },
    },
    validateInputOnBlur: true,
    validate: (values) => fieldErrors(saveTenant, toBody(values), t),
  });
  const save = useDialogSave(
    TENANTS_KEY,
    (values: TenantValues) => client.call(adminTenants.save, { body: toBody(values) }),
    (answer, values) => onDone({ name: values.administrator.name, sent: answer.invitation }),
  );
  return (
    <FormDialog
      title={t('ADMIN.TENANTS.CREATE')}
      error={save.error}
      saving={save.isPending}
      submitLabel={t('COMMON.CREATE')}
      onClose={onClose}
      onSubmit={() => {
        if (!form.validate().hasErrors) save.mutate(form.getValues());
      }}
    >
      <TextInput
        label={t('ADMIN.TENANTS.NAME')}
        data-autofocus
        {...form.getInputProps('name')}
        onChange={(event) => {
          const { code, name } = form.getValues();
          const next = event.currentTarget.value;
          // Until a code is typed it follows the name.
          if (code === codeOf(name)) form.setFieldValue('code', codeOf(next));
          form.setFieldValue('name', next);
        }}
      />
      <TextInput
        label={t('ADMIN.TENANTS.CODE')}
        description={t('ADMIN.TENANTS.CODE_HINT')}
        autoCapitalize="none"
        {...form.getInputProps('code')}
      />
      <Fieldset legend={t('ADMIN.TENANTS.ADMINISTRATOR')}>
        <Stack gap="sm">
          <TextInput label={t('ADMIN.USERS.NAME')} {...form.getInputProps('administrator.name')} />
          <TextInput
            label={t('ADMIN.USERS.USERNAME')}
            description={t('ADMIN.USERS.USERNAME_HINT')}
            autoCapitalize="none"
            autoComplete="off"
            {...form.getInputProps('administrator.username')}
          />
          <TextInput
            label={t('ADMIN.USERS.EMAIL')}
            type="email"
            {...form.getInputProps('administrator.email')}
          />
          <LanguageSelect
            label={t('ADMIN.USERS.LANGUAGE')}
            {...form.getInputProps('administrator.language')}
          />
          <PasswordInput
            label={t('ADMIN.USERS.PASSWORD')}
            description={t('ADMIN.USERS.PASSWORD_HINT')}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('SESSION.SHOW_PASSWORD') }}
            {...form.getInputProps('administrator.password')}
          />
        </Stack>
      </Fieldset>
    </FormDialog>
  );
}
