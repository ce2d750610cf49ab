import type { Summary } from '@fibado/contracts';
import { Paper, SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Figure } from '../../../components/figure';
import { Money } from '../../../components/money';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import type { QuarterData } from '../shared/queries';
import { underWayAtEnd } from '../shared/under-way';
import { gainLeft, isDecided, totalsOf } from './view-models';

/** The figures of the quarter at a glance, each the referee's. */
export function SummaryCards({ data }: { readonly data: QuarterData & { readonly summary: Summary } }) {
  const { summary } = data;
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const totals = totalsOf(summary.evaluation);
  const movingCents = underWayAtEnd(summary.evaluation, data);
  const plan = summary.latestPlan;
  const { left, note } = !plan
    ? { left: undefined, note: t('FINANCE.CARDS.GAIN_UNKNOWN') }
    : plan.stale
      ? { left: undefined, note: t('FINANCE.CARDS.GAIN_STALE') }
      : isDecided(summary)
        ? { left: gainLeft(summary), note: t('FINANCE.CARDS.GAIN_ACCEPTED') }
        : {
            left: gainLeft(summary),
            note: t(gainLeft(summary) > 0 ? 'FINANCE.CARDS.GAIN_OPEN' : 'FINANCE.CARDS.GAIN_NOTHING'),
          };
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, xl: 6 }} spacing="sm">
      <Card
        label={t('FINANCE.CARDS.NET')}
        note={t('FINANCE.CARDS.NET_NOTE', { gross: money(totals.grossInterestCents) })}
      >
        <Money cents={totals.netReturnCents} sign colored />
      </Card>
      {summary.state !== 'CLOSED' && (
        <Card label={t('FINANCE.CARDS.GAIN')} note={note}>
          {left === undefined ? '–' : <Money cents={left} sign colored />}
        </Card>
      )}
      <Card
        label={t('FINANCE.CARDS.INTEREST')}
        note={t('FINANCE.CARDS.INTEREST_NOTE', { amount: money(totals.withholdingCents) })}
      >
        <Money cents={totals.netInterestCents} />
      </Card>
      <Card
        label={t('FINANCE.CARDS.DUTY')}
        note={t('FINANCE.CARDS.DUTY_NOTE', {
          count: summary.evaluation.accounts.filter((a) => a.stampDutyCents > 0).length,
        })}
      >
        <Money cents={totals.stampDutyCents} />
      </Card>
      <Card
        label={t('FINANCE.CARDS.FEES')}
        note={
          totals.overdraftCents > 0
            ? t('FINANCE.CARDS.FEES_OVERDRAFT', { amount: money(totals.overdraftCents) })
            : t('FINANCE.CARDS.FEES_NOTE')
        }
      >
        <Money cents={totals.feesCents} />
      </Card>
      <Card
        label={t('FINANCE.CARDS.CLOSING')}
        note={t(movingCents > 0 ? 'FINANCE.CARDS.CLOSING_MOVING' : 'FINANCE.CARDS.CLOSING_NOTE', {
          amount: money(totals.openingCents),
          moving: money(movingCents),
        })}
      >
        <Money cents={totals.closingCents + movingCents} />
      </Card>
    </SimpleGrid>
  );
}

function Card({
  label,
  note,
  children,
}: {
  readonly label: string;
  readonly note: string;
  readonly children: ReactNode;
}) {
  return (
    <Paper withBorder p="sm" component="section" aria-label={label}>
      <Figure label={label} note={note}>
        {children}
      </Figure>
    </Paper>
  );
}
