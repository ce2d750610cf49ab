import type { ImportChanges } from '@fibado/contracts';
import { Badge, Group, Paper, SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { LayoutChoice } from './layout-choice';

interface FileSummaryProps {
  readonly changes: ImportChanges;
  /** The account's booked balance once what is ticked is saved. */
  readonly bookedAfterCents: number;
  readonly onLayout?: ((layout: string) => void) | undefined;
  readonly onMap?: (() => void) | undefined;
}

/** How a file was read, what it says of itself, and what it does to the balance. */
export function FileSummary({ changes, bookedAfterCents, onLayout, onMap }: FileSummaryProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const { bookedBeforeCents, statedCents } = changes.balanceEffect;
  return (
    <Paper withBorder p="sm" component="section" aria-label={t('FINANCE.IMPORT.FILE')}>
      <SimpleGrid cols={{ base: 1, md: 3 }}>
        <div>
          <Text fw={600} size="sm">
            {changes.file.name}
          </Text>
          <Text size="xs" c="dimmed">
            {changes.file.format} ·{' '}
            {t('FINANCE.IMPORT.PERIOD', {
              from: formatDay(changes.period.from),
              to: formatDay(changes.period.to),
            })}{' '}
            · {t('FINANCE.IMPORT.ROWS', { count: changes.rows.length })}
          </Text>
          <Text component="details" size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <summary>{t('FINANCE.IMPORT.FILE_DETAILS')}</summary>
            SHA-256 {changes.file.hash}
          </Text>
        </div>
        <div>
          <LayoutChoice changes={changes} onLayout={onLayout} onMap={onMap} />
        </div>
        <div>
          <Text size="xs" c="dimmed">
            {t('FINANCE.IMPORT.EFFECT')}
          </Text>
          <Text size="sm">
            <Money cents={bookedBeforeCents} /> → <Money cents={bookedAfterCents} />
          </Text>
          {statedCents !== undefined && (
            <Text size="xs" fw={statedCents === bookedAfterCents ? 400 : 600}>
              {t(
                statedCents === bookedAfterCents
                  ? 'FINANCE.IMPORT.STATED_SAME'
                  : 'FINANCE.IMPORT.STATED_OTHER',
                { amount: money(statedCents) },
              )}
            </Text>
          )}
        </div>
      </SimpleGrid>
      <Group gap="xs" mt="xs">
        {changes.checks.map((check, index) => (
          <Badge
            key={index}
            color={check.ok ? 'teal.9' : 'red.8'}
            variant="filled"
            styles={{ label: { textTransform: 'none' } }}
          >
            {t(`FINANCE.IMPORT_CHECK.${check.kind}`)}:{' '}
            {check.ok
              ? t('FINANCE.IMPORT_CHECK.OK')
              : t('FINANCE.IMPORT_CHECK.WRONG', {
                  expected: check.kind === 'COUNT' ? check.expected : money(check.expected),
                  actual: check.kind === 'COUNT' ? check.actual : money(check.actual),
                })}
          </Badge>
        ))}
      </Group>
    </Paper>
  );
}
