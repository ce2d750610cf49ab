import { column, type Layout } from './layout.js';

export const bper: readonly Layout[] = [
  {
    id: 'bper',
    bank: 'BPER',
    product: 'Movimenti',
    formats: ['XLS'],
    marks: ['numero movimenti'],
    columns: [
      column('Data operazione', 'bookingDate'),
      column('Data valuta', 'valueDate'),
      column('Descrizione', 'text'),
      column('Entrate', 'in'),
      column('Uscite', 'out'),
      column('Categoria', 'category'),
      column('Stato', 'status'),
    ],
  },
];
