import type { Summary } from '@fibado/contracts';
import { lawOn } from '@fibado/planning';
import { Grid, Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LimitMeter } from '../../../charts/limit-meter';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import type { QuarterData } from '../shared/queries';
import { dutyRows, guaranteeRows } from './view-models';

interface LimitsPanelProps {
  readonly data: QuarterData & { readonly summary: Summary };
  readonly today: string;
}

/** How near the household is to the stamp duty's threshold and to the end of the deposit guarantee. */
export function LimitsPanel({ data, today }: LimitsPanelProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const { evaluation } = data.summary;
  const thresholdCents = lawOn(data.quarter.date).fixedDutyThresholdCents;
  const duty = dutyRows(data, evaluation, today, thresholdCents);
  const guarantee = guaranteeRows(data, evaluation);
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Paper withBorder p="sm" component="section" aria-labelledby="duty-panel">
          <Text fw={600} size="sm" id="duty-panel">
            {t('FINANCE.DUTY.TITLE')}
          </Text>
          <Text size="xs" c="dimmed" mb="sm">
            {t('FINANCE.DUTY.TEXT', { amount: money(thresholdCents) })}
          </Text>
          <Stack gap="md">
            {duty.map((row) => (
              <LimitMeter
                key={row.key}
                label={`${row.bank} · ${row.holders}`}
                value={row.projectedCents}
                limit={thresholdCents}
                marker={row.soFarCents}
                tone={row.tone}
                valueText={[
                  t('FINANCE.DUTY.PROJECTED', { amount: money(row.projectedCents) }),
                  ...(row.soFarCents === undefined
                    ? []
                    : [t('FINANCE.DUTY.SO_FAR', { amount: money(row.soFarCents) })]),
                  row.marginCentDays >= 0
                    ? t('FINANCE.DUTY.MARGIN', { amount: euroDays(row.marginCentDays) })
                    : t('FINANCE.DUTY.EXCESS', { amount: euroDays(-row.marginCentDays) }),
                ].join(' · ')}
                verdict={
                  row.due
                    ? row.stampDutyCents > 0
                      ? t('FINANCE.DUTY.DUE', { amount: money(row.stampDutyCents) })
                      : t('FINANCE.DUTY.DUE_BY_BANK')
                    : t(row.tone === 'near' ? 'FINANCE.DUTY.NEAR' : 'FINANCE.DUTY.NOT_DUE')
                }
                detail={
                  <Text size="xs" c="dimmed">
                    {row.accounts}
                  </Text>
                }
              />
            ))}
            {duty.length === 0 && (
              <Text size="sm" c="dimmed">
                {t('FINANCE.DUTY.NONE')}
              </Text>
            )}
          </Stack>
        </Paper>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Paper withBorder p="sm" component="section" aria-labelledby="guarantee-panel">
          <Text fw={600} size="sm" id="guarantee-panel">
            {t('FINANCE.GUARANTEE.TITLE')}
          </Text>
          <Text size="xs" c="dimmed" mb="sm">
            {t('FINANCE.GUARANTEE.TEXT', { amount: money(data.settings.guaranteeLimitCents) })}
          </Text>
          <Stack gap="md">
            {guarantee.map((row) => (
              <LimitMeter
                key={row.key}
                label={`${row.holder} · ${row.bank}`}
                value={row.peakCents}
                limit={row.limitCents}
                tone={row.tone}
                valueText={t('FINANCE.GUARANTEE.PEAK', {
                  amount: money(row.peakCents),
                  day: formatDay(row.peakDate),
                })}
                verdict={
                  row.scheme === 'NONE'
                    ? t('FINANCE.GUARANTEE.NO_SCHEME')
                    : row.tone === 'over'
                      ? t('FINANCE.GUARANTEE.OVER', { amount: money(row.peakCents - row.limitCents) })
                      : t('FINANCE.GUARANTEE.COVERED')
                }
              />
            ))}
            {guarantee.length === 0 && (
              <Text size="sm" c="dimmed">
                {t('FINANCE.GUARANTEE.NONE')}
              </Text>
            )}
          </Stack>
        </Paper>
      </Grid.Col>
    </Grid>
  );
}

/** Euro times days, whole: nobody plans on a cent a day. */
const euroDays = (centDays: number): string => new Intl.NumberFormat('it').format(Math.round(centDays / 100));
