import type { Account } from '@fibado/contracts';
import { Badge, Group, Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { nameIn } from '../shared/problem';
import type { DraftReading, OperationDraft } from './draft';

interface OperationListProps {
  readonly rows: readonly OperationDraft[];
  readonly read: (draft: OperationDraft) => DraftReading;
  readonly accounts: readonly Account[];
  readonly onOpen: (key: string) => void;
}

/** The operations on a phone: a row a tap, edited in a drawer. */
export function OperationList({ rows, read, accounts, onOpen }: OperationListProps) {
  const { t } = useTranslation();
  const name = nameIn(accounts);
  return (
    <Stack gap={4} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {rows.map((row) => {
        const { operation, issues } = read(row);
        const bad = Object.keys(issues).length > 0;
        return (
          <Paper withBorder component="li" key={row.key}>
            <UnstyledButton w="100%" p="xs" onClick={() => onOpen(row.key)}>
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <Text size="sm" fw={500} truncate>
                  {row.description === '' ? t('FINANCE.OPERATIONS.NEW') : row.description}
                </Text>
                <Text size="sm" fw={600}>
                  {operation ? (
                    <Money cents={row.kind === 'EXPENSE' ? -operation.amountCents : operation.amountCents} />
                  ) : (
                    row.amount
                  )}
                </Text>
              </Group>
              <Group justify="space-between" gap="xs">
                <Text size="xs" c="dimmed">
                  {row.date} · {name(row.accountId)}
                  {row.kind === 'TRANSFER' && ` → ${name(row.toAccountId)}`}
                </Text>
                {bad ? (
                  <Badge size="xs" color="red.8">
                    {t('FINANCE.OPERATIONS.INCOMPLETE')}
                  </Badge>
                ) : (
                  row.status === 'DONE' && (
                    <Badge size="xs" color="gray" autoContrast>
                      {t('FINANCE.STATUS.DONE')}
                    </Badge>
                  )
                )}
              </Group>
            </UnstyledButton>
          </Paper>
        );
      })}
    </Stack>
  );
}
