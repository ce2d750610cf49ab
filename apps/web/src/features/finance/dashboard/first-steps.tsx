import { Button, Group, List, Text } from '@mantine/core';
import { IconChartAreaLine } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../../components/states';
import { useCanWrite } from '../shared/access';
import { ExampleButton } from '../shared/example-button';
import { accountsQuery, accountGroupsQuery, banksQuery } from '../shared/queries';

/** Before the first quarter: what the page is for, the four steps to it, and an example to try it with. */
export function FirstSteps({ onCreate }: { readonly onCreate: () => void }) {
  const { t } = useTranslation();
  const canWrite = useCanWrite();
  const banks = useQuery(banksQuery());
  const groups = useQuery(accountGroupsQuery());
  const accounts = useQuery(accountsQuery());
  const steps = [
    { key: 'BANKS', to: '/fibado/banks', count: banks.data?.length ?? 0 },
    { key: 'GROUPS', to: '/fibado/account-groups', count: groups.data?.length ?? 0 },
    { key: 'ACCOUNTS', to: '/fibado/accounts', count: accounts.data?.length ?? 0 },
  ] as const;
  const ready = steps.every((step) => step.count > 0);
  return (
    <EmptyState
      icon={IconChartAreaLine}
      title={t('FINANCE.FIRST.TITLE')}
      actions={
        canWrite && (
          <Group justify="center">
            <Button disabled={!ready} onClick={onCreate}>
              {t('FINANCE.DASHBOARD.NEW_QUARTER')}
            </Button>
            {!ready && <ExampleButton />}
          </Group>
        )
      }
    >
      <Text>{t('FINANCE.FIRST.TEXT')}</Text>
      <List type="ordered" ta="left" mt="sm" spacing={4}>
        {steps.map((step) => (
          <List.Item key={step.key}>
            <Link to={step.to}>{t(`FINANCE.FIRST.${step.key}`)}</Link>
            {step.count > 0 && ` ✓ ${String(step.count)}`}
          </List.Item>
        ))}
        <List.Item>{t('FINANCE.FIRST.QUARTER')}</List.Item>
      </List>
    </EmptyState>
  );
}
