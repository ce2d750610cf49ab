import { taxYear, type TaxYearAccount, type TaxYearReport } from '@fibado/contracts';
import { Badge, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../../components/section-card';
import { client } from '../../../lib/client';
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
        <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
          {report.accounts.map((account) => (
            <li key={account.accountId}>
              <AccountRow
                account={account}
                year={report.year}
                onOpen={(dialog) => setOpen({ account, dialog })}
              />
            </li>
          ))}
        </Stack>
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
  readonly year: number;
  readonly onOpen: (dialog: Open['dialog']) => void;
}

function AccountRow({ account, year, onOpen }: AccountRowProps) {
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
          <ThirdParty account={account} year={year} />
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

/** Whether the account is held for others, which has a code of its own; typed figures stay as they are. */
function ThirdParty({ account, year }: { readonly account: TaxYearAccount; readonly year: number }) {
  const { t } = useTranslation();
  const save = useMutation({
    mutationFn: (thirdParty: boolean) =>
      client.call(taxYear.saveTyped, {
        body: {
          accountId: account.accountId,
          year,
          closingCents: account.typedClosingCents,
          averageCents: account.typedAverageCents,
          thirdParty,
        },
      }),
  });
  return (
    <Checkbox
      size="xs"
      label={t('FINANCE.TAX_YEAR.THIRD_PARTY')}
      aria-label={`${t('FINANCE.TAX_YEAR.THIRD_PARTY')}, ${account.name}`}
      checked={account.thirdParty ?? false}
      disabled={save.isPending}
      onChange={(e) => save.mutate(e.currentTarget.checked)}
    />
  );
}
