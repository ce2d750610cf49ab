import type { Account } from '@fibado/contracts';
import { Group, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useQuarterText } from '../shared/quarter-text';
import type { QuarterListItem } from '../shared/types';
import type { ImportState } from './use-import';

const choices = (accounts: readonly Account[]) =>
  accounts.map(({ id, name }) => ({ value: id, label: name }));

interface ImportToolbarProps {
  readonly quarters: readonly QuarterListItem[];
  readonly state: ImportState;
}

/** The quarter and the account a file is compared with. */
export function ImportToolbar({ quarters, state }: ImportToolbarProps) {
  const { t } = useTranslation();
  const quarterText = useQuarterText();
  const { quarter, accountId, joining, taking, others } = state;
  return (
    <Group align="flex-end">
      <Select
        label={t('FINANCE.FIELD.QUARTER')}
        allowDeselect={false}
        w="13rem"
        value={quarter}
        data={quarters.map((q) => ({ value: q.date, label: quarterText(q.date) })).toReversed()}
        onChange={(next) => next !== null && state.chooseQuarter(next)}
      />
      <Select
        label={t('FINANCE.FIELD.ACCOUNT')}
        placeholder={t('FINANCE.IMPORT.CHOOSE_ACCOUNT')}
        searchable
        w="18rem"
        value={joining?.id ?? (accountId === '' ? null : accountId)}
        data={
          others.length === 0
            ? choices(taking)
            : [
                { group: t('FINANCE.IMPORT.IN_QUARTER'), items: choices(taking) },
                { group: t('FINANCE.IMPORT.OTHER_ACCOUNTS'), items: choices(others) },
              ]
        }
        onChange={(next) => next !== null && state.chooseAccount(next)}
      />
    </Group>
  );
}
