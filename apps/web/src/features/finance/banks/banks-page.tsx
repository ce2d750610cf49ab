import { banks as banksApi, type Bank } from '@fibado/contracts';
import { Anchor, ColorSwatch, Group } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { DataTable, searchRows } from '../../../components/data-table';
import { SearchInput } from '../../../components/search-input';
import { client } from '../../../lib/client';
import type { Household } from '../shared/queries';
import { ResourceListPage } from '../shared/resource-pages';
import { RowMenu, useDelete } from '../shared/row-menu';
import { useSearchParam } from '../shared/search-param';

/** Istituti Bancari: the list. */
export function Component() {
  return (
    <ResourceListPage
      texts="FINANCE.BANKS"
      icon={IconBuildingBank}
      isEmpty={({ banks }) => banks.length === 0}
      offerExample={({ accounts }) => accounts.length === 0}
    >
      {(household) => <BankList household={household} />}
    </ResourceListPage>
  );
}

function BankList({ household: { banks, accounts } }: { readonly household: Household }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParam('q');
  const remove = useDelete((id) => client.call(banksApi.delete, { params: { id } }));
  return (
    <>
      <SearchInput value={search} onChange={setSearch} mb="sm" maw="24rem" />
      <DataTable<Bank>
        label={t('FINANCE.BANKS.TITLE')}
        rows={searchRows(banks, search, (b) => [b.name, b.abi, b.bic, b.notes])}
        rowKey={(bank) => bank.id}
        initialSort={{ key: 'name', direction: 'asc' }}
        columns={[
          {
            key: 'name',
            title: t('FINANCE.FIELD.NAME'),
            sortBy: (b) => b.name,
            render: (b) => (
              <Group gap="xs" wrap="nowrap">
                <ColorSwatch size={12} color={b.color ?? 'transparent'} aria-hidden />
                <Anchor component={Link} to={`edit/${b.id}`} size="sm">
                  {b.name}
                </Anchor>
              </Group>
            ),
          },
          {
            key: 'abi',
            title: t('FINANCE.FIELD.ABI'),
            sortBy: (b) => b.abi ?? '',
            render: (b) => b.abi ?? '–',
            wideOnly: true,
          },
          { key: 'bic', title: t('FINANCE.FIELD.BIC'), render: (b) => b.bic ?? '–', wideOnly: true },
          {
            key: 'scheme',
            title: t('FINANCE.FIELD.SCHEME'),
            sortBy: (b) => b.guaranteeScheme,
            render: (b) => t(`FINANCE.SCHEME.${b.guaranteeScheme}`),
            wideOnly: true,
          },
          {
            key: 'duty',
            title: t('FINANCE.FIELD.DUTY_METHOD'),
            sortBy: (b) => b.stampDutyMethod,
            render: (b) => t(`FINANCE.DUTY_METHOD.${b.stampDutyMethod}`),
            wideOnly: true,
          },
          {
            key: 'accounts',
            title: t('FINANCE.FIELD.ACCOUNTS'),
            align: 'right',
            sortBy: (b) => accounts.filter((a) => a.bankId === b.id).length,
            render: (b) => accounts.filter((a) => a.bankId === b.id).length,
          },
          {
            key: 'actions',
            title: t('COMMON.ACTIONS'),
            align: 'right',
            render: (b) => (
              <RowMenu
                name={b.name}
                onEdit={() => void navigate(`edit/${b.id}`)}
                onDuplicate={() => void navigate(`create?from=${b.id}`)}
                onDelete={() => remove(b.id, b.name)}
              />
            ),
          },
        ]}
      />
    </>
  );
}
