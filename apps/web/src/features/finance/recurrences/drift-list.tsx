import type { Recurrence, RecurrenceDrift } from '@fibado/contracts';
import { Button, Group, List, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../../components/section-card';
import { formatDay, today } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { useCanWrite } from '../shared/access';
import { refreshFinance } from '../shared/queries';
import { saveRule } from '../shared/save-rule';

interface DriftListProps {
  readonly drift: readonly RecurrenceDrift[];
  readonly rules: readonly Recurrence[];
}

/** How what happened departs from the stored rules, in words; a new amount can be taken over. */
export function DriftList({ drift, rules }: DriftListProps) {
  const { t } = useTranslation();
  const lines = drift.flatMap((one) => {
    const rule = rules.find(({ id }) => id === one.recurrenceId);
    return rule ? [{ one, rule }] : [];
  });
  return (
    <SectionCard
      title={t('FINANCE.RECURRENCES.DRIFT_TITLE')}
      description={t('FINANCE.RECURRENCES.DRIFT_TEXT')}
    >
      {lines.length === 0 ? (
        <Text size="sm">{t('FINANCE.RECURRENCES.DRIFT_NONE')}</Text>
      ) : (
        <List size="sm" spacing="xs" listStyleType="none">
          {lines.map(({ one, rule }, index) => (
            <List.Item key={index}>
              <DriftLine drift={one} rule={rule} />
            </List.Item>
          ))}
        </List>
      )}
    </SectionCard>
  );
}

function DriftLine({ drift, rule }: { readonly drift: RecurrenceDrift; readonly rule: Recurrence }) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const canWrite = useCanWrite();
  const queryClient = useQueryClient();
  const { actualCents, lowCents, highCents } = drift;
  const take = useMutation({
    meta: { confirm: true },
    mutationFn: (amountCents: number) => saveRule(rule, { amountCents, lowCents, highCents }, today()),
    onSuccess: () => refreshFinance(queryClient),
  });
  return (
    <Group gap="sm">
      <Text size="sm">{useDriftText(drift, rule.description)}</Text>
      {actualCents !== undefined && canWrite && (
        <Button size="xs" variant="light" loading={take.isPending} onClick={() => take.mutate(actualCents)}>
          {t('FINANCE.RECURRENCES.TAKE_AMOUNT', { amount: money(actualCents) })}
        </Button>
      )}
    </Group>
  );
}

function useDriftText(drift: RecurrenceDrift, name: string): string {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  if (drift.kind === 'MISSING')
    return t('FINANCE.RECURRENCES.DRIFT_MISSING', { name, day: formatDay(drift.day ?? '') });
  if (drift.kind === 'AMOUNT') {
    const { actualCents: actual = 0, expectedCents: expected = 0 } = drift;
    return t('FINANCE.RECURRENCES.DRIFT_AMOUNT', { name, actual: money(actual), expected: money(expected) });
  }
  const { lateDays = 0 } = drift;
  return t(lateDays > 0 ? 'FINANCE.RECURRENCES.DRIFT_LATE' : 'FINANCE.RECURRENCES.DRIFT_EARLY', {
    name,
    count: Math.abs(lateDays),
  });
}
