import { Anchor, Button, Group, List, Text } from '@mantine/core';
import { IconChartAreaLine } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../../components/states';
import { useCanWrite } from '../shared/access';
import { ArchiveLoad, holdsNothing } from '../shared/archive';
import { ExampleButton } from '../shared/example-button';
import { Loaded } from '../shared/loaded';
import { type Household, useHousehold } from '../shared/queries';

/** Before the first quarter: what the page is for, the four steps to it, and an example to try it with. */
export function FirstSteps({ onCreate }: { readonly onCreate: () => void }) {
  const state = useHousehold();
  return <Loaded state={state}>{(household) => <Steps household={household} onCreate={onCreate} />}</Loaded>;
}

function Steps({ household, onCreate }: { readonly household: Household; readonly onCreate: () => void }) {
  const { t } = useTranslation();
  const canWrite = useCanWrite();
  const steps = [
    { key: 'BANKS', to: '/fibado/banks', count: household.banks.length },
    { key: 'GROUPS', to: '/fibado/account-groups', count: household.accountGroups.length },
    { key: 'ACCOUNTS', to: '/fibado/accounts', count: household.accounts.length },
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
            {holdsNothing(household) && <ArchiveLoad />}
          </Group>
        )
      }
    >
      <Text>{t('FINANCE.FIRST.TEXT')}</Text>
      <List type="ordered" ta="left" mt="sm" spacing={4}>
        {steps.map((step) => (
          <List.Item key={step.key}>
            <Anchor component={Link} to={step.to} underline="always">
              {t(`FINANCE.FIRST.${step.key}`)}
            </Anchor>
            {step.count > 0 && ` ✓ ${String(step.count)}`}
          </List.Item>
        ))}
        <List.Item>{t('FINANCE.FIRST.QUARTER')}</List.Item>
      </List>
    </EmptyState>
  );
}
