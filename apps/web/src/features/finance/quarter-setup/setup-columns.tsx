import { limitsOf } from '@fibado/planning';
import { Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import type { GridColumn } from '../shared/editable-grid/editable-grid';
import { nameIn } from '../shared/problem';
import type { QuarterData } from '../shared/queries';
import { readSetup, type SetupDraft, type SetupField } from './setup-model';
import { NOTHING } from './use-setup-editor';

interface SetupRights {
  readonly canWrite: boolean;
  readonly canJoin: boolean;
}

/** The columns of the grid of setups; a phone leaves out the bank. */
export function useSetupColumns(data: QuarterData, { canWrite, canJoin }: SetupRights) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false;
  return useMemo((): readonly GridColumn<SetupDraft>[] => {
    const bankOf = (d: SetupDraft) =>
      nameIn(data.banks)(data.accounts.find((a) => a.id === d.accountId)?.bankId);
    const column = (
      id: SetupField,
      width: string,
      rest: Partial<GridColumn<SetupDraft>> = {},
    ): GridColumn<SetupDraft> => ({
      id,
      header: t(`FINANCE.SETUP.COLUMN_${id}`),
      width,
      kind: 'text',
      text: (d) => String(d[id]),
      issue: (d) => {
        const issue = readSetup(d).issues[id];
        return issue === undefined ? undefined : t(`FINANCE.ISSUE.${issue}`);
      },
      locked: (d) => !canWrite && !(canJoin && !d.saved && (id !== 'opening' || d.opening !== NOTHING)),
      ...rest,
    });
    const bank: GridColumn<SetupDraft> = {
      id: 'bank',
      header: t('FINANCE.FIELD.BANK'),
      width: 'minmax(8.8rem, 0.7fr)',
      kind: 'static',
      text: bankOf,
    };
    /** The limit that holds where the quarter says none: the account's own, or the household's. */
    const inherited = (d: SetupDraft, id: SetupField) => {
      const account = data.accounts.find((a) => a.id === d.accountId);
      if (!account || d.excluded || id === 'opening') return undefined;
      const { minCents, maxCents } = limitsOf(account, { excluded: false }, data.settings);
      return id === 'min' ? minCents : maxCents;
    };
    const amount = (pick: (d: SetupDraft) => number | undefined, id: SetupField) =>
      column(id, id === 'opening' ? '8.2rem' : '7.3rem', {
        align: 'end',
        inputMode: 'decimal',
        show: (d) => {
          const cents = readSetup(d).setup ? pick(d) : undefined;
          if (cents !== undefined) return money(cents);
          const otherwise = d[id] === '' ? inherited(d, id) : undefined;
          return otherwise === undefined ? (
            String(d[id])
          ) : (
            <Text span inherit c="dimmed">
              {money(otherwise)}
            </Text>
          );
        },
      });
    return [
      {
        id: 'account',
        header: t('FINANCE.FIELD.ACCOUNT'),
        width: 'minmax(8.5rem, 1fr)',
        kind: 'static',
        text: (d) => nameIn(data.accounts)(d.accountId),
      },
      ...(isPhone ? [] : [bank]),
      amount((d) => readSetup(d).setup?.openingBalanceCents, 'opening'),
      amount((d) => readSetup(d).setup?.minBalanceCents, 'min'),
      amount((d) => readSetup(d).setup?.maxBalanceCents, 'max'),
      column('excluded', '4.8rem', { kind: 'check', align: 'center' }),
      column('notes', 'minmax(6rem, 1fr)'),
    ];
  }, [data.banks, data.accounts, data.settings, canWrite, canJoin, isPhone, money, t]);
}
