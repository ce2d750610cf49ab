import { useTranslation } from 'react-i18next';
import { LoadingState } from '../../../components/states';
import type { Household } from '../shared/queries';
import { useYearQuarters } from './use-year-quarters';
import { YearChart } from './year-chart';
import { lineOf } from './year-model';

interface YearLineChartProps {
  readonly household: Household;
  readonly today: string;
}

/** The year's balances as one line, on other pages than the year's own. */
export function YearLineChart({ household, today }: YearLineChartProps) {
  const { t } = useTranslation();
  const { quarters } = useYearQuarters(household, today);
  if (!quarters) return <LoadingState height="20rem" />;
  const title = t('FINANCE.YEAR.BALANCES');
  return <YearChart title={title} line={lineOf(quarters, today)} events={[]} eventText={() => ''} />;
}
