import type { OptimizeResultBody } from '@fibado/contracts';
import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ConflictList } from '../shared/outline';
import { goalNameIn, nameIn } from '../shared/problem';
import type { Household } from '../shared/queries';

interface ConflictsPanelProps {
  readonly household: Household;
  readonly conflicts: OptimizeResultBody['conflicts'];
  readonly quarter: string;
}

/** Why no plan exists: what is missing, where and when, and the smallest way out. */
export function ConflictsPanel({ household, conflicts, quarter }: ConflictsPanelProps) {
  const { t } = useTranslation();
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t('FINANCE.INFEASIBLE.TITLE')}
    >
      <Stack gap="xs">
        <Text size="sm">{t('FINANCE.INFEASIBLE.TEXT')}</Text>
        <ConflictList
          conflicts={conflicts}
          name={nameIn(household.accounts)}
          bank={nameIn(household.banks)}
          goal={goalNameIn(household)}
        />
        <Group gap="md">
          <Anchor component={Link} to={`/fibado/dashboard/setup/${quarter}`} size="sm">
            {t('FINANCE.INFEASIBLE.GO_SETUP')}
          </Anchor>
          <Anchor component={Link} to={`/fibado/dashboard/operation/edit/${quarter}`} size="sm">
            {t('FINANCE.INFEASIBLE.GO_OPERATIONS')}
          </Anchor>
        </Group>
      </Stack>
    </Alert>
  );
}
