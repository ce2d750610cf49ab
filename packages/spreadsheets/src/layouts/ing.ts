import { column, type Layout } from './layout.js';

export const ing: readonly Layout[] = [
  {
    id: 'ing',
    bank: 'ING',
    product: 'Conto (xlsx)',
    formats: ['XLSX'],
    marks: ['elenco movimenti conto corrente'],
    columns: [
      // Both are days here.
      column('Operazione', 'bookingDate'),
      column('Valuta', 'valueDate'),
      column('Tipologia Operazione', 'text'),
      column('Descrizione', 'text'),
      column('Uscite', 'out'),
      column('Entrate', 'in'),
    ],
  },
  {
    id: 'ing-csv',
    bank: 'ING',
    alsoOf: ['Banca Mediolanum'],
    product: 'Conto (csv)',
    formats: ['CSV'],
    columns: [
      column('DATA CONTABILE', 'bookingDate'),
      column('DATA VALUTA', 'valueDate'),
      column('USCITE', 'out'),
      column('ENTRATE', 'in'),
      column('CAUSALE', 'text'),
      column('DESCRIZIONE OPERAZIONE', 'text'),
    ],
  },
  {
    id: 'ing-card',
    bank: 'ING',
    product: 'Carta (csv)',
    isCard: true,
    formats: ['CSV'],
    columns: [
      column('DATA OPERAZIONE', 'valueDate'),
      column('DATA REGISTRAZIONE', 'bookingDate'),
      column('DESCRIZIONE OPERAZIONE', 'text'),
      column('IMPORTO IN EURO', 'amount'),
    ],
  },
];
