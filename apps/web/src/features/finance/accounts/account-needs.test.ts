import type { SaveAccount } from '@fibado/contracts';
import { ACCOUNT_KINDS, kindDefaults, newAccount } from './account-model';
import { hasPaymentTerms, neededOf, TERMS_SECTIONS, unusualIn } from './account-needs';

const usual = (kind: SaveAccount['kind']): SaveAccount => ({
  ...newAccount('bank', 'group', '2027-03-04'),
  ...kindDefaults(kind),
  kind,
});

describe('what an account’s form has to show', () => {
  it.each(ACCOUNT_KINDS)('is nothing unusual of a new account: %s', (kind) => {
    expect(unusualIn(usual(kind))).toEqual([]);
    expect(TERMS_SECTIONS).toEqual(expect.arrayContaining([...neededOf(kind)]));
  });

  it.each([
    [
      'RATES',
      { rates: [{ from: '2027-01-01', tiers: [{ upToCents: null, ratePct: 2 }], tierMode: 'MARGINAL' }] },
    ],
    ['FEES', { monthlyFeeCents: 200 }],
    ['FEES', { instantFeeCents: 0 }],
    ['DATES', { linkedAccountId: 'other' }],
    ['DATES', { active: false }],
    ['PERIODS', { withholdingPct: 12.5 }],
    ['PERIODS', { statementPeriod: 'MONTHLY' }],
    ['DUTY', { dutyRegime: 'NONE' }],
    ['DUTY', { dutyPaidByBank: true }],
    ['LIMITS', { minBalanceCents: 10_000 }],
    ['LIMITS', { canSend: false }],
  ] satisfies (readonly [string, Partial<SaveAccount>])[])(
    'is %s where it says otherwise: %j',
    (section, patch) => {
      expect(unusualIn({ ...usual('CURRENT'), ...patch })).toEqual([section]);
    },
  );

  it('is no limit, hour or name of a bank for cash, but for one that was said', () => {
    expect(ACCOUNT_KINDS.filter((kind) => !hasPaymentTerms(usual(kind)))).toEqual(['CASH']);
    expect(hasPaymentTerms({ ...usual('CASH'), dailyLimitCents: 50_000 })).toBe(true);
  });

  it('is the periods of an account that names none and whose kind is usually settled by the year', () => {
    const { statementPeriod: _period, interestCredit: _credit, ...unsaid } = usual('DEPOSIT_FREE');
    expect(unusualIn(unsaid)).toEqual(['PERIODS']);
  });

  it('takes the link of a deposit for granted, and nothing of a term deposit that became a current account', () => {
    expect(unusualIn({ ...usual('DEPOSIT_TERM'), linkedAccountId: 'other' })).toEqual([]);
    const changed = { ...usual('DEPOSIT_TERM'), ...kindDefaults('CURRENT'), kind: 'CURRENT' as const };
    expect(unusualIn(changed)).toEqual([]);
  });
});
