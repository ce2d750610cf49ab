import type { YearEndReport } from '@fibado/contracts';
import { Alert, Button, Group, List, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Figure } from '../../../components/figure';
import { Money } from '../../../components/money';
import { PageHeader } from '../../../components/page-header';
import { SectionCard } from '../../../components/section-card';
import { QueryState } from '../../../components/states';
import { formatDay, today } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { useQuarterText } from '../shared/quarter-text';
import { AccountsTable, DutyTable, QuartersTable } from './year-end-tables';
import { RulesCard } from './rules-card';
import { yearEndQuery } from './year-end-query';
import classes from './year-end.module.css';

/** Bilancio dell'anno: what a year earned and cost, by account, bank and cause, and what the plans added. */
export function Component() {
  const { t } = useTranslation();
  const thisYear = Number(today().slice(0, 4));
  const [params, setParams] = useSearchParams();
  const asked = params.get('year') ?? '';
  const year = /^20\d\d$/.test(asked) ? Number(asked) : thisYear;
  const report = useQuery(yearEndQuery(year));
  const years = [...new Set([year, thisYear, thisYear - 1, thisYear - 2, thisYear - 3])].sort(
    (a, b) => b - a,
  );
  return (
    <div className={classes.page}>
      <PageHeader title={t('FINANCE.YEAR_END.TITLE', { year })} description={t('FINANCE.YEAR_END.TEXT')} />
      <Stack>
        <Group align="flex-end" className={classes.controls}>
          <NativeSelect
            label={t('FINANCE.YEAR_END.YEAR')}
            value={String(year)}
            data={years.map(String)}
            onChange={(event) => setParams({ year: event.currentTarget.value }, { replace: true })}
          />
          <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
            {t('FINANCE.TAX_YEAR.PRINT')}
          </Button>
        </Group>
        <QueryState query={report}>{(data) => <Report key={data.year} report={data} />}</QueryState>
      </Stack>
    </div>
  );
}

interface ReportProps {
  readonly report: YearEndReport;
}

function Report({ report }: ReportProps) {
  const { t } = useTranslation();
  if (report.quarters.every(({ state }) => state === 'MISSING'))
    return <Text>{t('FINANCE.YEAR_END.NOTHING', { year: report.year })}</Text>;
  return (
    <>
      <Completeness report={report} />
      <Summary report={report} />
      <SectionCard title={t('FINANCE.YEAR_END.QUARTERS')} description={t('FINANCE.YEAR_END.QUARTERS_TEXT')}>
        <QuartersTable report={report} />
        <WithoutPlans report={report} />
      </SectionCard>
      <SectionCard title={t('FINANCE.YEAR_END.ACCOUNTS')}>
        <AccountsTable report={report} />
      </SectionCard>
      <SectionCard title={t('FINANCE.YEAR_END.DUTIES')} description={t('FINANCE.YEAR_END.DUTIES_TEXT')}>
        {report.duties.length === 0 ? (
          <Text size="sm">{t('FINANCE.YEAR_END.NO_DUTY')}</Text>
        ) : (
          <DutyTable report={report} />
        )}
      </SectionCard>
      <RulesCard law={report.law} />
    </>
  );
}

/** Which quarters are in no sum, and which count what is only planned. */
function Completeness({ report: { quarters } }: ReportProps) {
  const { t } = useTranslation();
  const quarterText = useQuarterText();
  const names = (all: YearEndReport['quarters']) => all.map(({ quarter }) => quarterText(quarter)).join(', ');
  const missing = quarters.filter(({ state }) => state === 'MISSING');
  const projected = quarters.filter((one) => one.projected);
  const open = quarters.filter(
    ({ state, projected: isAhead }) => state !== 'MISSING' && state !== 'CLOSED' && !isAhead,
  );
  if (missing.length + projected.length + open.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" role="status" className={classes.note}>
      {missing.length > 0 && (
        <Text size="sm">
          {t('FINANCE.YEAR_END.MISSING', { quarters: names(missing), count: 4 - missing.length })}
        </Text>
      )}
      {projected.length > 0 && (
        <Text size="sm">{t('FINANCE.YEAR_END.PROJECTED', { quarters: names(projected) })}</Text>
      )}
      {open.length > 0 && <Text size="sm">{t('FINANCE.YEAR_END.OPEN', { quarters: names(open) })}</Text>}
    </Alert>
  );
}

function Summary({ report: { total, addedCents, withoutPlanCents } }: ReportProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const feesCents = total.monthlyFeesCents + total.transferFeesCents;
  return (
    <SectionCard title={t('FINANCE.YEAR_END.SUMMARY')}>
      <SimpleGrid cols={{ base: 2, md: 5 }} className={classes.figures}>
        <Figure
          label={t('FINANCE.YEAR_END.NET_INTEREST')}
          note={t('FINANCE.YEAR_END.NET_INTEREST_NOTE', {
            gross: money(total.grossInterestCents),
            withholding: money(total.withholdingCents),
          })}
        >
          <Money cents={total.netInterestCents} />
        </Figure>
        <Figure label={t('FINANCE.YEAR_END.DUTY')}>
          <Money cents={0 - total.stampDutyCents} />
        </Figure>
        <Figure
          label={t('FINANCE.YEAR_END.FEES')}
          note={
            total.overdraftInterestCents === 0
              ? undefined
              : t('FINANCE.YEAR_END.OVERDRAFT_NOTE', { amount: money(total.overdraftInterestCents) })
          }
        >
          <Money cents={0 - feesCents - total.overdraftInterestCents} />
        </Figure>
        <Figure label={t('FINANCE.YEAR_END.NET')} note={t('FINANCE.YEAR_END.NET_NOTE')}>
          <Money cents={total.netReturnCents} sign colored />
        </Figure>
        <Figure
          label={t('FINANCE.YEAR_END.ADDED')}
          note={t('FINANCE.YEAR_END.ADDED_NOTE', { amount: money(withoutPlanCents) })}
        >
          <Money cents={addedCents} sign colored />
        </Figure>
      </SimpleGrid>
    </SectionCard>
  );
}

const SHOWN = 6;

/** Limits that only the plans' transfers kept: a difference in money does not say that a bill would have bounced. */
function WithoutPlans({ report: { keptByPlan, accounts, banks } }: ReportProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  if (keptByPlan.length === 0) return null;
  const more = keptByPlan.length - SHOWN;
  return (
    <div>
      <Text size="sm">{t('FINANCE.YEAR_END.WITHOUT')}</Text>
      <List size="sm">
        {keptByPlan.slice(0, SHOWN).map(({ kind, accountId, bankId, holder, date, amountCents }) => (
          <List.Item key={`${kind}${accountId}${holder ?? ''}${date}`}>
            {t(`FINANCE.VIOLATION.${kind}`, {
              account: accounts.find((one) => one.accountId === accountId)?.name ?? '',
              bank: banks.find((one) => one.bankId === bankId)?.name ?? '',
              holder: holder ?? '',
              goal: t('FINANCE.MENU.GOAL_EDIT'),
              day: formatDay(date),
              amount: money(amountCents),
            })}
          </List.Item>
        ))}
        {more > 0 && <List.Item>{t('FINANCE.VIOLATION.MORE', { count: more })}</List.Item>}
      </List>
    </div>
  );
}
