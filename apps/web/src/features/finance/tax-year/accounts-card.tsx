import type { TaxYearAccount, TaxYearReport } from '@fibado/contracts';
import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ScrollTable } from '../../../components/scroll-table';
import { SectionCard } from '../../../components/section-card';
import { formatDay } from '../../../lib/day';
import { useCanWrite } from '../shared/access';
import { StatementDialog } from './statement-dialog';
import classes from './tax-year.module.css';
import { TypedDialog } from './typed-dialog';

type Open = { readonly account: TaxYearAccount; readonly dialog: 'STATEMENT' | 'TYPED' };

/** Which days of each account are known, and the two ways to complete them. */
export function AccountsCard({ report }: { readonly report: TaxYearReport }) {
  const { t } = useTranslation();
  const canWrite = useCanWrite();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <div className={classes.screenOnly}>
      <SectionCard
        title={t('FINANCE.TAX_YEAR.DATA', { year: report.year })}
        description={t('FINANCE.TAX_YEAR.DATA_TEXT')}
      >
        <ScrollTable label={t('FINANCE.TAX_YEAR.DATA', { year: report.year })} minWidth={560}>
          <Table.Tbody>
            {report.accounts.map((account) => (
              <Table.Tr key={account.accountId}>
                <Table.Th scope="row">
                  {account.name}
                  <Text size="xs" c="dimmed">
                    {account.bankName}
                  </Text>
                </Table.Th>
                <Table.Td>
                  <Coverage account={account} />
                </Table.Td>
                <Table.Td>
                  {canWrite && account.leftOut === undefined && (
                    <Group gap="xs" justify="flex-end">
                      <Button
                        size="compact-sm"
                        aria-label={t('FINANCE.TAX_YEAR.STATEMENT_OF', { account: account.name })}
                        onClick={() => setOpen({ account, dialog: 'STATEMENT' })}
                      >
                        {t('FINANCE.TAX_YEAR.STATEMENT')}
                      </Button>
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={t('FINANCE.TAX_YEAR.TYPE_OF', { account: account.name })}
                        onClick={() => setOpen({ account, dialog: 'TYPED' })}
                      >
                        {t('FINANCE.TAX_YEAR.TYPE')}
                      </Button>
                    </Group>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </ScrollTable>
      </SectionCard>
      {open?.dialog === 'STATEMENT' && (
        <StatementDialog account={open.account} year={report.year} onClose={close} />
      )}
      {open?.dialog === 'TYPED' && <TypedDialog account={open.account} year={report.year} onClose={close} />}
    </div>
  );
}

function Coverage({ account }: { readonly account: TaxYearAccount }) {
  const { t } = useTranslation();
  const { leftOut, missing, typedAverageCents, typedClosingCents } = account;
  if (leftOut !== undefined) return <Text size="sm">{t(`FINANCE.TAX_YEAR.LEFT_OUT_${leftOut}`)}</Text>;
  const isTyped = typedAverageCents !== undefined || typedClosingCents !== undefined;
  const spans = missing
    .map(({ from, to }) => t('FINANCE.TAX_YEAR.SPAN', { from: formatDay(from), to: formatDay(to) }))
    .join(', ');
  return (
    <Group gap="xs">
      {isTyped && <Badge variant="light">{t('FINANCE.TAX_YEAR.TYPED')}</Badge>}
      <Text size="sm">
        {missing.length === 0 ? t('FINANCE.TAX_YEAR.COMPLETE') : t('FINANCE.TAX_YEAR.MISSING', { spans })}
      </Text>
    </Group>
  );
}
