import { Stack } from '@mantine/core';
import { adminEmailServer } from '@fibado/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../components/page-header';
import { QueryState } from '../../../components/states';
import { client } from '../../../lib/client';
import { EmailServerForm } from './email-server-form';
import { EMAIL_SERVER_KEY } from './keys';
import { MailQueue } from './mail-queue';
import { TestMail } from './test-mail';

/** The server through which the instance sends its mail, and the mails themselves. */
export function Component() {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: EMAIL_SERVER_KEY,
    queryFn: () => client.call(adminEmailServer.get),
    meta: { inline: true },
  });
  return (
    <>
      <PageHeader title={t('SHELL.MENU.EMAIL_SERVER')} description={t('ADMIN.EMAIL.DESCRIPTION')} />
      <QueryState query={query}>
        {({ server, queue }) => (
          <Stack gap="lg">
            <EmailServerForm key={server?.version ?? 'none'} server={server} />
            {server ? <TestMail /> : null}
            <MailQueue waiting={queue.waiting} failed={queue.failed} />
          </Stack>
        )}
      </QueryState>
    </>
  );
}
