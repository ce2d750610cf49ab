import type { ScenarioChangeInput } from '@fibado/contracts';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { formatPercent } from '../../../lib/money';
import { nameIn } from '../shared/problem';
import type { QuarterData } from '../shared/queries';

const OPTIONS = [
  'maxTransfers',
  'effortCostCents',
  'minBalanceCents',
  'transferStepCents',
  'thresholdMarginCents',
  'guaranteeLimitCents',
] as const;

/** A change in words. */
export function useChangeText(
  data: Pick<QuarterData, 'accounts' | 'operations'>,
): (change: ScenarioChangeInput) => string {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const account = nameIn(data.accounts);
  const rates = (tiers: readonly { readonly ratePct: number }[]) =>
    tiers.map((tier) => formatPercent(tier.ratePct)).join(' / ');
  return (change) => {
    const key = `FINANCE.CHANGE.TEXT.${change.kind}`;
    switch (change.kind) {
      case 'RATE':
        return t(key, {
          account: account(change.accountId),
          rate: rates(change.period.tiers),
          day: formatDay(change.period.from),
        });
      case 'OPEN_ACCOUNT':
        return t(key, {
          account: change.account.name,
          rate: rates(change.account.rates[0]?.tiers ?? []),
        });
      case 'CLOSE_ACCOUNT':
        return t(key, { account: account(change.accountId), day: formatDay(change.on) });
      case 'MOVEMENT':
        return t(`${key}_${change.movement}`, {
          account: account(change.accountId),
          day: formatDay(change.date),
          amount: money(change.amountCents),
          description: change.description,
        });
      case 'OPERATION': {
        const operation = data.operations.find((o) => o.id === change.operationId);
        const description = operation?.description ?? '–';
        if (change.dropped) return t(`${key}_DROPPED`, { description });
        const parts = [
          ...(change.amountCents === undefined ? [] : [money(change.amountCents)]),
          ...(change.date === undefined ? [] : [formatDay(change.date)]),
        ];
        return t(key, { description, change: parts.join(', ') });
      }
      case 'LIMITS': {
        const parts = [
          ...(change.minBalanceCents === undefined
            ? []
            : [t('FINANCE.CHANGE.MIN', { amount: money(change.minBalanceCents) })]),
          ...(change.maxBalanceCents === undefined
            ? []
            : [
                change.maxBalanceCents === null
                  ? t('FINANCE.CHANGE.NO_MAX')
                  : t('FINANCE.CHANGE.MAX', { amount: money(change.maxBalanceCents) }),
              ]),
        ];
        return t(key, { account: account(change.accountId), change: parts.join(', ') });
      }
      case 'OPTIONS': {
        const parts = OPTIONS.flatMap((option) => {
          const value = change[option];
          if (value === undefined) return [];
          return [
            `${t(`FINANCE.CHANGE.OPTION.${option}`)} ${option === 'maxTransfers' ? String(value) : money(value)}`,
          ];
        });
        if (change.guaranteePolicy !== undefined)
          parts.push(t(`FINANCE.CHANGE.GUARANTEE_${change.guaranteePolicy}`));
        if (change.businessDaysOnly !== undefined)
          parts.push(t(change.businessDaysOnly ? 'FINANCE.CHANGE.BUSINESS_DAYS' : 'FINANCE.CHANGE.ANY_DAY'));
        return t(key, { change: parts.join(', ') });
      }
    }
  };
}
