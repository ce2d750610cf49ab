/** Whether an account of a problem makes sense. */

import { isDay, isTimeOfDay } from './calendar.js';
import { horizonOf, isInHorizon } from './horizon.js';
import { isValidIban } from './identifiers.js';
import { isCents } from './money.js';
import type { Account, RatePeriod } from './problem.js';
import { type Context, isNotNegative, isPositive, isRate, type Report } from './problem-report.js';
import { misplacedTier, overlappingRatePeriod } from './rates.js';

const MAX_LEAD_DAYS = 10;

export function checkAccount(account: Account, at: Report, context: Context): void {
  at.expect(context.banks.has(account.bankId), 'bankId', 'no such bank');
  at.expect(context.groups.has(account.accountGroupId), 'accountGroupId', 'no such account group');
  at.expect(account.iban === undefined || isValidIban(account.iban), 'iban', 'wrong form or check digits');
  checkRates(account.rates, at);
  const overdraft = account.overdraftRatePct ?? 0;
  at.expect(isRate(overdraft) && overdraft >= 0, 'overdraftRatePct', 'not a rate from 0 to 100');
  at.expect(isCents(account.minBalanceCents), 'minBalanceCents', 'not an amount');
  const most = account.maxBalanceCents;
  if (most !== undefined && at.expect(isNotNegative(most), 'maxBalanceCents', 'not an amount of 0 or more')) {
    at.expect(account.minBalanceCents <= most, 'maxBalanceCents', 'below the minimum');
  }
  at.expect(isNotNegative(account.monthlyFeeCents), 'monthlyFeeCents', 'not an amount of 0 or more');
  const withheld = account.withholdingPct ?? 0;
  at.expect(isRate(withheld) && withheld >= 0, 'withholdingPct', 'not a percentage from 0 to 100');
  const { minAverageBalanceCents = 1, minMonthlyCreditsCents = 1 } = account.feeWaiver ?? {};
  const waiver = at.at('feeWaiver');
  waiver.expect(isPositive(minAverageBalanceCents), 'minAverageBalanceCents', 'not a positive amount');
  waiver.expect(isPositive(minMonthlyCreditsCents), 'minMonthlyCreditsCents', 'not a positive amount');
  at.expect(isNotNegative(account.transferFeeCents), 'transferFeeCents', 'not an amount of 0 or more');
  at.expect(isNotNegative(account.instantFeeCents ?? 0), 'instantFeeCents', 'not an amount of 0 or more');
  const { singleLimitCents: single = 1, dailyLimitCents: daily = 1 } = account;
  at.expect(isPositive(single), 'singleLimitCents', 'not a positive amount');
  at.expect(isPositive(daily), 'dailyLimitCents', 'not a positive amount');
  at.expect(account.cutOff === undefined || isTimeOfDay(account.cutOff), 'cutOff', 'not a time of day');
  at.expect(
    account.payment !== false || account.linkedAccountId !== undefined,
    'payment',
    'exchanges with a linked account only, and has none',
  );
  const lead = account.transferLeadDays;
  at.expect(
    Number.isInteger(lead) && lead >= 0 && lead <= MAX_LEAD_DAYS,
    'transferLeadDays',
    `not 0 to ${String(MAX_LEAD_DAYS)} days`,
  );
  checkDays(account, at);
  checkLink(account, at, context);
}

function checkRates(rates: readonly RatePeriod[], at: Report): void {
  let days = true;
  at.each('rates', rates, (period, periodAt) => {
    const { from, to } = period;
    const from_ = periodAt.expect(isDay(from), 'from', 'not a day');
    const to_ = to === undefined || periodAt.expect(isDay(to), 'to', 'not a day');
    if (from_ && to_) periodAt.expect(to === undefined || from <= to, 'to', 'ends before it begins');
    days &&= from_ && to_;
    periodAt.expect(period.tiers.length > 0, 'tiers', 'no band');
    const misplaced = misplacedTier(period.tiers);
    if (misplaced !== undefined) {
      periodAt
        .at('tiers')
        .at(misplaced)
        .expect(false, 'upToCents', 'bands must rise and the last alone be open');
    }
    periodAt.each('tiers', period.tiers, (tier, tierAt) => {
      tierAt.expect(
        tier.upToCents === null || isPositive(tier.upToCents),
        'upToCents',
        'not a positive amount',
      );
      tierAt.expect(isRate(tier.ratePct), 'ratePct', 'not a rate with at most four decimals');
    });
  });
  const overlapping = days ? overlappingRatePeriod(rates) : undefined;
  if (overlapping !== undefined)
    at.at('rates').at(overlapping).expect(false, 'from', 'overlaps another period');
}

function checkDays(account: Account, at: Report): void {
  const fields = ['maturityDate', 'openedOn', 'closedOn'] as const;
  const right = fields.filter((field) =>
    at.expect(account[field] === undefined || isDay(account[field]), field, 'not a day'),
  );
  if (right.length < fields.length) return;
  const { openedOn, closedOn, maturityDate } = account;
  if (openedOn !== undefined && closedOn !== undefined) {
    at.expect(openedOn <= closedOn, 'closedOn', 'closed before it was opened');
  }
  const isTerm = account.kind === 'DEPOSIT_TERM';
  at.expect(!isTerm || maturityDate !== undefined, 'maturityDate', 'a term deposit matures on a day');
  at.expect(isTerm || maturityDate === undefined, 'maturityDate', 'only a term deposit matures');
}

function checkLink(account: Account, at: Report, { accounts, setups, problem }: Context): void {
  const id = account.linkedAccountId;
  if (id === undefined) return;
  at.expect(id !== account.id, 'linkedAccountId', 'linked to itself');
  const linked = accounts.get(id);
  if (!at.expect(linked !== undefined, 'linkedAccountId', 'no such account')) return;
  if (account.kind !== 'DEPOSIT_TERM' || !setups.has(account.id)) return;
  at.expect(linked?.kind !== 'DEPOSIT_TERM', 'linkedAccountId', 'a term deposit cannot take a principal');
  const matures = isDay(account.maturityDate) && isInHorizon(account.maturityDate, horizonOf(problem));
  at.expect(
    !matures || setups.has(id),
    'linkedAccountId',
    'takes no part in the quarter the deposit matures in',
  );
}
