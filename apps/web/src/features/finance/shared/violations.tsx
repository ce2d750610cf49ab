import type { Violation } from '@fibado/planning';
import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Household } from './queries';
import { useViolationText } from './violation-text';

/** The limits the plan breaks: which, where, from when, by how much. Nothing when none is. */
export function Violations({
  household,
  violations,
}: {
  readonly household: Household;
  readonly violations: readonly Violation[];
}) {
  const { t } = useTranslation();
  const text = useViolationText(household);
  if (violations.length === 0) return null;
  return (
    <Alert
      color="red"
      variant="light"
      p="xs"
      icon={<IconAlertTriangle size={16} aria-hidden />}
      title={t('FINANCE.VIOLATION.TITLE', { count: violations.length })}
    >
      <List size="xs" spacing={2}>
        {violations.slice(0, 8).map((violation, index) => (
          <List.Item key={index}>{text(violation)}</List.Item>
        ))}
      </List>
      {violations.length > 8 && t('FINANCE.VIOLATION.MORE', { count: violations.length - 8 })}
    </Alert>
  );
}
