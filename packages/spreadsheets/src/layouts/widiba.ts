import { column, type Layout } from './layout.js';

export const widiba: readonly Layout[] = [
  {
    id: 'widiba',
    bank: 'Widiba',
    product: 'Movimenti',
    formats: ['XLSX'],
    columns: [
      column('DATA CONT.', 'bookingDate'),
      column('DATA VAL.', 'valueDate'),
      column('CAUSALE', 'text'),
      column('DESCRIZIONE', 'text'),
      column(['IMPORTO (€)', 'IMPORTO (€)(€)'], 'amount'),
    ],
  },
];
