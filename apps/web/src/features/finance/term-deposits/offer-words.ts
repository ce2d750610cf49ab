import type { TermOffer } from '@fibado/contracts';
import type { TFunction } from 'i18next';
import { formatDay } from '../../../lib/day';
import { formatPercent } from '../../../lib/money';

export type Terms = Omit<
  TermOffer,
  'id' | 'version' | 'bankId' | 'linkedAccountId' | 'name' | 'source' | 'asOf'
>;

type Say = (key: string, options?: Record<string, unknown>) => string;
type Money = (cents: number) => string;

/** How long a lot lasts, in words. */
export function tenorText({ months, days }: Terms['tenor'], t: TFunction): string {
  return months === undefined
    ? t('FINANCE.TERM.WORDS.DAYS', { count: days ?? 0 })
    : t('FINANCE.TERM.WORDS.MONTHS', { count: months });
}

/** The rate, or the rates one after the other. */
export function rateText({ ratePct, steps }: Pick<Terms, 'ratePct' | 'steps'>, t: TFunction): string {
  if (ratePct !== undefined) return formatPercent(ratePct);
  return (steps ?? [])
    .map((step) => t('FINANCE.TERM.WORDS.STEP', { rate: formatPercent(step.ratePct), count: step.months }))
    .join(', ');
}

/** What an early exit costs, in words. */
export function exitText({ kind, ratePct = 0 }: Terms['exit'], t: TFunction): string {
  const isFree = kind === 'FEE' && ratePct === 0;
  return t(`FINANCE.TERM.WORDS.EXIT_${isFree ? 'FREE' : kind}`, { rate: formatPercent(ratePct) });
}

/** What a bank's terms mean, a sentence each. */
export function offerWords(offer: Terms, t: TFunction, money: Money): string[] {
  const say: Say = (key, options = {}) => t(`FINANCE.TERM.WORDS.${key}`, options);
  const { exit, maxCents, noticeDays = 0, withholdingPct, openFrom, openTo } = offer;
  return [
    say('RATE', { tenor: tenorText(offer.tenor, t), rate: rateText(offer, t) }),
    say('AMOUNT', { min: money(offer.minCents), step: money(offer.stepCents) }),
    ...(maxCents === undefined ? [] : [say('MOST', { max: money(maxCents) })]),
    say(`PAYOUT_${offer.payout}`),
    exitText(exit, t),
    ...(exit.freeAfterMonths === undefined ? [] : [say('FREE_AFTER', { count: exit.freeAfterMonths })]),
    ...keptWords(exit, say),
    ...(offer.partialExit ? [say('PARTIAL')] : []),
    ...(noticeDays > 0 ? [say('NOTICE', { count: noticeDays })] : []),
    say(`RENEWAL_${offer.renewal}`),
    ...newMoneyWords(offer.newMoney, say, money),
    ...(withholdingPct === undefined ? [] : [say('WITHHOLDING', { rate: formatPercent(withholdingPct) })]),
    ...(offer.dutyPaidByBank === true ? [say('DUTY_PAID_BY_BANK')] : []),
    ...(offer.dutyFreeUpToCents === undefined
      ? []
      : [say('DUTY_FREE', { amount: money(offer.dutyFreeUpToCents) })]),
    ...(openFrom === undefined ? [] : [say('OPEN_FROM', { day: formatDay(openFrom) })]),
    ...(openTo === undefined ? [] : [say('OPEN_TO', { day: formatDay(openTo) })]),
  ];
}

const keptWords = ({ keptAtMonths: months }: Terms['exit'], say: Say): string[] =>
  months === undefined ? [] : [say('KEPT_AT', { months: months.join(', ') })];

function newMoneyWords(newMoney: Terms['newMoney'], say: Say, money: Money): string[] {
  if (newMoney === undefined) return [];
  return newMoney.kind === 'SNAPSHOT'
    ? [say('SNAPSHOT', { day: formatDay(newMoney.on), amount: money(newMoney.baselineCents) })]
    : [say('NET_FLOW', { from: formatDay(newMoney.from), to: formatDay(newMoney.to) })];
}
