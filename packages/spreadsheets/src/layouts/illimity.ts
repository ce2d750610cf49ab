import { column, type Layout } from './layout.js';

export const illimity: readonly Layout[] = [
  {
    id: 'illimity',
    bank: 'illimity',
    product: 'Movimenti',
    formats: ['XLSX'],
    bookedWords: ['Eseguito'],
    columns: [
      column('Data operazione', 'bookingDate'),
      column('Tipologia', 'text'),
      column('Causale', 'text'),
      column('Stato', 'status'),
      column('Entrate', 'in'),
      column('Uscite', 'out'),
      column('Valuta', 'currency'),
      column('Rapporto', 'account'),
    ],
  },
];
