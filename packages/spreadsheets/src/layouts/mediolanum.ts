import { column, optionalColumn, type Layout } from './layout.js';

export const mediolanum: readonly Layout[] = [
  {
    id: 'mediolanum',
    bank: 'Banca Mediolanum',
    product: 'Movimenti',
    formats: ['CSV'],
    marks: ['controvalori aggiornati al'],
    decimal: 'POINT',
    columns: [
      column('Data Operazione', 'bookingDate'),
      column('Data valuta', 'valueDate'),
      column('Causale', 'text'),
      column('Descrizione', 'text'),
      column('Uscite', 'out'),
      column('Entrate', 'in'),
      optionalColumn('Tag1', 'ignored'),
      optionalColumn('Tag2', 'ignored'),
      optionalColumn('Tag3', 'ignored'),
      optionalColumn('Tag4', 'ignored'),
    ],
  },
];
