import { Button, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { type Icon, IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../lib/errors';
import { PageLoading } from './loading';

export { LoadingState, PageLoading } from './loading';

interface EmptyStateProps {
  readonly icon: Icon;
  readonly title: string;
  /** What the page is for. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** A page with nothing on it yet says what it is for and how to begin. */
export function EmptyState({ icon: IconShape, title, children, actions }: EmptyStateProps) {
  return (
    <Stack align="center" gap="sm" py="xl" maw="34rem" mx="auto" ta="center">
      <ThemeIcon size={56} radius="xl" variant="light" aria-hidden="true">
        <IconShape size={30} />
      </ThemeIcon>
      <Title order={2} size="h3">
        {title}
      </Title>
      {children ? (
        <Text c="dimmed" component="div">
          {children}
        </Text>
      ) : null}
      {actions}
    </Stack>
  );
}

interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}

/** What could not be fetched, why, and a button to try again. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const { t } = useTranslation();
  return (
    <Stack align="center" gap="sm" py="xl" role="alert">
      <ThemeIcon size={56} radius="xl" variant="light" color="red" aria-hidden="true">
        <IconAlertTriangle size={30} />
      </ThemeIcon>
      <Text ta="center" maw="34rem">
        {errorMessage(error, t)}
      </Text>
      {onRetry ? (
        <Button variant="light" leftSection={<IconRefresh size={16} aria-hidden="true" />} onClick={onRetry}>
          {t('COMMON.RETRY')}
        </Button>
      ) : null}
    </Stack>
  );
}

interface QueryStateProps<T> {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isPending' | 'refetch'>;
  readonly children: (data: T) => ReactNode;
}

/** Draws a query: loading, failed with a retry, or its data. Data once had stays while a refresh fails. */
export function QueryState<T>({ query, children }: QueryStateProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isPending) return <PageLoading />;
  return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
}
