import { Alert, Select } from '@mantine/core';
import { sessionEndpoints, type User } from '@fibado/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { startActing } from '../../../lib/acting';
import { client } from '../../../lib/client';
import { FormDialog } from '../shared/form-dialog';

interface ActAsDialogProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** Goes on as another user for at most an hour; everything done is recorded under both names. */
export function ActAsDialog({ user, onClose }: ActAsDialogProps) {
  const { t } = useTranslation();
  const [tenant, setTenant] = useState<string | null>(user.memberships[0]?.tenant ?? null);
  const begin = useMutation({
    mutationFn: () =>
      client.call(sessionEndpoints.genTokenForAccount, {
        params: { id: user.id },
        query: tenant === null ? {} : { cdTenant: tenant },
      }),
    onSuccess: startActing,
    meta: { inline: true },
  });
  return (
    <FormDialog
      title={t('ADMIN.USERS.ACT_AS')}
      error={begin.error}
      saving={begin.isPending}
      submitLabel={t('COMMON.CONFIRM.PROCEED')}
      disabled={tenant === null}
      onClose={onClose}
      onSubmit={() => begin.mutate()}
    >
      <Alert color="orange">{t('ADMIN.USERS.ACT_AS_TEXT', { name: user.name })}</Alert>
      <Select
        label={t('ADMIN.TENANT')}
        allowDeselect={false}
        data={user.memberships.map((membership) => ({
          value: membership.tenant,
          label: membership.tenantName,
        }))}
        value={tenant}
        onChange={setTenant}
      />
    </FormDialog>
  );
}
