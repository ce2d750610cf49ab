import { column, type Layout } from './layout.js';

export const mediobancaPremier: readonly Layout[] = [
  {
    id: 'mediobanca-premier',
    bank: 'Mediobanca Premier, CheBanca!',
    product: 'Movimenti',
    formats: ['XLSX'],
    marks: ['saldo contabile', 'periodo'],
    columns: [
      column('Data contabile', 'bookingDate'),
      column('Data valuta', 'valueDate'),
      column('Tipologia', 'text'),
      column('Entrate', 'in'),
      column('Uscite', 'out'),
      column('Divisa', 'currency'),
    ],
  },
];
