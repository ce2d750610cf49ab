import { Table } from '@mantine/core';
import { profile } from '@fibado/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../components/section-card';
import { QueryState } from '../../components/states';
import { ScrollTable } from '../../components/scroll-table';
import { client } from '../../lib/client';
import { formatInstant } from '../../lib/day';
import { clientName } from './client-name';

/** The last five sign-ins, with time, address and client. */
export function LoginsCard() {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['account', 'logins'],
    queryFn: () => client.call(profile.lastFiveLogin),
    meta: { inline: true },
  });
  return (
    <SectionCard title={t('PROFILE.LOGINS.TITLE')} description={t('PROFILE.LOGINS.DESCRIPTION')}>
      <QueryState query={query}>
        {(logins) => (
          <ScrollTable minWidth={420} label={t('PROFILE.LOGINS.TITLE')} fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('PROFILE.LOGINS.AT')}</Table.Th>
                <Table.Th>{t('PROFILE.LOGINS.ADDRESS')}</Table.Th>
                <Table.Th>{t('PROFILE.LOGINS.CLIENT')}</Table.Th>
                <Table.Th>{t('PROFILE.LOGINS.METHOD')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {logins.map((login) => (
                <Table.Tr key={login.at}>
                  <Table.Td>{formatInstant(login.at)}</Table.Td>
                  <Table.Td>{login.address}</Table.Td>
                  <Table.Td>{clientName(login.client, login.agent, t)}</Table.Td>
                  <Table.Td>{t(`PROFILE.METHOD.${login.method}`)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </ScrollTable>
        )}
      </QueryState>
    </SectionCard>
  );
}
