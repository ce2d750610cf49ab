import { Button, Checkbox, NumberInput, PasswordInput, Select, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { adminEmailServer, type EmailServer, saveEmailServer, type SaveEmailServer } from '@fibado/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../components/confirm';
import { FormActions } from '../../../components/form-actions';
import { SectionCard } from '../../../components/section-card';
import { useUnsavedChanges } from '../../../components/unsaved-changes';
import { client } from '../../../lib/client';
import { fieldErrors } from '../../../lib/field-errors';
import { EMAIL_SERVER_KEY } from './keys';

interface ServerValues {
  host: string;
  port: number | string;
  security: 'TLS' | 'STARTTLS' | 'NONE';
  username: string;
  fromName: string;
  fromAddress: string;
  /** Empty keeps the stored one. */
  password: string;
  forgetPassword: boolean;
}

/** The ports these ways of connecting usually have. */
const USUAL_PORT = { TLS: 465, STARTTLS: 587, NONE: 25 } as const;

export function EmailServerForm({ server }: { readonly server: EmailServer | null }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const toBody = (values: ServerValues): SaveEmailServer => {
    const { username, password, forgetPassword, port, ...rest } = values;
    return {
      ...rest,
      port: Number(port),
      ...(username.trim() === '' ? {} : { username }),
      ...(forgetPassword ? { password: null } : password === '' ? {} : { password }),
      ...(server ? { version: server.version } : {}),
    };
  };
  const form = useForm<ServerValues>({
    initialValues: {
      host: server?.host ?? '',
      port: server?.port ?? 587,
      security: server?.security ?? 'STARTTLS',
      username: server?.username ?? '',
      fromName: server?.fromName ?? 'Fibado',
      fromAddress: server?.fromAddress ?? '',
      password: '',
      forgetPassword: false,
    },
    validateInputOnBlur: true,
    validate: (values) => fieldErrors(saveEmailServer, toBody(values), t),
  });
  useUnsavedChanges(form.isDirty());
  const refresh = () => queryClient.invalidateQueries({ queryKey: EMAIL_SERVER_KEY });
  const save = useMutation({
    mutationFn: (body: SaveEmailServer) => client.call(adminEmailServer.save, { body }),
    onSuccess: () => {
      form.resetDirty();
      return refresh();
    },
    meta: { confirm: true },
  });
  const forget = useMutation({
    mutationFn: () => client.call(adminEmailServer.delete),
    onSettled: refresh,
    meta: { confirm: true },
  });
  const askForget = async (): Promise<void> => {
    if (await confirm({ message: t('ADMIN.EMAIL.FORGET_CONFIRM'), danger: true })) forget.mutate();
  };
  return (
    <SectionCard title={t('ADMIN.EMAIL.SERVER')} description={t('ADMIN.EMAIL.SERVER_DESCRIPTION')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={t('ADMIN.EMAIL.HOST')}
          placeholder="smtp.example.org"
          {...form.getInputProps('host')}
        />
        <NumberInput
          label={t('ADMIN.EMAIL.PORT')}
          min={1}
          max={65535}
          allowDecimal={false}
          hideControls
          thousandSeparator=""
          {...form.getInputProps('port')}
        />
        <Select
          label={t('ADMIN.EMAIL.SECURITY')}
          allowDeselect={false}
          data={(['TLS', 'STARTTLS', 'NONE'] as const).map((value) => ({
            value,
            label: t(`ADMIN.EMAIL.SECURITY_${value}`),
          }))}
          {...form.getInputProps('security')}
          onChange={(value) => {
            const security = value as ServerValues['security'];
            const wasUsual = Number(form.values.port) === USUAL_PORT[form.values.security];
            form.setFieldValue('security', security);
            if (wasUsual) form.setFieldValue('port', USUAL_PORT[security]);
          }}
        />
        <TextInput label={t('ADMIN.EMAIL.USERNAME')} autoComplete="off" {...form.getInputProps('username')} />
        <PasswordInput
          label={t('ADMIN.EMAIL.PASSWORD')}
          description={t(server?.hasPassword ? 'ADMIN.EMAIL.PASSWORD_KEPT' : 'ADMIN.EMAIL.PASSWORD_NONE')}
          autoComplete="new-password"
          disabled={form.values.forgetPassword}
          visibilityToggleButtonProps={{ 'aria-label': t('SESSION.SHOW_PASSWORD') }}
          {...form.getInputProps('password')}
        />
        {server?.hasPassword ? (
          <Checkbox
            mt={{ sm: 'xl' }}
            label={t('ADMIN.EMAIL.FORGET_PASSWORD')}
            {...form.getInputProps('forgetPassword', { type: 'checkbox' })}
          />
        ) : (
          <span />
        )}
        <TextInput label={t('ADMIN.EMAIL.FROM_NAME')} {...form.getInputProps('fromName')} />
        <TextInput
          label={t('ADMIN.EMAIL.FROM_ADDRESS')}
          type="email"
          {...form.getInputProps('fromAddress')}
        />
      </SimpleGrid>
      <FormActions
        saving={save.isPending}
        disabled={!form.isDirty()}
        onSave={() => {
          if (!form.validate().hasErrors) save.mutate(toBody(form.getValues()));
        }}
      >
        {server ? (
          <Button variant="subtle" color="red" onClick={() => void askForget()}>
            {t('ADMIN.EMAIL.FORGET')}
          </Button>
        ) : null}
      </FormActions>
    </SectionCard>
  );
}
