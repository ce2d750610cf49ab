import type { TaxYearReport } from '@fibado/contracts';
import { Alert, Anchor, Button, Group, List, NativeSelect, Stack, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PageHeader } from '../../../components/page-header';
import { SectionCard } from '../../../components/section-card';
import { QueryState } from '../../../components/states';
import { today } from '../../../lib/day';
import { AccountsCard } from './accounts-card';
import { AssetsCard } from './assets-card';
import { ForeignCard } from './foreign-card';
import { IseeSheet } from './isee-sheet';
import { LotsNotice } from './lots-notice';
import { PersonsCard } from './persons-card';
import { taxYearQuery } from './tax-year-query';
import classes from './tax-year.module.css';
import { WeightCard } from './weight-card';
import { WorkbookButton } from './workbook-button';

/** Years offered: those of this year's declaration and the ones around it. */
const yearsAround = (thisYear: number): number[] => [thisYear, thisYear - 1, thisYear - 2, thisYear - 3];

/** Anno fiscale: each account's balance of 31 December and yearly average, for the ISEE and for foreign accounts. */
export function Component() {
  const { t } = useTranslation();
  const thisYear = Number(today().slice(0, 4));
  const [year, setYear] = useState(thisYear - 1);
  const report = useQuery(taxYearQuery(year));
  return (
    <>
      <PageHeader title={t('FINANCE.TAX_YEAR.TITLE')} description={t('FINANCE.TAX_YEAR.TEXT')} />
      <Stack>
        <Group align="flex-end" className={classes.controls}>
          <NativeSelect
            label={t('FINANCE.TAX_YEAR.YEAR')}
            value={String(year)}
            data={yearsAround(thisYear).map((one) => ({
              value: String(one),
              label: t('FINANCE.TAX_YEAR.YEAR_OPTION', { year: one, declaration: one + 2 }),
            }))}
            onChange={(e) => setYear(Number(e.currentTarget.value))}
          />
          <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
            {t('FINANCE.TAX_YEAR.PRINT')}
          </Button>
          <WorkbookButton year={year} />
          <Button variant="default" component={Link} to={`/fibado/tax-year/year-end?year=${String(year)}`}>
            {t('FINANCE.YEAR_END.OPEN_YEAR')}
          </Button>
          <Button
            variant="default"
            component={Link}
            to={`/fibado/tax-year/reconciliation?year=${String(year)}`}
          >
            {t('FINANCE.RECONCILIATION.OPEN')}
          </Button>
        </Group>
        <QueryState query={report}>{(data) => <Report key={data.year} report={data} />}</QueryState>
      </Stack>
    </>
  );
}

function Report({ report }: { readonly report: TaxYearReport }) {
  const { t } = useTranslation();
  if (report.accounts.length === 0)
    return (
      <Text>
        {t('FINANCE.TAX_YEAR.NO_ACCOUNTS')}{' '}
        <Anchor component={Link} to="/fibado/accounts/create">
          {t('FINANCE.MENU.ACCOUNT_CREATE')}
        </Anchor>
      </Text>
    );
  return (
    <>
      <LotsNotice year={report.year} />
      <AccountsCard report={report} />
      <PersonsCard report={report} />
      <AssetsCard report={report} />
      <IseeSheet report={report} />
      <WeightCard report={report} />
      {report.accounts.some(({ foreign }) => foreign) && <ForeignCard report={report} />}
      <SectionCard title={t('FINANCE.TAX_YEAR.RULES')}>
        <List size="sm">
          <List.Item>{report.isee.source}</List.Item>
          <List.Item>{t('FINANCE.TAX_YEAR.RULE_AVERAGE', { divisor: report.isee.divisor })}</List.Item>
          <List.Item>{t('FINANCE.TAX_YEAR.RULE_EXEMPT')}</List.Item>
        </List>
        <Alert variant="light" color="gray">
          {t('FINANCE.TAX_YEAR.NO_ADVICE')}
        </Alert>
      </SectionCard>
    </>
  );
}
