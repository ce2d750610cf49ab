import { column, optionalColumn, type Layout } from './layout.js';

export const bbva: readonly Layout[] = [
  {
    id: 'bbva',
    bank: 'BBVA Italia',
    product: 'Movimenti',
    formats: ['XLSX'],
    columns: [
      column('Data valuta', 'valueDate'),
      column('Data', 'bookingDate'),
      column('Parola chiave', 'text'),
      column('Movimento', 'text'),
      column('Importo', 'amount'),
      // Twice the same word, twice the currency: of the amount and of the balance.
      column('Valuta', 'currency'),
      column('Disponibile', 'balance'),
      column('Valuta', 'ignored'),
      optionalColumn('Osservazioni', 'text'),
    ],
  },
];
