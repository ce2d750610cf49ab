import { column, type Layout } from './layout.js';

export const bancoposta: readonly Layout[] = [
  {
    id: 'bancoposta-csv',
    bank: 'BancoPosta',
    product: 'Conto (csv)',
    formats: ['CSV'],
    columns: [
      column('Data', 'bookingDate'),
      column('Valuta', 'valueDate'),
      column('Addebiti', 'out'),
      column('Accrediti', 'in'),
      column('Descrizione operazioni', 'text'),
    ],
  },
  {
    id: 'bancoposta',
    bank: 'BancoPosta',
    product: 'Conto (xlsx)',
    formats: ['XLSX'],
    columns: [
      column('Data Contabile', 'bookingDate'),
      column('Data Valuta', 'valueDate'),
      column('Addebiti (euro)', 'out'),
      column('Accrediti (euro)', 'in'),
      column('Descrizione operazioni', 'text'),
    ],
  },
  {
    id: 'postepay',
    bank: 'BancoPosta',
    product: 'Postepay',
    formats: ['XLSX'],
    columns: [
      column('Data Contabile', 'bookingDate'),
      column('Data Valuta', 'valueDate'),
      column('Importo (euro)', 'amount'),
      column('Descrizione operazioni', 'text'),
    ],
  },
  {
    id: 'libretto-postale',
    bank: 'BancoPosta',
    product: 'Libretto postale',
    formats: ['XLSX'],
    // Others write the same header; the number of the booklet stands before it.
    marks: ['libretto n.'],
    columns: [
      column('Data Contabile', 'bookingDate'),
      column('Data Valuta', 'valueDate'),
      column('Descrizione', 'text'),
      column('Importo (euro)', 'amount'),
    ],
  },
];
