import { column, type Layout } from './layout.js';

/** The header of this product's own CSV, so that what is exported can be read back. */
export const FIBADO_CSV_HEADER = {
  it: [
    'Conto',
    'Data contabile',
    'Data valuta',
    'Importo (EUR)',
    'Descrizione',
    'Categoria',
    'Tipo',
    'Stato',
    'Conto collegato',
  ],
  en: [
    'Account',
    'Booking date',
    'Value date',
    'Amount (EUR)',
    'Description',
    'Category',
    'Kind',
    'Status',
    'Other account',
  ],
} as const;

const header = (index: number): readonly string[] => [
  FIBADO_CSV_HEADER.it[index] ?? '',
  FIBADO_CSV_HEADER.en[index] ?? '',
];

export const FIBADO_DONE_WORDS = { it: 'Eseguita', en: 'Done' } as const;

export const fibado: readonly Layout[] = [
  {
    id: 'fibado',
    bank: 'Fibado',
    product: 'Operazioni di un trimestre (csv)',
    formats: ['CSV'],
    bookedWords: Object.values(FIBADO_DONE_WORDS),
    columns: [
      column(header(0), 'account'),
      column(header(1), 'bookingDate'),
      column(header(2), 'valueDate'),
      column(header(3), 'amount'),
      column(header(4), 'text'),
      column(header(5), 'category'),
      column(header(6), 'ignored'),
      column(header(7), 'status'),
      column(header(8), 'ignored'),
    ],
  },
];
