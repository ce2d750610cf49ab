import { type Account, imports as importsApi } from '@fibado/contracts';
import { Anchor, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SectionCard } from '../../../components/section-card';
import { client } from '../../../lib/client';
import { formatInstant } from '../../../lib/day';
import { FINANCE } from '../shared/queries';

const SHOWN = 20;

/** The statements that movements of the account were read from, the latest first. */
export function AccountDocuments({ account }: { readonly account: Account }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: [FINANCE, 'imports', 'account', account.id],
    queryFn: ({ signal }) =>
      client.call(importsApi.history, { query: { accountId: account.id, page: 0, size: SHOWN }, signal }),
  });
  return (
    <SectionCard title={t('FINANCE.ACCOUNT_PAGE.DOCUMENTS')}>
      {data?.items.length === 0 && (
        <Text size="sm">
          {t('FINANCE.ACCOUNT_PAGE.NO_DOCUMENTS')}{' '}
          <Anchor component={Link} to="/fibado/import-data" underline="always">
            {t('FINANCE.MENU.IMPORT')}
          </Anchor>
        </Text>
      )}
      <List size="sm">
        {data?.items.map((one) => (
          <List.Item key={one.id} style={{ overflowWrap: 'anywhere' }}>
            {one.fileName} · {formatInstant(one.createdAt)} ·{' '}
            {t(one.revertedAt === undefined ? 'FINANCE.ACCOUNT_PAGE.READ' : 'FINANCE.ACCOUNT_PAGE.REVERTED', {
              count: one.created + one.updated,
            })}
          </List.Item>
        ))}
      </List>
    </SectionCard>
  );
}
