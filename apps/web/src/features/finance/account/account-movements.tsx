import type { Account } from '@fibado/contracts';
import { Badge, Group, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LongList } from '../../../components/long-list';
import { Money } from '../../../components/money';
import { SearchInput } from '../../../components/search-input';
import { SectionCard } from '../../../components/section-card';
import { formatDay } from '../../../lib/day';
import { nameIn } from '../shared/problem';
import { type Household, operationsQuery } from '../shared/queries';
import { useSearchParam } from '../shared/search-param';
import type { QuarterListItem } from '../shared/types';
import { matches, type Movement, movementsOf } from './account-facts';

/** The newest quarters that are searched: two years. */
const QUARTERS = 8;
const STEP = 50;

interface AccountMovementsProps {
  readonly household: Household;
  readonly account: Account;
  readonly quarters: readonly QuarterListItem[];
}

/** The movements of an account, the latest first, by words, day or amount. */
export function AccountMovements({ household, account, quarters }: AccountMovementsProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParam('search');
  const results = useQueries({
    queries: quarters.slice(-QUARTERS).map(({ date }) => operationsQuery(date)),
  });
  const operations = results.flatMap(({ data }) => data ?? []);
  const found = movementsOf(account.id, operations).filter((one) => matches(one, search));
  const name = nameIn(household.accounts);
  return (
    <SectionCard
      title={t('FINANCE.ACCOUNT_PAGE.MOVEMENTS')}
      actions={<SearchInput value={search} onChange={setSearch} w="16rem" maw="100%" />}
    >
      <Text size="sm" c="dimmed" role="status">
        {results.some(({ isPending }) => isPending)
          ? t('COMMON.LOADING')
          : t('FINANCE.ACCOUNT_PAGE.FOUND', { count: found.length })}
      </Text>
      <LongList items={found} itemKey={({ operation }) => operation.id} step={STEP}>
        {(one) => <Row movement={one} name={name} accountId={account.id} />}
      </LongList>
    </SectionCard>
  );
}

interface RowProps {
  readonly movement: Movement;
  readonly name: (id: string | undefined) => string;
  readonly accountId: string;
}

function Row({ movement: { operation, cents }, name, accountId }: RowProps) {
  const { t } = useTranslation();
  const { kind, toAccountId, status } = operation;
  const other = toAccountId === accountId ? operation.accountId : toAccountId;
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {operation.description}
        </Text>
        <Text size="xs" c="dimmed">
          {formatDay(operation.date)}
          {kind === 'TRANSFER' && ` · ${toAccountId === accountId ? '←' : '→'} ${name(other)}`}
          {operation.category !== undefined && ` · ${operation.category}`}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        {status === 'PLANNED' && (
          <Badge size="xs" color="gray" autoContrast styles={{ label: { textTransform: 'none' } }}>
            {t('FINANCE.STATUS.PLANNED')}
          </Badge>
        )}
        <Text size="sm" fw={600}>
          <Money cents={cents} sign colored />
        </Text>
      </Group>
    </Group>
  );
}
