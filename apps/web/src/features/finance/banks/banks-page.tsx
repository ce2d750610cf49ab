import { banks as banksApi, type Bank } from '@fibado/contracts';
import { Anchor, Button, ColorSwatch, Group } from '@mantine/core';
import { IconBuildingBank, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { DataTable, searchRows } from '../../../components/data-table';
import { PageHeader } from '../../../components/page-header';
import { SearchInput } from '../../../components/search-input';
import { EmptyState } from '../../../components/states';
import { client } from '../../../lib/client';
import { useCanWrite } from '../shared/access';
import { ExampleButton } from '../shared/example-button';
import { Loaded } from '../shared/loaded';
import { useHousehold } from '../shared/queries';
import { RowMenu, useDelete } from '../shared/row-menu';
import { useSearchParam } from '../shared/search-param';

/** Istituti Bancari: the list. */
export function Component() {
  const { t } = useTranslation();
  const canWrite = useCanWrite();
  const state = useHousehold();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParam('q');
  const remove = useDelete((id) => client.call(banksApi.delete, { params: { id } }));
  return (
    <>
      <PageHeader
        title={t('FINANCE.BANKS.TITLE')}
        description={t('FINANCE.BANKS.TEXT')}
        actions={
          canWrite && (
            <Button component={Link} to="create" leftSection={<IconPlus size={16} aria-hidden />}>
              {t('FINANCE.BANKS.CREATE')}
            </Button>
          )
        }
      />
      <Loaded state={state}>
        {({ banks, accounts }) =>
          banks.length === 0 ? (
            <EmptyState
              icon={IconBuildingBank}
              title={t('FINANCE.BANKS.EMPTY')}
              actions={canWrite && accounts.length === 0 && <ExampleButton />}
            >
              {t('FINANCE.BANKS.EMPTY_TEXT')}
            </EmptyState>
          ) : (
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
          )
        }
      </Loaded>
    </>
  );
}
