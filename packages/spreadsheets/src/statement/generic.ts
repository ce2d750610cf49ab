import { amountOfCell } from '../cells/amount.js';
import { dayOfCell } from '../cells/date.js';
import { isBlank, textOf } from '../cells/text.js';
import type { Cell, ColumnMapping, ColumnRoles, Sheet } from '../types.js';
import type { HeaderCandidate } from './header.js';

const SAMPLE_ROWS = 30;

type SingleRole = Exclude<keyof ColumnRoles, 'text'>;

/** Words of headers by role; within a role the earlier one is the better name. Units in brackets are taken off. */
const SYNONYMS: Readonly<Record<SingleRole | 'text', readonly string[]>> = {
  bookingDate: [
    'data contabile',
    'data cont.',
    'data contab.',
    'data contabilizzazione',
    'data registrazione',
    'data reg.',
    'booking date',
    'data operazione',
    'data oper.',
    'data operaz.',
    'data op.',
    'data movimento',
    'data mov.',
    'data',
    'date',
    'transaction date',
    'giorno',
    'operazione',
  ],
  valueDate: ['data valuta', 'data val.', 'valuta', 'value date', 'valore'],
  amount: ['importo', 'importo in euro', 'importo euro', 'importo eur', 'ammontare', 'amount', 'euro', 'eur'],
  in: [
    'entrate',
    'entrata',
    'accrediti',
    'accredito',
    'avere',
    'credito',
    'crediti',
    'importo avere',
    'credit',
    'money in',
  ],
  out: [
    'uscite',
    'uscita',
    'addebiti',
    'addebito',
    'dare',
    'debito',
    'debiti',
    'importo dare',
    'debit',
    'money out',
  ],
  text: [
    'descrizione',
    'descrizione operazione',
    'descrizione operazioni',
    'descrizione movimento',
    'descrizione estesa',
    'descrizione completa',
    'causale / descrizione',
    'causale',
    'dettagli',
    'dettaglio',
    'movimento',
    'operazione',
    'tipologia',
    'tipologia operazione',
    'tipo operazione',
    'description',
    'details',
    'payee',
    'reference',
  ],
  status: ['stato', 'stato operazione', 'contabilizzazione', 'state', 'status'],
  currency: ['divisa', 'valuta', 'currency'],
  category: ['categoria', 'category'],
  balance: ['saldo', 'saldo contabile', 'saldo progressivo', 'disponibile', 'balance'],
  fee: ['commissione', 'commissioni', 'fee'],
  account: ['conto', 'conto o carta', 'rapporto', 'account'],
};

const withoutUnit = (text: string): string => text.replaceAll(/\s*\((€|eur|euro|in euro)\)/g, '').trim();

/** What the cells under a header hold, mostly. */
type Content = 'DAYS' | 'AMOUNTS' | 'CODES' | 'TEXTS' | 'NOTHING';

function contentOf(cells: readonly (Cell | undefined)[], date1904: boolean): Content {
  const filled = cells.filter((cell) => !isBlank(cell));
  if (filled.length === 0) return 'NOTHING';
  const most = (test: (cell: Cell | undefined) => boolean): boolean =>
    filled.filter(test).length * 10 >= filled.length * 7;
  if (most((cell) => dayOfCell(cell, 'DMY', date1904) !== undefined)) return 'DAYS';
  if (most((cell) => /^[A-Z]{3}$/.test(textOf(cell)))) return 'CODES';
  if (most((cell) => ['cents', 'ambiguous'].includes(amountOfCell(cell, 'AUTO').kind))) return 'AMOUNTS';
  return 'TEXTS';
}

/** What a role's column has to hold, so that a word with two meanings finds its own. */
const FITTING: Readonly<Record<SingleRole | 'text', readonly Content[]>> = {
  bookingDate: ['DAYS'],
  valueDate: ['DAYS'],
  amount: ['AMOUNTS'],
  in: ['AMOUNTS', 'NOTHING'],
  out: ['AMOUNTS', 'NOTHING'],
  text: ['TEXTS', 'CODES', 'NOTHING'],
  status: ['TEXTS', 'CODES', 'NOTHING'],
  currency: ['CODES'],
  category: ['TEXTS', 'CODES', 'NOTHING'],
  balance: ['AMOUNTS'],
  fee: ['AMOUNTS', 'NOTHING'],
  account: ['TEXTS'],
};

const SINGLE_ROLES = (Object.keys(SYNONYMS) as (SingleRole | 'text')[]).filter(
  (role): role is SingleRole => role !== 'text',
);

export interface Guess {
  readonly mapping: ColumnMapping;
  /** 0 to 0.6: below every layout that is known. */
  readonly score: number;
}

/** Columns by the words of the header and what stands under them; undefined without a day and an amount. */
export function guessMapping(
  sheet: Sheet,
  sheetIndex: number,
  header: HeaderCandidate,
  date1904: boolean,
): Guess | undefined {
  const sample = sheet.rows.slice(header.headerRow, header.headerRow + SAMPLE_ROWS);
  const contents = header.texts.map((_, column) =>
    contentOf(
      sample.map((row) => row[column]),
      date1904,
    ),
  );
  const names = header.texts.map(withoutUnit);
  const used = new Set<number>();
  const find = (role: SingleRole | 'text'): number | undefined => {
    for (const word of SYNONYMS[role]) {
      const index = names.findIndex(
        (name, i) => name === word && !used.has(i) && FITTING[role].includes(contents[i] ?? 'NOTHING'),
      );
      if (index >= 0) {
        used.add(index);
        return index;
      }
    }
    return undefined;
  };

  const roles: Partial<Record<SingleRole, number>> = {};
  for (const role of SINGLE_ROLES) {
    const index = find(role);
    if (index !== undefined) roles[role] = index;
  }
  const text: number[] = [];
  for (let index = find('text'); index !== undefined && text.length < 8; index = find('text'))
    text.push(index);
  const hasSides = roles.in !== undefined || roles.out !== undefined;
  if (roles.bookingDate === undefined || (roles.amount === undefined && !hasSides)) return undefined;
  if (roles.amount !== undefined) {
    delete roles.in;
    delete roles.out;
  }
  const score = 0.35 + (text.length > 0 ? 0.15 : 0) + (roles.valueDate === undefined ? 0 : 0.1);
  return {
    score: Math.round(score * 1000) / 1000,
    mapping: {
      sheet: sheetIndex,
      headerRow: header.headerRow,
      headerTexts: header.texts.map((t) => t.slice(0, 200)),
      columns: { ...roles, bookingDate: roles.bookingDate, text: text.sort((a, b) => a - b) },
      dateOrder: 'DMY',
      decimal: 'AUTO',
      invertSign: false,
      bookedWords: [],
    },
  };
}
