import type { OptimizeResultBody } from '@fibado/contracts';
import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { nameIn } from '../shared/problem';
import type { Household } from '../shared/queries';

interface ConflictsPanelProps {
  readonly household: Household;
  readonly conflicts: OptimizeResultBody['conflicts'];
  readonly quarter: string;
}

/** The limits and relaxations the screen has words for. */
const RELAXATIONS = ['MIN_BALANCE', 'MAX_BALANCE', 'GUARANTEE', 'OPENING_BALANCE'];

/** Why no plan exists: what is missing, where and when, and the smallest way out. */
export function ConflictsPanel({ household, conflicts, quarter }: ConflictsPanelProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const account = nameIn(household.accounts);
  const bank = nameIn(household.banks);
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
        {conflicts.map((conflict, index) => {
          const { relaxation } = conflict;
          return (
            <div key={index}>
              <Text size="sm" fw={600}>
                {t(`FINANCE.INFEASIBLE.${conflict.kind}`, {
                  account: account(conflict.accountId),
                  bank: bank(conflict.bankId),
                  holder: conflict.holder ?? '',
                  day: formatDay(conflict.date),
                  amount: money(conflict.missingCents),
                })}
              </Text>
              {relaxation && (
                <Text size="sm">
                  {t(
                    RELAXATIONS.includes(relaxation.limit)
                      ? `FINANCE.INFEASIBLE.WAY_OUT_${relaxation.limit}`
                      : 'FINANCE.INFEASIBLE.WAY_OUT',
                    {
                      account: account(relaxation.accountId ?? conflict.accountId),
                      amount: money(relaxation.byCents),
                    },
                  )}
                </Text>
              )}
            </div>
          );
        })}
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
