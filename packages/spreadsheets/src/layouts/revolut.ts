import { column, type Layout } from './layout.js';

export const revolut: readonly Layout[] = [
  {
    id: 'revolut',
    bank: 'Revolut',
    product: 'Estratto conto',
    formats: ['CSV'],
    dateOrder: 'YMD',
    decimal: 'POINT',
    bookedWords: ['COMPLETED', 'COMPLETATO', 'COMPLETATA'],
    columns: [
      column(['Type', 'Tipo'], 'ignored'),
      column(['Product', 'Prodotto'], 'account'),
      column(['Started Date', 'Data di inizio'], 'ignored'),
      column(['Completed Date', 'Data di completamento'], 'bookingDate'),
      column(['Description', 'Descrizione'], 'text'),
      column(['Amount', 'Importo'], 'amount'),
      column(['Fee', 'Costo', 'Commissione'], 'fee'),
      column(['Currency', 'Valuta'], 'currency'),
      column(['State', 'Stato'], 'status'),
      column(['Balance', 'Saldo'], 'balance'),
    ],
  },
];
