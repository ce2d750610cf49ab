import {
  Button,
  Fieldset,
  Group,
  MultiSelect,
  PasswordInput,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  adminUsers,
  type LinkSent,
  type MembershipRequest,
  type Role,
  saveUser,
  type SaveUser,
  type User,
} from '@fibado/contracts';
import type { TFunction } from 'i18next';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { FormActions } from '../../../components/form-actions';
import { PageLoading } from '../../../components/states';
import { showFirstWrong } from '../../../components/form-parts';
import { toastDone } from '../../../components/toasts';
import { LanguageSelect } from '../../../components/language-select';
import { useUnsavedChanges } from '../../../components/unsaved-changes';
import { client } from '../../../lib/client';
import { fieldErrors } from '../../../lib/field-errors';
import { useHasRole } from '../../../lib/roles';
import { LinkSentDialog } from '../shared/link-sent-dialog';
import { RolePicker } from '../shared/role-picker';
import { useOwnTenant, useTenantOptions } from '../shared/use-tenants';
import { USERS_KEY } from './keys';

interface MembershipValues {
  tenantId: string;
  tenantName: string;
  roles: Role[];
  groupIds: string[];
}

interface UserValues {
  username: string;
  name: string;
  email: string;
  phone: string;
  language: 'it' | 'en';
  password: string;
  memberships: MembershipValues[];
}

const initialOf = (user: User | undefined): UserValues => ({
  username: user?.username ?? '',
  name: user?.name ?? '',
  email: user?.email ?? '',
  phone: user?.phone ?? '',
  language: user?.language ?? 'it',
  password: '',
  memberships: (user?.memberships ?? []).map((membership) => ({
    tenantId: membership.tenantId,
    tenantName: membership.tenantName,
    roles: [...membership.roles],
    groupIds: membership.groups.map((group) => group.id),
  })),
});

/** Which households have to accept what was asked. */
const requestedText = (requests: readonly MembershipRequest[], t: TFunction): string =>
  t('ADMIN.USERS.REQUESTED', { tenants: requests.map((request) => request.tenantName).join(', ') });

/** Who a person is and what it may do in each tenant. */
export function UserForm({ user }: { readonly user: User | undefined }) {
  const own = useOwnTenant();
  if (user) return <LoadedUserForm user={user} initial={initialOf(user)} />;
  if (!own.isReady) return <PageLoading />;
  const initial = initialOf(undefined);
  const first = own.tenant
    ? [{ tenantId: own.tenant.id, tenantName: own.tenant.name, roles: [], groupIds: [] }]
    : [];
  return <LoadedUserForm user={undefined} initial={{ ...initial, memberships: first }} />;
}

interface LoadedUserFormProps {
  readonly user: User | undefined;
  readonly initial: UserValues;
}

function LoadedUserForm({ user, initial }: LoadedUserFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isSuper = useHasRole('SADMIN');
  const tenants = useTenantOptions();
  const [sent, setSent] = useState<{ name: string; link: LinkSent }>();
  const manageable = user?.manageable ?? true;
  const whole = useRef<HTMLDivElement>(null);
  const toBody = (values: UserValues): SaveUser => {
    const { phone, password, memberships, ...rest } = values;
    return {
      ...rest,
      ...(user ? { id: user.id, version: user.version } : {}),
      ...(phone.trim() === '' ? {} : { phone }),
      ...(password === '' ? {} : { password }),
      memberships: memberships.map(({ tenantId, roles, groupIds }) => ({ tenantId, roles, groupIds })),
    };
  };
  const form = useForm<UserValues>({
    initialValues: initial,
    validateInputOnBlur: true,
    validate: (values) => fieldErrors(saveUser, toBody(values), t),
  });
  const save = useMutation({
    mutationFn: (values: UserValues) => client.call(adminUsers.save, { body: toBody(values) }),
    onSuccess: async (answer) => {
      form.resetDirty();
      await queryClient.invalidateQueries({ queryKey: USERS_KEY });
      if (answer.invitation) setSent({ name: answer.user.name, link: answer.invitation });
      else if (answer.requests) toastDone(requestedText(answer.requests, t));
    },
    meta: { confirm: true },
  });
  useUnsavedChanges(form.isDirty() && !save.isSuccess);
  const back = (): void => void navigate('/admin/user');
  const free = tenants.filter(
    (tenant) => !form.values.memberships.some((membership) => membership.tenantId === tenant.value),
  );

  return (
    <Stack maw="56rem" ref={whole}>
      <Fieldset legend={t('ADMIN.USERS.PERSON')} disabled={!manageable}>
        {manageable ? null : (
          <Text size="sm" c="dimmed" mb="sm">
            {t('ADMIN.USERS.NOT_MANAGEABLE')}
          </Text>
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label={t('ADMIN.USERS.NAME')} autoFocus={!user} {...form.getInputProps('name')} />
          <TextInput
            label={t('ADMIN.USERS.USERNAME')}
            description={t('ADMIN.USERS.USERNAME_HINT')}
            autoCapitalize="none"
            autoComplete="off"
            readOnly={user !== undefined}
            {...form.getInputProps('username')}
          />
          <TextInput label={t('ADMIN.USERS.EMAIL')} type="email" {...form.getInputProps('email')} />
          <TextInput label={t('ADMIN.USERS.PHONE')} type="tel" {...form.getInputProps('phone')} />
          <LanguageSelect label={t('ADMIN.USERS.LANGUAGE')} {...form.getInputProps('language')} />
          <PasswordInput
            label={t('ADMIN.USERS.PASSWORD')}
            description={t(user ? 'ADMIN.USERS.PASSWORD_KEEP' : 'ADMIN.USERS.PASSWORD_HINT')}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('SESSION.SHOW_PASSWORD') }}
            {...form.getInputProps('password')}
          />
        </SimpleGrid>
      </Fieldset>
      {form.values.memberships.map((membership, index) => (
        <Fieldset
          key={membership.tenantId}
          legend={t('ADMIN.USERS.IN_TENANT', { tenant: membership.tenantName })}
        >
          <Stack gap="sm">
            <RolePicker
              label={t('ADMIN.USERS.ROLES')}
              value={membership.roles}
              onChange={(roles) => form.setFieldValue(`memberships.${index}.roles`, roles)}
            />
            <GroupPicker
              tenantId={membership.tenantId}
              value={membership.groupIds}
              onChange={(groupIds) => form.setFieldValue(`memberships.${index}.groupIds`, groupIds)}
            />
            {membership.roles.length === 0 && membership.groupIds.length === 0 ? (
              <Text size="sm" c="dimmed" role="status">
                {t('ADMIN.USERS.NO_RIGHTS')}
              </Text>
            ) : null}
            {isSuper && (!user || form.values.memberships.length > 1) ? (
              <Group justify="flex-end">
                <Button
                  variant="subtle"
                  color="red"
                  size="compact-sm"
                  leftSection={<IconTrash size={14} aria-hidden="true" />}
                  onClick={() => form.removeListItem('memberships', index)}
                >
                  {t('ADMIN.USERS.LEAVE_TENANT', { tenant: membership.tenantName })}
                </Button>
              </Group>
            ) : null}
          </Stack>
        </Fieldset>
      ))}
      {form.errors['memberships'] ? (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {t('ADMIN.USERS.NEEDS_TENANT')}
        </Text>
      ) : null}
      {isSuper && free.length > 0 ? (
        <Select
          label={t('ADMIN.USERS.ADD_TENANT')}
          searchable
          data={free}
          value={null}
          onChange={(tenantId, option) => {
            if (tenantId === null || option === null) return;
            form.insertListItem('memberships', {
              tenantId,
              tenantName: option.label,
              roles: [],
              groupIds: [],
            });
          }}
        />
      ) : null}
      <FormActions
        saving={save.isPending}
        onCancel={back}
        onSave={() => {
          if (form.validate().hasErrors) setTimeout(() => showFirstWrong(whole.current));
          else save.mutate(form.getValues(), { onSuccess: (a) => (a.invitation ? undefined : back()) });
        }}
      />
      {sent ? <LinkSentDialog name={sent.name} sent={sent.link} onClose={back} /> : null}
    </Stack>
  );
}

interface GroupPickerProps {
  readonly tenantId: string;
  readonly value: readonly string[];
  readonly onChange: (ids: string[]) => void;
}

/** The groups of a tenant; their roles come on top of the person's own. */
function GroupPicker({ tenantId, value, onChange }: GroupPickerProps) {
  const { t } = useTranslation();
  const isSuper = useHasRole('SADMIN');
  const query = useQuery({
    queryKey: ['admin', 'groups', 'of', tenantId],
    queryFn: () => client.call(adminUsers.groups, { query: isSuper ? { tenantId } : {} }),
  });
  const groups = query.data ?? [];
  if (groups.length === 0) return null;
  return (
    <MultiSelect
      label={t('ADMIN.USERS.GROUPS')}
      searchable
      data={groups.map((group) => ({
        value: group.id,
        label: `${group.name} (${group.roles.map((role) => t(`ADMIN.ROLE.${role}`)).join(', ')})`,
      }))}
      value={[...value]}
      onChange={onChange}
    />
  );
}
