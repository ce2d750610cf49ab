import { type Evaluation, newMoneyLosses, type Problem } from '@fibado/planning';
import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { nameIn } from '../shared/shown';
import type { Household } from '../shared/queries';

interface NewMoneyNoteProps {
  readonly household: Household;
  readonly problem: Problem;
  readonly evaluation: Evaluation;
}

/** Promotions for new money that recorded lots lose a part of under a plan, because money leaves their bank in the window. */
export function NewMoneyNote({ household, problem, evaluation }: NewMoneyNoteProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const losses = newMoneyLosses(problem, evaluation);
  if (losses.length === 0) return null;
  const name = nameIn(household.offers ?? []);
  return (
    <Alert color="yellow" p="sm">
      {losses.map(({ offerId, date, wantedCents, missingCents, lostCents }) => (
        <Text key={offerId} size="sm">
          {t('FINANCE.PLANNING.NEW_MONEY_LOST', {
            name: name(offerId),
            wanted: money(wantedCents),
            day: formatDay(date),
            missing: money(missingCents),
            lost: money(lostCents),
          })}
        </Text>
      ))}
    </Alert>
  );
}
