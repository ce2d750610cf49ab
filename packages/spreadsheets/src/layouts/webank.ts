import { column, type Layout } from './layout.js';

export const webank: readonly Layout[] = [
  {
    id: 'webank',
    bank: 'Webank',
    product: 'Movimenti conto',
    formats: ['HTML'],
    columns: [
      column('Data Contabile', 'bookingDate'),
      column('Causale / Descrizione', 'text'),
      column('Importo', 'amount'),
    ],
  },
];
