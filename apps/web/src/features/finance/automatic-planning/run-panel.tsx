import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ProgressChart } from '../../../charts/progress-chart';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { UnderWayBar } from '../shared/question-state';
import type { Running } from './use-run';

/** Whether there was anything to draw at a moment. */
const isKnown = (sample: Running['samples'][number]): boolean =>
  sample.objectiveCents !== undefined || sample.boundCents !== undefined;

/** A run as it goes: phase, time, best plan so far, what is proven, and how far apart they are. */
export function RunPanel({ running }: { readonly running: Running }) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const last = running.samples.at(-1);
  const { objectiveCents: found, boundCents: bound } = last ?? {};
  const { position } = running;
  const waiting = position === undefined ? 'QUEUED' : 'WAITING';
  const phase = running.state === 'QUEUED' ? waiting : (running.phase ?? 'SOLVING');
  return (
    <UnderWayBar inView underWay={running} text={`FINANCE.RUN.PHASE.${phase}`} position={position}>
      {last && (
        <Stack gap="xs" mt="sm">
          <Text size="sm">
            {found === undefined
              ? t('FINANCE.RUN.NO_PLAN_YET')
              : bound === undefined
                ? t('FINANCE.RUN.SO_FAR', { found: money(found) })
                : t('FINANCE.RUN.SO_FAR_BOUND', {
                    found: money(found),
                    bound: money(bound),
                    gap: money(Math.max(0, bound - found)),
                  })}
          </Text>
          {running.samples.filter(isKnown).length > 1 && (
            <ProgressChart title={t('FINANCE.RUN.CHART')} points={running.samples} formatMoney={money} />
          )}
        </Stack>
      )}
    </UnderWayBar>
  );
}
