import type { ImportChanges } from '@fibado/contracts';
import { Alert, List } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';

/** Operations named that the file does not show. */
const MISSING_SHOWN = 20;

/** Operations of the quarter that the file, which covers their days, does not have. */
export function MissingOperations({ changes }: { readonly changes: ImportChanges }) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  if (changes.missing.length === 0) return undefined;
  return (
    <Alert color="yellow" title={t('FINANCE.IMPORT.MISSING', { count: changes.missing.length })}>
      <List size="xs">
        {changes.missing.slice(0, MISSING_SHOWN).map(({ operation, reason }) => (
          <List.Item key={operation.id}>
            {formatDay(operation.date)} · {operation.description} · {money(operation.amountCents)} (
            {t(`FINANCE.IMPORT.${reason}`)})
          </List.Item>
        ))}
        {changes.missing.length > MISSING_SHOWN && (
          <List.Item>
            {t('FINANCE.IMPORT.MISSING_MORE', { count: changes.missing.length - MISSING_SHOWN })}
          </List.Item>
        )}
      </List>
    </Alert>
  );
}
