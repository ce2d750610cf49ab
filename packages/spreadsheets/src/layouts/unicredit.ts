import { column, type Layout } from './layout.js';

export const unicredit: readonly Layout[] = [
  {
    id: 'unicredit',
    bank: 'UniCredit',
    product: 'Movimenti (csv)',
    formats: ['CSV'],
    columns: [
      column('Data Registrazione', 'bookingDate'),
      column('Data valuta', 'valueDate'),
      column('Descrizione', 'text'),
      column('Importo (EUR)', 'amount'),
    ],
  },
  {
    id: 'unicredit-two-rows',
    bank: 'UniCredit',
    product: 'Movimenti (intestazione su due righe)',
    formats: ['XLS', 'CSV'],
    marks: ['rapporto it'],
    // The header's two rows joined.
    columns: [
      column('Data Operaz.', 'bookingDate'),
      column('Valuta', 'valueDate'),
      column('Descrizione', 'text'),
      column('EUR', 'amount'),
      column('Caus.', 'ignored'),
    ],
  },
];
