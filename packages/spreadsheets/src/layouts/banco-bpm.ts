import { column, optionalColumn, type Layout } from './layout.js';

export const bancoBpm: readonly Layout[] = [
  {
    id: 'banco-bpm',
    bank: 'Banco BPM',
    product: 'Movimenti',
    formats: ['CSV'],
    columns: [
      column('Ragione Sociale', 'ignored'),
      column('Data contabile', 'bookingDate'),
      column('Data valuta', 'valueDate'),
      column('Banca', 'ignored'),
      column('Rapporto', 'account'),
      column('Importo', 'amount'),
      column('Divisa', 'currency'),
      column('Descrizione', 'text'),
      column('Categoria/sottocategoria', 'category'),
      optionalColumn('Hashtag', 'ignored'),
    ],
  },
  {
    id: 'banco-bpm-xls',
    bank: 'Banco BPM',
    product: 'Movimenti (xls)',
    formats: ['XLS'],
    columns: [
      column('Data Contabile', 'bookingDate'),
      column('Data Valuta', 'valueDate'),
      column('Importo', 'amount'),
      column('Divisa', 'currency'),
      column('Causale / Descrizione', 'text'),
      column('Canale', 'ignored'),
    ],
  },
];

/** Another export of the same bank: it drops the signs, so its rows mean nothing. */
export const UNSIGNED_EXPORT_NAMES: readonly string[] = ['elencoentrateuscite'];
