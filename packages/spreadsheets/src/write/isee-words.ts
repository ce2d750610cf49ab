import type { FigureOrigin, IseeBasis } from '@fibado/planning';
import type { Language } from './words.js';

interface IseeWords {
  readonly origins: Readonly<Record<FigureOrigin, string>>;
  readonly bases: Readonly<Record<IseeBasis, string>>;
  readonly [word: string]: string | Readonly<Record<string, string>>;
}

/** The words of the ISEE dossier as a workbook. */
export const ISEE_WORDS = {
  it: {
    accounts: 'FC2 sezione I',
    assets: 'FC2 sezione II',
    totals: 'Totali',
    rules: 'Regole',
    person: 'Persona',
    type: 'Tipo',
    identifier: 'Identificativo',
    operator: 'Operatore',
    account: 'Conto',
    description: 'Descrizione',
    share: 'Quota',
    balanceOn: 'Saldo al 31/12/',
    averageOf: 'Giacenza media ',
    over: 'diviso',
    balanceFrom: 'Saldo: origine',
    averageFrom: 'Giacenza: origine',
    exempt: 'Esente',
    missingDays: 'Giorni senza dati',
    value: 'Valore al 31/12/',
    balances: 'Somma dei saldi',
    averages: 'Somma delle giacenze',
    purchases: 'Acquisti netti',
    basis: 'Conta',
    others: 'Altre attività',
    counted: 'Patrimonio mobiliare',
    household: 'Nucleo',
    allowance: 'Franchigia',
    aboveAllowance: 'Oltre la franchigia',
    missing: 'manca',
    rule: 'Regola',
    source: 'Fonte',
    declaration: 'DSU',
    ruleSum:
      'Si confrontano, per persona, la somma dei saldi e la somma delle giacenze medie: conta la maggiore.',
    ruleAverage:
      'Giacenza media: somma dei soli saldi giornalieri positivi per valuta, divisa per i giorni indicati.',
    ruleExempt:
      'Esenti fino a 50.000 € per nucleo titoli di Stato, buoni fruttiferi e libretti postali: prima il dichiarante, poi gli altri per età decrescente.',
    origins: { BALANCES: 'dai movimenti', TYPED: 'scritto dalla carta della banca', MISSING: 'manca' },
    bases: {
      BALANCE: 'il saldo',
      AVERAGE: 'la giacenza media',
      BALANCE_AFTER_PURCHASES: 'il saldo, per gli acquisti dell’anno',
    },
  },
  en: {
    accounts: 'FC2 section I',
    assets: 'FC2 section II',
    totals: 'Totals',
    rules: 'Rules',
    person: 'Person',
    type: 'Type',
    identifier: 'Identifier',
    operator: 'Operator',
    account: 'Account',
    description: 'Description',
    share: 'Share',
    balanceOn: 'Balance on 31/12/',
    averageOf: 'Average of ',
    over: 'divided by',
    balanceFrom: 'Balance: origin',
    averageFrom: 'Average: origin',
    exempt: 'Exempt',
    missingDays: 'Days without data',
    value: 'Value on 31/12/',
    balances: 'Sum of balances',
    averages: 'Sum of averages',
    purchases: 'Net purchases',
    basis: 'What counts',
    others: 'Other assets',
    counted: 'Movable assets',
    household: 'Household',
    allowance: 'Allowance',
    aboveAllowance: 'Above the allowance',
    missing: 'missing',
    rule: 'Rule',
    source: 'Source',
    declaration: 'DSU',
    ruleSum: 'For each person the sum of balances is compared with the sum of averages: the larger counts.',
    ruleAverage: 'Average: the sum of the positive daily balances by value date, divided by the days stated.',
    ruleExempt:
      'Exempt up to 50,000 € a household are State securities, postal bonds and postal books: the declarant first, then the others by falling age.',
    origins: { BALANCES: 'from movements', TYPED: 'typed from the bank’s paper', MISSING: 'missing' },
    bases: {
      BALANCE: 'the balance',
      AVERAGE: 'the average',
      BALANCE_AFTER_PURCHASES: 'the balance, for the year’s purchases',
    },
  },
} as const satisfies Record<Language, IseeWords>;
