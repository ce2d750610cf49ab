import { Alert, Button, Group, TextInput } from '@mantine/core';
import { adminEmailServer } from '@fibado/contracts';
import { IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../../components/section-card';
import { client } from '../../../lib/client';
import { errorMessage } from '../../../lib/errors';
import { useUser } from '../../../lib/stored-session';

/** Sends a message through the stored server and shows what the server said. */
export function TestMail() {
  const { t, i18n } = useTranslation();
  const user = useUser();
  const [to, setTo] = useState(user?.email ?? '');
  const test = useMutation({
    mutationFn: () =>
      client.call(adminEmailServer.test, {
        body: { to: to.trim(), language: i18n.language === 'en' ? 'en' : 'it' },
      }),
    meta: { blocking: false, inline: true },
  });
  return (
    <SectionCard title={t('ADMIN.EMAIL.TEST')} description={t('ADMIN.EMAIL.TEST_DESCRIPTION')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          test.mutate();
        }}
      >
        <Group align="flex-end">
          <TextInput
            flex="1 1 14rem"
            label={t('ADMIN.EMAIL.TEST_TO')}
            type="email"
            required
            withAsterisk={false}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <Button
            type="submit"
            loading={test.isPending}
            leftSection={<IconSend size={16} aria-hidden="true" />}
          >
            {t('ADMIN.EMAIL.TEST_SEND')}
          </Button>
        </Group>
      </form>
      {test.data ? (
        <Alert color="green" role="status">
          {t('ADMIN.EMAIL.TEST_DONE', { reply: test.data.reply, ms: Math.round(test.data.latencyMs) })}
        </Alert>
      ) : null}
      {test.error ? (
        <Alert color="red" role="alert">
          {errorMessage(test.error, t)}
        </Alert>
      ) : null}
    </SectionCard>
  );
}
