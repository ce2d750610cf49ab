import { column, type Layout } from './layout.js';

export const satispay: readonly Layout[] = [
  {
    id: 'satispay',
    bank: 'Satispay',
    product: 'Movimenti (csv)',
    formats: ['CSV'],
    // What is refused or cancelled stays in the file.
    bookedWords: ['APPROVED'],
    columns: [
      column('id', 'ignored'),
      column('name', 'text'),
      column('state', 'status'),
      column('kind', 'category'),
      column('date', 'bookingDate'),
      column('amount', 'amount'),
      column('currency', 'currency'),
      column('extra info', 'text'),
    ],
  },
];
