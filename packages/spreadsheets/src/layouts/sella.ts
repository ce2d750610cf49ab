import { column, optionalColumn, type Layout } from './layout.js';

export const sella: readonly Layout[] = [
  {
    id: 'sella',
    bank: 'Banca Sella',
    product: 'Movimenti (2026)',
    formats: ['CSV'],
    columns: [
      column('Codice identificativo', 'ignored'),
      column('Data operazione', 'bookingDate'),
      column('Data valuta', 'valueDate'),
      column('Descrizione', 'text'),
      column('Divisa', 'currency'),
      column('Debito', 'out'),
      column('Credito', 'in'),
      column('Categoria', 'category'),
      optionalColumn('Sottocategoria', 'ignored'),
      optionalColumn('Etichette', 'ignored'),
      optionalColumn('Note', 'ignored'),
    ],
  },
  {
    id: 'sella-2019',
    bank: 'Banca Sella',
    product: 'Movimenti (2019)',
    formats: ['CSV', 'XLS'],
    columns: [
      column('Codice identificativo', 'ignored'),
      column('Data Contabile', 'bookingDate'),
      column('Data valuta', 'valueDate'),
      column('Descrizione', 'text'),
      column('Divisa', 'currency'),
      column('Importo', 'amount'),
    ],
  },
];
