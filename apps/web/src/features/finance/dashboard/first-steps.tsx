import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconArrowRight, IconChartAreaLine } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../../components/states';
import { useCanWrite } from '../shared/access';
import { ArchiveLoad, holdsNothing } from '../shared/archive';
import { ExampleButton } from '../shared/example-button';
import { Loaded } from '../shared/loaded';
import { type Household, useHousehold } from '../shared/queries';

/** Before the first quarter: the guided start, an example to look at, and the same steps one by one. */
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
    <>
      <EmptyState
        icon={IconChartAreaLine}
        title={t('FINANCE.FIRST.TITLE')}
        actions={
          canWrite && (
            <Group justify="center" mt="xs">
              <Button
                size="md"
                component={Link}
                to="/fibado/begin"
                rightSection={<IconArrowRight size={18} aria-hidden />}
              >
                {t('FINANCE.FIRST.BEGIN')}
              </Button>
              {!ready && <ExampleButton />}
              {holdsNothing(household) && <ArchiveLoad />}
            </Group>
          )
        }
      >
        {t('FINANCE.FIRST.BEGIN_TEXT')}
      </EmptyState>
      <Group justify="center" gap="sm">
        <Text size="sm" c="dimmed">
          {t('FINANCE.FIRST.TEXT')}
        </Text>
        {steps.map((step) => (
          <Anchor key={step.key} component={Link} to={step.to} underline="always" size="sm">
            {t(`FINANCE.FIRST.${step.key}`)}
            {step.count > 0 && ` ✓ ${String(step.count)}`}
          </Anchor>
        ))}
        {canWrite && ready && (
          <Button size="compact-sm" variant="default" onClick={onCreate}>
            {t('FINANCE.DASHBOARD.NEW_QUARTER')}
          </Button>
        )}
      </Group>
    </>
  );
}
