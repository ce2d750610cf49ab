import type { Violation } from '@fibado/planning';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { accountNameIn, goalNameIn, nameIn } from './shown';
import type { Household } from './queries';

/** One broken limit in the household's words. */
export function useViolationText(household: Household): (violation: Violation) => string {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const account = accountNameIn(household);
  const bank = nameIn(household.banks);
  const goal = goalNameIn(household);
  return (v) =>
    t(`FINANCE.VIOLATION.${v.kind}`, {
      account: account(v.accountId),
      bank: bank(v.bankId),
      holder: v.holder ?? '',
      goal: goal(v.goalId),
      day: formatDay(v.date),
      amount: money(v.amountCents),
    });
}
