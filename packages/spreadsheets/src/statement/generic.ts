import { amountOfCell } from '../cells/amount.js';
import { isCurrencyCode } from '../cells/currency.js';
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
    'causale / descrizione operazione',
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
  tax: ['tax', 'tasse', 'imposte', 'ritenuta', 'ritenute'],
  account: ['conto', 'conto o carta', 'rapporto', 'account'],
};

const withoutUnit = (text: string): string =>
  text
    .replaceAll(/\s*\(\s*(€|eur|euro|in euro)\s*\)/g, '')
    // Another currency is refused by name later; the column is an amount's all the same.
    .replace(/\s*[([]([a-z]{3})[)\]]$/, (all, code: string) =>
      isCurrencyCode(code.toUpperCase()) ? '' : all,
    )
    .trim();

/** Headings that describe, whatever else they say. */
const DESCRIBES =
  /\b(descrizione|causale|dettagli[oi]?|description|merchant|esercente|beneficiario|ordinante|controparte|payee|nome|name|memo|note)\b/;

/** Words with two meanings: what stands under them decides. Elsewhere one fitting cell is enough. */
const AMBIGUOUS = new Set([
  'valuta',
  'operazione',
  'movimento',
  'valore',
  'euro',
  'eur',
  'conto',
  'date',
  'giorno',
]);
const CLEAR_SHARE = 0.7;

type Content = 'DAYS' | 'AMOUNTS' | 'CODES';

/** Which part of a column's filled cells reads as days, amounts or currency codes. */
interface ColumnContent {
  readonly filled: number;
  readonly shares: Readonly<Record<Content, number>>;
}

function contentOf(cells: readonly (Cell | undefined)[], date1904: boolean): ColumnContent {
  const filled = cells.filter((cell) => !isBlank(cell));
  const share = (test: (cell: Cell | undefined) => boolean): number =>
    filled.length === 0 ? 0 : filled.filter(test).length / filled.length;
  return {
    filled: filled.length,
    shares: {
      DAYS: share((cell) => dayOfCell(cell, 'DMY', date1904) !== undefined),
      CODES: share((cell) => isCurrencyCode(textOf(cell))),
      AMOUNTS: share((cell) => ['cents', 'ambiguous', 'currency'].includes(amountOfCell(cell, 'AUTO').kind)),
    },
  };
}

/** What a role's column has to hold; a role without an entry takes texts. */
const WANTED: Partial<Record<SingleRole | 'text', Content>> = {
  bookingDate: 'DAYS',
  valueDate: 'DAYS',
  amount: 'AMOUNTS',
  in: 'AMOUNTS',
  out: 'AMOUNTS',
  balance: 'AMOUNTS',
  fee: 'AMOUNTS',
  tax: 'AMOUNTS',
  currency: 'CODES',
};
/** Columns that may be empty from top to bottom. */
const MAY_BE_EMPTY = new Set<SingleRole | 'text'>(['valueDate', 'in', 'out', 'fee', 'tax', 'currency']);

const NO_CONTENT: ColumnContent = { filled: 0, shares: { DAYS: 0, AMOUNTS: 0, CODES: 0 } };

function fits(role: SingleRole | 'text', word: string, { filled, shares }: ColumnContent): boolean {
  const wanted = WANTED[role];
  if (wanted === undefined) {
    return !AMBIGUOUS.has(word) || Math.max(shares.DAYS, shares.AMOUNTS) < CLEAR_SHARE;
  }
  if (filled === 0) return MAY_BE_EMPTY.has(role) && !AMBIGUOUS.has(word);
  return AMBIGUOUS.has(word) ? shares[wanted] >= CLEAR_SHARE : shares[wanted] > 0;
}

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
        (name, i) => name === word && !used.has(i) && fits(role, word, contents[i] ?? NO_CONTENT),
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
  names.forEach((name, index) => {
    const { filled, shares } = contents[index] ?? NO_CONTENT;
    if (used.has(index)) return;
    if (roles.currency === undefined && filled > 0 && shares.CODES >= CLEAR_SHARE) {
      roles.currency = index;
      used.add(index);
    } else if (
      text.length < 8 &&
      DESCRIBES.test(name) &&
      Math.max(shares.DAYS, shares.AMOUNTS) < CLEAR_SHARE
    ) {
      text.push(index);
      used.add(index);
    }
  });
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
