import { quarterEnd } from '@fibado/planning';
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { today as todayOf } from '../../../lib/day';
import type { QuarterData } from './queries';

interface OpenQuarterProps {
  readonly data: QuarterData;
  /** `from` is today where the quarter has begun: what was before it stays as it is. */
  readonly children: (from: string | undefined) => ReactNode;
}

/** What is asked of the days to come; of a quarter closed or over it is said that there are none. */
export function OpenQuarter({ data, children }: OpenQuarterProps) {
  const { t } = useTranslation();
  const { date, state } = data.quarter;
  const today = todayOf();
  if (state === 'CLOSED') return <Alert color="gray">{t('FINANCE.QUARTER.CLOSED_READ_ONLY')}</Alert>;
  if (today > quarterEnd(date)) return <Alert color="gray">{t('FINANCE.QUARTER.OVER')}</Alert>;
  return children(today > date ? today : undefined);
}
