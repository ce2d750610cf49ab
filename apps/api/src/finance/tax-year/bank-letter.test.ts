import type { Account, ReconciledFigure } from '@fibado/planning';
import { bankLetter } from './bank-letter.js';

const figure = (name: 'WITHHOLDING' | 'STAMP_DUTY'): ReconciledFigure => ({
  figure: name,
  origin: 'TYPED',
  bankCents: 2600,
  lawCents: 0,
  differenceCents: 2600,
  comparedPeriods: 0,
  periods: [],
  verdict: 'ERROR',
  explanations: [],
});

const letterOf = (iban: string): string | undefined =>
  bankLetter(
    { bankName: 'Banca Alfa', holders: ['Anna Rossi'] },
    {
      year: 2026,
      today: '2027-01-15',
      account: { iban, dutyRegime: 'FIXED', dutyPaidByBank: false } as Account,
      figures: [figure('WITHHOLDING'), figure('STAMP_DUTY')],
    },
  );

it('cites withholding and stamp duty to an Italian bank, and to a foreign one why it owes neither', () => {
  const italian = letterOf('IT60X0542811101000000123456');
  expect(italian).toContain('D.P.R. 29 settembre 1973, n. 600');
  expect(italian).toContain('D.P.R. 26 ottobre 1972, n. 642');
  const foreign = letterOf('LT601010012345678901');
  expect(foreign).not.toContain('n. 600');
  expect(foreign).not.toContain('n. 642');
  expect(foreign).toContain('senza ritenuta italiana');
  expect(foreign).toContain('IVAFE');
});
