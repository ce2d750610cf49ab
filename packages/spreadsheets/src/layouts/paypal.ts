import { column, optionalColumn, type Layout } from './layout.js';

/** Both state the amount without and with the fee: what moved is the latter. */
export const paypal: readonly Layout[] = [
  {
    id: 'paypal',
    bank: 'PayPal',
    product: 'Estratto conto (csv)',
    formats: ['CSV'],
    columns: [
      column('Data', 'bookingDate'),
      column(['Ora', 'Orario'], 'ignored'),
      column('Fuso orario', 'ignored'),
      column('Descrizione', 'text'),
      column('Valuta', 'currency'),
      column('Lordo', 'ignored'),
      column('Tariffa', 'ignored'),
      column('Netto', 'amount'),
      column('Saldo', 'balance'),
      optionalColumn('Codice transazione', 'ignored'),
      optionalColumn('Indirizzo email mittente', 'ignored'),
      optionalColumn('Nome', 'text'),
    ],
  },
  {
    id: 'paypal-activity',
    bank: 'PayPal',
    product: 'Attività (csv)',
    formats: ['CSV'],
    bookedWords: ['Completata', 'Completato'],
    columns: [
      column('Data', 'bookingDate'),
      column(['Orario', 'Ora'], 'ignored'),
      column('Fuso orario', 'ignored'),
      column('Nome', 'text'),
      column('Tipo', 'text'),
      column('Stato', 'status'),
      column('Valuta', 'currency'),
      column('Lordo', 'ignored'),
      column('Tariffa', 'ignored'),
      column('Netto', 'amount'),
      optionalColumn('Indirizzo email mittente', 'ignored'),
      optionalColumn('Indirizzo email destinatario', 'ignored'),
      optionalColumn('Codice transazione', 'ignored'),
    ],
  },
];
