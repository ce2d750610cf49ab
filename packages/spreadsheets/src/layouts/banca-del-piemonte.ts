import { column, type Layout } from './layout.js';

export const bancaDelPiemonte: readonly Layout[] = [
  {
    id: 'banca-del-piemonte',
    bank: 'Banca del Piemonte',
    product: 'Movimenti',
    formats: ['CSV'],
    columns: [
      column('Data contabile', 'bookingDate'),
      column('Data Valuta', 'valueDate'),
      // The bank's books: what it gives is the customer's money out.
      column('Dare', 'out'),
      column('Avere', 'in'),
      column('Divisa', 'currency'),
      column('Causale', 'text'),
      column('Descrizione', 'text'),
    ],
  },
];
