import type { Account, PlanOutline } from '@fibado/contracts';
import { Table, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { ScrollTable } from '../../../components/scroll-table';
import { formatDay } from '../../../lib/day';
import { inOrderOf } from './order';
import type { NameOf } from './outline';

export interface NamedPlan {
  readonly key: string;
  readonly label: string;
  readonly plan: PlanOutline;
}

interface OutlineAccountsProps {
  readonly title: string;
  readonly plans: readonly NamedPlan[];
  readonly name: NameOf;
  /** The household's, in whose order the rows stand; others come last. */
  readonly order: readonly Account[];
}

/** Where the money sits, plan beside plan: average, lowest balance with its day, and net return of each account. */
export function OutlineAccounts({ title, plans, name, order }: OutlineAccountsProps) {
  const { t } = useTranslation();
  const id = useId();
  const ids = [...new Set(plans.flatMap(({ plan }) => plan.accounts.map((a) => a.accountId)))];
  const accounts = inOrderOf(
    order,
    ids.map((accountId) => ({ accountId })),
  ).map(({ accountId }) => accountId);
  return (
    <div>
      <Text fw={600} size="sm" id={id}>
        {title}
      </Text>
      <ScrollTable minWidth={240 + plans.length * 280} labelledBy={id}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('FINANCE.FIELD.ACCOUNT')}</Table.Th>
            {plans.flatMap(({ key, label }) =>
              (['AVERAGE', 'LOW', 'NET'] as const).map((column) => (
                <Table.Th key={key + column} scope="col" ta="right">
                  {t(`FINANCE.OUTLINE.COLUMN.${column}`)}
                  <Text size="xs" c="dimmed">
                    {label}
                  </Text>
                </Table.Th>
              )),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {accounts.map((accountId) => (
            <Table.Tr key={accountId}>
              <Table.Th scope="row" fw={500}>
                {name(accountId)}
              </Table.Th>
              {plans.flatMap(({ key, plan }) => {
                const account = plan.accounts.find((a) => a.accountId === accountId);
                if (!account)
                  return ['AVERAGE', 'LOW', 'NET'].map((column) => (
                    <Table.Td key={key + column} ta="right">
                      –
                    </Table.Td>
                  ));
                return [
                  <Table.Td key={`${key}AVERAGE`} ta="right">
                    <Money cents={account.averageBalanceCents} />
                  </Table.Td>,
                  <Table.Td key={`${key}LOW`} ta="right">
                    <Money cents={account.lowCents} />
                    <Text size="xs" c="dimmed">
                      {formatDay(account.lowDate)}
                    </Text>
                  </Table.Td>,
                  <Table.Td key={`${key}NET`} ta="right">
                    <Money cents={account.netReturnCents} sign />
                  </Table.Td>,
                ];
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollTable>
    </div>
  );
}
