import type { ImportChanges } from '@fibado/contracts';
import { Button, Checkbox, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { tickedOf, VERDICTS } from './import-model';
import type { ChangesReviewState } from './use-changes-review';

interface VerdictFilterProps {
  readonly changes: ImportChanges;
  readonly review: ChangesReviewState;
}

/** Rows by verdict: how many there are, showing one kind, ticking all of a kind. */
export function VerdictFilter({ changes, review }: VerdictFilterProps) {
  const { t } = useTranslation();
  return (
    <Group gap="xs" role="group" aria-label={t('FINANCE.IMPORT.VERDICTS')}>
      <Button
        size="compact-sm"
        variant={review.verdict === '' ? 'light' : 'subtle'}
        aria-pressed={review.verdict === ''}
        onClick={() => review.show('')}
      >
        {t('FINANCE.IMPORT.ALL')} ({changes.rows.length})
      </Button>
      {VERDICTS.filter((v) => (changes.counts[v] ?? 0) > 0).map((v) => {
        const { ticked, of } = tickedOf(changes, review.ticks, v);
        return (
          <Group key={v} gap={4}>
            <Button
              size="compact-sm"
              variant={review.verdict === v ? 'light' : 'subtle'}
              aria-pressed={review.verdict === v}
              onClick={() => review.show(review.verdict === v ? '' : v)}
            >
              {t(`FINANCE.VERDICT_N.${v}`, { count: changes.counts[v] ?? 0 })}
            </Button>
            {of > 0 && (
              <Checkbox
                size="xs"
                aria-label={t('FINANCE.IMPORT.TICK_ALL', { what: t(`FINANCE.VERDICT.${v}`) })}
                checked={ticked === of}
                indeterminate={ticked > 0 && ticked < of}
                onChange={(e) => review.tickVerdict(v, e.currentTarget.checked)}
              />
            )}
          </Group>
        );
      })}
    </Group>
  );
}
