import { column, type Layout } from './layout.js';

export const intesaSanpaolo: readonly Layout[] = [
  {
    id: 'intesa-sanpaolo',
    bank: 'Intesa Sanpaolo, isybank',
    product: 'Lista Operazione',
    formats: ['XLSX'],
    marks: ['lista operazione', 'conti e carte', 'i movimenti selezionati sono'],
    columns: [
      column('Data', 'bookingDate'),
      column('Operazione', 'text'),
      column('Dettagli', 'text'),
      column('Conto o carta', 'account'),
      column('Contabilizzazione', 'status'),
      column('Categoria', 'category'),
      // The currency, although elsewhere the word is the value date.
      column('Valuta', 'currency'),
      column('Importo', 'amount'),
    ],
  },
  {
    id: 'intesa-sanpaolo-old',
    bank: 'Intesa Sanpaolo',
    product: 'Lista Movimenti',
    formats: ['XLSX', 'XLS'],
    marks: ['lista movimenti'],
    columns: [
      column('Data contabile', 'bookingDate'),
      column('Data valuta', 'valueDate'),
      column('Descrizione', 'text'),
      column('Accrediti', 'in'),
      column('Addebiti', 'out'),
      column('Descrizione estesa', 'text'),
      column('Effettuata tramite', 'ignored'),
    ],
  },
];
