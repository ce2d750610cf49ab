import { column, optionalColumn, type Layout } from './layout.js';

export const hype: readonly Layout[] = [
  {
    id: 'hype',
    bank: 'Hype',
    product: 'Movimenti (csv)',
    formats: ['CSV'],
    columns: [
      column('Data operazione', 'bookingDate'),
      optionalColumn('Data contabile', 'ignored'),
      optionalColumn('Iban', 'ignored'),
      optionalColumn('Tipologia', 'ignored'),
      column('Nome', 'text'),
      column('Descrizione', 'text'),
      column(['Importo ( € )', 'Importo (€)'], 'amount'),
    ],
  },
];
