import type { ChangeRow, Operation } from '@fibado/contracts';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';

interface MatchByHandProps {
  readonly row: ChangeRow;
  /** Planned operations the row may be: of the account, of the same direction, not yet in another row. */
  readonly planned: readonly Operation[];
  readonly matched: Operation | undefined;
  readonly onMatch: (operation: Operation | undefined) => void;
}

/** Lets the person say that a new row is a planned operation of another amount or day. */
export function MatchByHand({ row, planned, matched, onMatch }: MatchByHandProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const [open, setOpen] = useState(false);
  if (planned.length === 0 && !matched) return null;
  if (!open && !matched)
    return (
      <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
        {t('FINANCE.IMPORT.MATCH')}
      </Button>
    );
  return (
    <NativeSelect
      size="xs"
      mt={2}
      aria-label={t('FINANCE.IMPORT.MATCH_ROW', { row: row.row })}
      value={matched?.id ?? ''}
      data={[
        { value: '', label: t('FINANCE.IMPORT.MATCH_NONE') },
        ...[...(matched ? [matched] : []), ...planned.filter(({ id }) => id !== matched?.id)].map((one) => ({
          value: one.id,
          label: `${formatDay(one.date)} · ${one.description} · ${money(one.amountCents)}`,
        })),
      ]}
      onChange={(e) => {
        const { value } = e.currentTarget;
        onMatch(value === matched?.id ? matched : planned.find(({ id }) => id === value));
      }}
    />
  );
}
