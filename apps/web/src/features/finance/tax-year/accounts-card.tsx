import type { TaxYearAccount, TaxYearReport } from '@fibado/contracts';
import { Badge, Button, Group, List, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
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
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <div className={classes.screenOnly}>
      <SectionCard
        title={t('FINANCE.TAX_YEAR.DATA', { year: report.year })}
        description={t('FINANCE.TAX_YEAR.DATA_TEXT')}
      >
        <List listStyleType="none" spacing="sm">
          {report.accounts.map((account) => (
            <List.Item key={account.accountId}>
              <AccountRow account={account} onOpen={(dialog) => setOpen({ account, dialog })} />
            </List.Item>
          ))}
        </List>
      </SectionCard>
      {open?.dialog === 'STATEMENT' && (
        <StatementDialog account={open.account} year={report.year} onClose={close} />
      )}
      {open?.dialog === 'TYPED' && <TypedDialog account={open.account} year={report.year} onClose={close} />}
    </div>
  );
}

interface AccountRowProps {
  readonly account: TaxYearAccount;
  readonly onOpen: (dialog: Open['dialog']) => void;
}

function AccountRow({ account, onOpen }: AccountRowProps) {
  const { t } = useTranslation();
  const canWrite = useCanWrite();
  return (
    <Group justify="space-between">
      <div>
        <Text size="sm" fw={600}>
          {account.name}{' '}
          <Text span size="sm" fw={400} c="dimmed">
            {account.bankName}
          </Text>
        </Text>
        <Coverage account={account} />
      </div>
      {canWrite && account.leftOut === undefined && (
        <Group gap="xs">
          <Button
            size="compact-sm"
            aria-label={t('FINANCE.TAX_YEAR.STATEMENT_OF', { account: account.name })}
            onClick={() => onOpen('STATEMENT')}
          >
            {t('FINANCE.TAX_YEAR.STATEMENT')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('FINANCE.TAX_YEAR.TYPE_OF', { account: account.name })}
            onClick={() => onOpen('TYPED')}
          >
            {t('FINANCE.TAX_YEAR.TYPE')}
          </Button>
        </Group>
      )}
    </Group>
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
