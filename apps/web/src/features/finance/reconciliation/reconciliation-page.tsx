import type { ReconciliationReport } from '@fibado/contracts';
import { Alert, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '../../../components/page-header';
import { QueryState } from '../../../components/states';
import { today } from '../../../lib/day';
import { useQuarterText } from '../shared/quarter-text';
import { AccountCard } from './account-card';
import { LetterView } from './letter-view';
import { reconciliationQuery } from './reconciliation-query';

/** Verifica con la banca: the year's figures by the rules against those of the bank, account by account. */
export function Component() {
  const { t } = useTranslation();
  const thisYear = Number(today().slice(0, 4));
  const [params, setParams] = useSearchParams();
  const asked = params.get('year') ?? '';
  const letterOf = params.get('letter') ?? '';
  const year = /^20\d\d$/.test(asked) ? Number(asked) : thisYear - 1;
  const report = useQuery(reconciliationQuery(year));
  const setLetterOf = (accountId: string) =>
    setParams(accountId === '' ? { year: String(year) } : { year: String(year), letter: accountId }, {
      replace: true,
    });
  const years = [...new Set([year, thisYear, thisYear - 1, thisYear - 2, thisYear - 3])].sort(
    (a, b) => b - a,
  );
  const addressed = report.data?.accounts.find(({ accountId }) => accountId === letterOf);
  if (addressed?.letter !== undefined)
    return (
      <LetterView account={addressed} letter={addressed.letter} year={year} onClose={() => setLetterOf('')} />
    );
  return (
    <>
      <PageHeader
        title={t('FINANCE.RECONCILIATION.TITLE', { year })}
        description={t('FINANCE.RECONCILIATION.TEXT')}
      />
      <Stack>
        <Group align="flex-end">
          <NativeSelect
            label={t('FINANCE.YEAR_END.YEAR')}
            value={String(year)}
            data={years.map(String)}
            onChange={(event) => setParams({ year: event.currentTarget.value }, { replace: true })}
          />
        </Group>
        <QueryState query={report}>
          {(data) => <Report key={data.year} report={data} onLetter={setLetterOf} />}
        </QueryState>
      </Stack>
    </>
  );
}

interface ReportProps {
  readonly report: ReconciliationReport;
  readonly onLetter: (accountId: string) => void;
}

function Report({ report, onLetter }: ReportProps) {
  const { t } = useTranslation();
  const quarterText = useQuarterText();
  const missing = report.quarters.filter(({ counted }) => !counted);
  return (
    <>
      {missing.length > 0 && (
        <Alert color="yellow" variant="light" role="status">
          {t('FINANCE.RECONCILIATION.NOT_COUNTED', {
            quarters: missing.map(({ quarter }) => quarterText(quarter)).join(', '),
          })}
        </Alert>
      )}
      {report.accounts.map((account) => (
        <AccountCard key={account.accountId} account={account} year={report.year} onLetter={onLetter} />
      ))}
      <Text size="sm" c="dimmed">
        {t('FINANCE.RECONCILIATION.HOW')} {t('FINANCE.YEAR_END.NO_ADVICE')}
      </Text>
    </>
  );
}
