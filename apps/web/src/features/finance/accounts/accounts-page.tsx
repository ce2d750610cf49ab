import { accounts as accountsApi, type Account } from '@fibado/contracts';
import { ratePeriodOn } from '@fibado/planning';
import { Anchor, Badge, Checkbox, Group } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { DataTable, searchRows } from '../../../components/data-table';
import { SearchInput } from '../../../components/search-input';
import { toastUndo } from '../../../components/toasts';
import { client } from '../../../lib/client';
import { today } from '../../../lib/day';
import { formatPercent } from '../../../lib/money';
import { nameIn } from '../shared/problem';
import { type Household, refreshFinance } from '../shared/queries';
import { ResourceListPage } from '../shared/resource-pages';
import { RowMenu, useDelete } from '../shared/row-menu';
import { useSearchParam } from '../shared/search-param';
import { formatIban } from './iban';

/** Conti: the list. */
export function Component() {
  return (
    <ResourceListPage
      texts="FINANCE.ACCOUNTS"
      icon={IconCreditCard}
      isEmpty={({ accounts }) => accounts.length === 0}
      offerExample={({ banks }) => banks.length === 0}
    >
      {(household) => <AccountList household={household} />}
    </ResourceListPage>
  );
}

/** The rate in force today, the range of its bands where there are several. */
function rateText(account: Account): string {
  const rates = ratePeriodOn(account.rates, today())?.tiers.map((tier) => tier.ratePct) ?? [];
  if (rates.length === 0) return '–';
  const low = Math.min(...rates);
  const high = Math.max(...rates);
  return low === high ? formatPercent(low) : `${formatPercent(low)} – ${formatPercent(high)}`;
}

function AccountList({ household }: { readonly household: Household }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParam('q');
  const [archived, setArchived] = useSearchParam('archived');
  const bank = nameIn(household.banks);
  const group = nameIn(household.accountGroups);
  const remove = useDelete((id) => client.call(accountsApi.delete, { params: { id } }));
  const archive = useArchive();
  const hidden = household.accounts.filter((a) => !a.active).length;
  const rows = searchRows(
    household.accounts.filter((a) => a.active || archived === 'Y'),
    search,
    (a) => [a.name, a.iban, bank(a.bankId), group(a.accountGroupId), t(`FINANCE.KIND.${a.kind}`)],
  );
  return (
    <>
      <Group mb="sm">
        <SearchInput value={search} onChange={setSearch} w="24rem" maw="100%" />
        {hidden > 0 && (
          <Checkbox
            label={t('FINANCE.ACCOUNTS.SHOW_ARCHIVED', { count: hidden })}
            checked={archived === 'Y'}
            onChange={(e) => setArchived(e.currentTarget.checked ? 'Y' : '')}
          />
        )}
      </Group>
      <DataTable<Account>
        label={t('FINANCE.ACCOUNTS.TITLE')}
        rows={rows}
        rowKey={(a) => a.id}
        columns={[
          {
            key: 'name',
            title: t('FINANCE.FIELD.NAME'),
            sortBy: (a) => a.name,
            render: (a) => <AccountName account={a} />,
          },
          {
            key: 'bank',
            title: t('FINANCE.FIELD.BANK'),
            sortBy: (a) => bank(a.bankId),
            render: (a) => bank(a.bankId),
          },
          {
            key: 'group',
            title: t('FINANCE.FIELD.GROUP'),
            sortBy: (a) => group(a.accountGroupId),
            render: (a) => group(a.accountGroupId),
            wideOnly: true,
          },
          {
            key: 'kind',
            title: t('FINANCE.FIELD.KIND'),
            sortBy: (a) => t(`FINANCE.KIND.${a.kind}`),
            render: (a) => t(`FINANCE.KIND.${a.kind}`),
            wideOnly: true,
          },
          {
            key: 'rate',
            title: t('FINANCE.FIELD.RATE'),
            align: 'right',
            sortBy: (a) =>
              Math.max(0, ...(ratePeriodOn(a.rates, today())?.tiers.map((r) => r.ratePct) ?? [])),
            render: rateText,
            wideOnly: true,
          },
          {
            key: 'iban',
            title: t('FINANCE.FIELD.IBAN'),
            render: (a) => (a.iban === undefined ? '–' : formatIban(a.iban)),
            wideOnly: true,
          },
          {
            key: 'actions',
            title: t('COMMON.ACTIONS'),
            align: 'right',
            render: (a) => (
              <RowMenu
                name={a.name}
                archived={!a.active}
                onOpen={() => void navigate(`view/${a.id}`)}
                onEdit={() => void navigate(`edit/${a.id}`)}
                onDuplicate={() => void navigate(`create?from=${a.id}`)}
                onArchive={() => archive(a)}
                onDelete={() => remove(a.id, a.name)}
              />
            ),
          },
        ]}
      />
    </>
  );
}

function AccountName({ account }: { readonly account: Account }) {
  const { t } = useTranslation();
  return (
    <Group gap="xs">
      <Anchor component={Link} to={`edit/${account.id}`} size="sm">
        {account.name}
      </Anchor>
      {!account.active && (
        <Badge size="xs" color="gray" autoContrast>
          {t('FINANCE.ACCOUNTS.ARCHIVED')}
        </Badge>
      )}
    </Group>
  );
}

/** Archives an account or takes it back out, with an undo. */
function useArchive(): (account: Account) => void {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    meta: { blocking: false },
    mutationFn: (account: Account) => client.call(accountsApi.save, { body: account }),
    onSuccess: () => refreshFinance(queryClient),
  });
  return (account) => {
    mutate(
      { ...account, active: !account.active },
      {
        onSuccess: (saved) =>
          toastUndo(
            t(saved.active ? 'FINANCE.ACCOUNTS.UNARCHIVED' : 'FINANCE.ACCOUNTS.ARCHIVED_DONE', {
              name: saved.name,
            }),
            () => mutate({ ...saved, active: !saved.active }),
          ),
      },
    );
  };
}
