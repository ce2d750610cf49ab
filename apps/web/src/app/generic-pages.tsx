import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useRouteError, useSearchParams } from 'react-router-dom';
import { Logo } from '../components/logo';
import { log } from '../lib/log';
import { page } from '../lib/page';

interface GenericPageProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

function GenericPage({ title, text, children }: GenericPageProps) {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} · Fibado`;
  }, [title]);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack align="center" ta="center" maw="34rem">
        <Logo size={56} />
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text>{text}</Text>
        {children}
        <Button component={Link} to="/" autoFocus>
          {t('SHELL.HOME')}
        </Button>
      </Stack>
    </Center>
  );
}

/** The user lacks the role; `url` says for what. */
export function AccessDeniedPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const url = search.get('url');
  return (
    <GenericPage title={t('SHELL.DENIED.TITLE')} text={t('SHELL.DENIED.TEXT')}>
      {url ? (
        <Text c="dimmed" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('SHELL.DENIED.URL', { url })}
        </Text>
      ) : null}
    </GenericPage>
  );
}

/** What browsers say of a page's script that did not come: without a connection, or taken away by an update. */
const UNLOADED = /dynamically imported module|importing a module script failed|unable to preload/i;

/** Something broke; where a page broke while drawing, the console says what. */
export function ExceptionPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  useEffect(() => {
    if (error !== undefined && error !== null) log.error('A page broke', error);
  }, [error]);
  if (error instanceof Error && UNLOADED.test(error.message)) {
    return (
      <GenericPage title={t('SHELL.UNLOADED.TITLE')} text={t('SHELL.UNLOADED.TEXT')}>
        <Button variant="default" onClick={() => page.reload()}>
          {t('SHELL.UNLOADED.RELOAD')}
        </Button>
      </GenericPage>
    );
  }
  return <GenericPage title={t('SHELL.EXCEPTION.TITLE')} text={t('SHELL.EXCEPTION.TEXT')} />;
}

export function NotFoundPage() {
  const { t } = useTranslation();
  return <GenericPage title={t('SHELL.NOTFOUND.TITLE')} text={t('SHELL.NOTFOUND.TEXT')} />;
}
