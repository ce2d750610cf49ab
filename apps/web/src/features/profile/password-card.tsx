import { Checkbox, PasswordInput, Stack } from '@mantine/core';
import { profile } from '@fibado/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { SectionCard } from '../../components/section-card';
import { client } from '../../lib/client';
import { errorCode, errorMessage } from '../../lib/errors';

const EMPTY = { oldPassword: '', newPassword: '', again: '' };

/** The change of password; every other session of the user ends with it. */
export function PasswordCard() {
  const { t } = useTranslation();
  const [values, setValues] = useState(EMPTY);
  const [keepKeys, setKeepKeys] = useState(false);
  const change = useMutation({
    mutationFn: () =>
      client.call(profile.changePassword, {
        body: { oldPassword: values.oldPassword, newPassword: values.newPassword, keepKeys },
      }),
    onSuccess: () => setValues(EMPTY),
    meta: { confirm: true, inline: true },
  });
  const field = (name: keyof typeof EMPTY) => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      change.reset();
      setValues((all) => ({ ...all, [name]: value }));
    },
    visibilityToggleButtonProps: { 'aria-label': t('SESSION.SHOW_PASSWORD') },
  });
  const failure = change.error;
  const code = errorCode(failure);
  const text = failure ? errorMessage(failure, t) : undefined;
  const differs = values.again !== '' && values.again !== values.newPassword;
  return (
    <SectionCard title={t('PROFILE.PASSWORD.TITLE')} description={t('PROFILE.PASSWORD.DESCRIPTION')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        <Stack gap="sm">
          <PasswordInput
            label={t('PROFILE.PASSWORD.OLD')}
            autoComplete="current-password"
            error={code === 'PASSWORD_WRONG' ? text : undefined}
            {...field('oldPassword')}
          />
          <PasswordInput
            label={t('PROFILE.PASSWORD.NEW')}
            description={t('SESSION.PASSWORD_HINT')}
            autoComplete="new-password"
            error={code === 'PASSWORD_WRONG' ? undefined : text}
            {...field('newPassword')}
          />
          <PasswordInput
            label={t('PROFILE.PASSWORD.AGAIN')}
            autoComplete="new-password"
            error={differs ? t('SESSION.INVITE_DIFFERENT') : undefined}
            {...field('again')}
          />
          <Checkbox
            label={t('PROFILE.PASSWORD.KEEP_KEYS')}
            checked={keepKeys}
            onChange={(event) => setKeepKeys(event.currentTarget.checked)}
          />
          <Button
            type="submit"
            style={{ alignSelf: 'flex-end' }}
            loading={change.isPending}
            disabled={
              values.oldPassword === '' || values.newPassword === '' || values.again !== values.newPassword
            }
          >
            {t('PROFILE.PASSWORD.CHANGE')}
          </Button>
        </Stack>
      </form>
    </SectionCard>
  );
}
