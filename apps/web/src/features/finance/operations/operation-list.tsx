import type { Account } from '@fibado/contracts';
import { Badge, Group, Paper, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LongList } from '../../../components/long-list';
import { Money } from '../../../components/money';
import { nameIn } from '../shared/problem';
import type { DraftReading, OperationDraft } from './draft';

interface OperationListProps {
  readonly rows: readonly OperationDraft[];
  readonly read: (draft: OperationDraft) => DraftReading;
  readonly accounts: readonly Account[];
  readonly onOpen: (key: string) => void;
}

/** A phone shows about ten at a time. */
const STEP = 100;

/** The operations on a phone: a row a tap, edited in a drawer. New and incomplete rows are drawn wherever they stand. */
export function OperationList({ rows, read, accounts, onOpen }: OperationListProps) {
  const name = nameIn(accounts);
  return (
    <LongList
      items={rows}
      itemKey={(row) => row.key}
      step={STEP}
      gap={4}
      always={(row) => row.saved === undefined || isIncomplete(read(row))}
    >
      {(row) => (
        <Paper withBorder>
          <UnstyledButton w="100%" p="xs" onClick={() => onOpen(row.key)}>
            <RowContent row={row} reading={read(row)} name={name} />
          </UnstyledButton>
        </Paper>
      )}
    </LongList>
  );
}

const isIncomplete = ({ issues }: DraftReading): boolean => Object.keys(issues).length > 0;

interface RowContentProps {
  readonly row: OperationDraft;
  readonly reading: DraftReading;
  readonly name: (id: string | undefined) => string;
}

function RowContent({ row, reading, name }: RowContentProps) {
  const { t } = useTranslation();
  const { operation } = reading;
  return (
    <>
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
        {isIncomplete(reading) ? (
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
    </>
  );
}
