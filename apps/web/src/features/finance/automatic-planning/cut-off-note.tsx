import type { OptimizeOptionsInput } from '@fibado/contracts';
import { addDays, businessDayOnOrAfter, missesCutOff } from '@fibado/planning';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../lib/day';
import type { QuarterData } from '../shared/queries';

type Asked = Pick<OptimizeOptionsInput, 'from' | 'fromTime'>;

interface PastCutOffs {
  /** Names of the accounts whose cut-off had passed when the plan was asked for. */
  readonly accounts: readonly string[];
  /** The day on which an ordinary transfer of theirs leaves. */
  readonly leavesOn: string;
}

/** Nothing where the plan was asked for before the cut-offs, or begins on a later day. */
export function pastCutOffs(
  { accounts, settings, quarter }: Pick<QuarterData, 'accounts' | 'settings' | 'quarter'>,
  { from, fromTime }: Asked,
): PastCutOffs | undefined {
  if (from === undefined || fromTime === undefined) return undefined;
  const taking = new Set(
    quarter.setups.filter(({ excluded }) => !excluded).map(({ accountId }) => accountId),
  );
  const past = accounts.filter(
    (one) => taking.has(one.id) && one.canSend && missesCutOff(one, from, { date: from, time: fromTime }),
  );
  if (past.length === 0) return undefined;
  return {
    accounts: past.map(({ name }) => name),
    leavesOn: businessDayOnOrAfter(addDays(from, 1), settings.calendar),
  };
}

/** Says of a plan asked for in the evening that ordinary transfers leave later. */
export function CutOffNote({ data, options }: { readonly data: QuarterData; readonly options: Asked }) {
  const { t } = useTranslation();
  const past = pastCutOffs(data, options);
  if (!past) return null;
  return (
    <Text size="sm">
      {t('FINANCE.PLANNING.CUT_OFF_PASSED', {
        accounts: past.accounts.join(', '),
        day: formatDay(past.leavesOn),
      })}
    </Text>
  );
}
