import { column, type Layout } from './layout.js';

export const creditAgricole: readonly Layout[] = [
  {
    id: 'credit-agricole',
    bank: 'Crédit Agricole Italia',
    product: 'Movimenti',
    formats: ['CSV'],
    columns: [
      column('Data Operazione', 'bookingDate'),
      column('Data valuta', 'valueDate'),
      column('CHECK', 'ignored'),
      column('Chiave', 'ignored'),
      column('Causale', 'text'),
      column('Banca', 'ignored'),
      column('Descrizione', 'text'),
      column('Entrate', 'in'),
      column('Uscite', 'out'),
      column('Divisa', 'currency'),
    ],
  },
];
