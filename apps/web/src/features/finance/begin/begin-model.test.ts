import { recurrenceOfRrule } from '@fibado/planning';
import {
  accountBody,
  accountIssues,
  bankBody,
  inSavingOrder,
  itemRule,
  linkedOf,
  newAccountDraft,
  NEW_ITEMS,
} from './begin-model';
import { accountOfFile } from './use-statement';

const TODAY = '2026-11-22';
const current = { ...newAccountDraft('ING', 'CURRENT', 'Conto ING'), balanceCents: 100 };
const deposit = { ...newAccountDraft('ING', 'DEPOSIT_FREE', 'Deposito ING'), balanceCents: 0, ratePct: 3 };
const term = { ...newAccountDraft('Fineco', 'DEPOSIT_TERM', 'Vincolato'), balanceCents: 0 };

describe('the guided start', () => {
  it('links a deposit to a current account of its bank, a term deposit to any', () => {
    const all = [deposit, term, current];
    expect(linkedOf(deposit, all)).toBe(current);
    expect(linkedOf(term, all)).toBe(current);
    expect(linkedOf({ ...deposit, bank: 'Altra' }, all)).toBeUndefined();
    expect(linkedOf(current, all)).toBeUndefined();
    expect(inSavingOrder(all)[0]).toBe(current);
  });

  it('says what an account lacks', () => {
    expect(accountIssues({ ...current, balanceCents: null, iban: 'IT00' }, [current])).toEqual({
      balanceCents: 'BALANCE',
      iban: 'IBAN',
    });
    for (const ratePct of [-0.5, 150])
      expect(accountIssues({ ...current, ratePct }, [current])).toEqual({ ratePct: 'RATE' });
    expect(accountIssues(term, [term])).toEqual({ maturityDate: 'MATURITY', kind: 'NO_CURRENT' });
    expect(accountIssues({ ...deposit, name: 'Conto ING ' }, [deposit, current])).toEqual({
      name: 'NAME_TAKEN',
    });
  });

  it('takes an unknown duty practice as actual days, and fills the rest of an account in by its kind', () => {
    expect(bankBody({ name: 'Banca', guaranteeScheme: 'FITD' })).toEqual({
      name: 'Banca',
      guaranteeScheme: 'FITD',
      stampDutyMethod: 'ACTUAL_DAYS',
      instant: { send: true, receive: true, from: '2025-10-09' },
    });
    expect(
      accountBody(deposit, { bankId: 'b', accountGroupId: 'g', linkedAccountId: 'c' }, TODAY),
    ).toMatchObject({
      kind: 'DEPOSIT_FREE',
      dutyRegime: 'PROPORTIONAL',
      linkedAccountId: 'c',
      statementPeriod: 'YEARLY',
      interestCredit: 'YEARLY',
      rates: [{ from: '2026-01-01', tiers: [{ upToCents: null, ratePct: 3 }] }],
    });
  });

  it('takes the periods of the kind unless others are given', () => {
    const refs = { bankId: 'b', accountGroupId: 'g' };
    expect(accountBody(current, refs, TODAY)).toMatchObject({
      statementPeriod: 'QUARTERLY',
      interestCredit: 'YEARLY',
    });
    const periods = { statementPeriod: 'MONTHLY', interestCredit: 'MONTHLY' } as const;
    expect(accountBody({ ...current, periods }, refs, TODAY)).toMatchObject(periods);
  });

  it('makes of an item a rule that counts from tomorrow', () => {
    const [salary] = NEW_ITEMS;
    if (!salary) throw new Error('no items');
    const rule = itemRule({ ...salary, amountCents: 210_000 }, 'a', 'Stipendio', TODAY);
    expect(rule).toMatchObject({ kind: 'INCOME', from: '2026-11-23', onNonBusinessDay: 'BEFORE' });
    expect(recurrenceOfRrule(rule.rule, 'BEFORE')).toMatchObject({ everyMonths: 1, dayOfMonth: 27 });
  });

  it('knows whose file it is by the IBAN, else by its bank where only one account can be meant', () => {
    const iban = 'IT12X0347511101000000123456';
    const other = newAccountDraft('FinecoBank', 'CURRENT', 'Conto Fineco');
    expect(accountOfFile([iban], [other, current])).toBe(current);
    expect(accountOfFile([iban], [other, current, deposit])).toBeUndefined();
    const known = { ...deposit, iban: 'IT12 X034 7511 1010 0000 0123 456' };
    expect(accountOfFile([iban], [other, current, known])).toBe(known);
    expect(accountOfFile([], [other])).toBeUndefined();
  });
});
