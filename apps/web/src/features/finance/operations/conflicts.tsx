import type { Account } from '@fibado/contracts';
import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { nameIn } from '../shared/problem';
import { draftOf, type OperationDraft } from './draft';
import type { RowConflict } from './rows';

interface ConflictsProps {
  readonly conflicts: readonly RowConflict[];
  readonly accounts: readonly Account[];
  readonly onMine: (conflict: RowConflict) => void;
  readonly onTheirs: (conflict: RowConflict) => void;
}

/** Rows changed concurrently: both versions, and which to keep. */
export function Conflicts({ conflicts, accounts, onMine, onTheirs }: ConflictsProps) {
  const { t } = useTranslation();
  const name = nameIn(accounts);
  if (conflicts.length === 0) return null;
  const text = (draft: OperationDraft) =>
    [
      draft.date,
      draft.description,
      `${draft.amount} €`,
      name(draft.accountId),
      t(`FINANCE.STATUS.${draft.status}`),
    ].join(' · ');
  return (
    <Alert color="yellow" role="alert" title={t('FINANCE.CONFLICT.TITLE')}>
      <Text size="sm">{t('FINANCE.CONFLICT.TEXT')}</Text>
      {conflicts.map((conflict) => (
        <Group key={conflict.mine.key} gap="xs" mt="xs">
          <div style={{ flex: 1, minWidth: '14rem' }}>
            <Text size="sm">
              {t('FINANCE.CONFLICT.MINE')} <strong>{text(conflict.mine)}</strong>
            </Text>
            <Text size="sm">
              {t('FINANCE.CONFLICT.THEIRS')}{' '}
              <strong>
                {conflict.theirs ? text(draftOf(conflict.theirs)) : t('FINANCE.CONFLICT.DELETED')}
              </strong>
            </Text>
          </div>
          <Button size="xs" onClick={() => onMine(conflict)}>
            {t('FINANCE.CONFLICT.KEEP_MINE')}
          </Button>
          <Button size="xs" variant="default" onClick={() => onTheirs(conflict)}>
            {t('FINANCE.CONFLICT.TAKE_THEIRS')}
          </Button>
        </Group>
      ))}
    </Alert>
  );
}
