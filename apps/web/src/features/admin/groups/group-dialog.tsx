import { MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { adminGroups, type Group, type Role, saveGroup, type SaveGroup } from '@fibado/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client } from '../../../lib/client';
import { fieldErrors } from '../../../lib/field-errors';
import { useHasRole } from '../../../lib/roles';
import { FormDialog } from '../shared/form-dialog';
import { RolePicker } from '../shared/role-picker';
import { useDialogSave } from '../shared/use-dialog-save';
import { useTenantOptions } from '../shared/use-tenants';
import { GROUPS_KEY } from './keys';

interface GroupValues {
  /** Empty: the tenant one works in. */
  tenantId: string;
  name: string;
  description: string;
  roles: Role[];
  memberIds: string[];
}

interface GroupDialogProps {
  /** Absent for a new one. */
  readonly group: Group | undefined;
  readonly onClose: () => void;
}

export function GroupDialog({ group, onClose }: GroupDialogProps) {
  const { t } = useTranslation();
  const isSuper = useHasRole('SADMIN');
  const tenants = useTenantOptions();
  const toBody = ({ tenantId, description, ...values }: GroupValues): SaveGroup => ({
    ...values,
    ...(group ? { id: group.id, version: group.version } : tenantId === '' ? {} : { tenantId }),
    ...(description.trim() === '' ? {} : { description }),
  });
  const form = useForm<GroupValues>({
    initialValues: {
      tenantId: group?.tenantId ?? '',
      name: group?.name ?? '',
      description: group?.description ?? '',
      roles: [...(group?.roles ?? [])],
      memberIds: (group?.members ?? []).map((member) => member.id),
    },
    validate: (values) => fieldErrors(saveGroup, toBody(values), t),
  });
  const { tenantId } = form.values;
  const candidates = useQuery({
    queryKey: [...GROUPS_KEY, 'candidates', tenantId],
    queryFn: () =>
      client.call(adminGroups.candidates, {
        query: { size: 200, ...(isSuper && tenantId !== '' ? { tenantId } : {}) },
      }),
  });
  const people = new Map(
    [...(group?.members ?? []), ...(candidates.data?.items ?? [])].map((person) => [person.id, person]),
  );
  const save = useDialogSave(
    GROUPS_KEY,
    (body: SaveGroup) => client.call(adminGroups.save, { body }),
    onClose,
  );
  return (
    <FormDialog
      title={t(group ? 'ADMIN.GROUPS.EDIT' : 'ADMIN.GROUPS.CREATE')}
      error={save.error}
      saving={save.isPending}
      onClose={onClose}
      onSubmit={() => {
        if (!form.validate().hasErrors) save.mutate(toBody(form.getValues()));
      }}
    >
      {isSuper && !group ? (
        <Select
          label={t('ADMIN.TENANT')}
          placeholder={t('ADMIN.OWN_TENANT')}
          clearable
          clearButtonProps={{ 'aria-label': t('COMMON.CLEAR') }}
          searchable
          data={tenants}
          value={tenantId || null}
          onChange={(next) => {
            form.setFieldValue('tenantId', next ?? '');
            // People of one tenant are not members of another.
            form.setFieldValue('memberIds', []);
          }}
        />
      ) : null}
      <TextInput label={t('ADMIN.GROUPS.NAME')} data-autofocus {...form.getInputProps('name')} />
      <Textarea
        label={t('ADMIN.GROUPS.DESCRIPTION_FIELD')}
        autosize
        minRows={2}
        {...form.getInputProps('description')}
      />
      <RolePicker
        label={t('ADMIN.GROUPS.ROLES')}
        value={form.values.roles}
        onChange={(roles) => form.setFieldValue('roles', roles)}
      />
      <MultiSelect
        label={t('ADMIN.GROUPS.MEMBERS')}
        searchable
        nothingFoundMessage={t('SHELL.PALETTE.NOTHING')}
        data={[...people.values()].map((person) => ({
          value: person.id,
          label: `${person.name} (${person.username})`,
        }))}
        {...form.getInputProps('memberIds')}
      />
    </FormDialog>
  );
}
