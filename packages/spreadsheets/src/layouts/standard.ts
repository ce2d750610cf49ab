import { standardHeader } from '../standard/statement.js';
import { column, type Layout } from './layout.js';

/** A format whose fields a standard fixes; its reader brings them to one table. */
function standard(header: string, id: string, bank: string, product: string, isCard = false): Layout {
  const [account = '', booking = '', value = '', amount = '', currency = '', text = '', status = ''] =
    standardHeader(header);
  return {
    id,
    bank,
    product,
    isCard,
    formats: [header.split(' ')[0] as Layout['formats'][number]],
    dateOrder: 'YMD',
    decimal: 'POINT',
    bookedWords: ['BOOKED'],
    columns: [
      column(account, 'account'),
      column(booking, 'bookingDate'),
      column(value, 'valueDate'),
      column(amount, 'amount'),
      column(currency, 'currency'),
      column(text, 'text'),
      column(status, 'status'),
    ],
  };
}

export const standardFormats: readonly Layout[] = [
  standard('CAMT', 'camt', 'ISO 20022', 'CAMT.053 e CAMT.052'),
  standard('MT940', 'mt940', 'SWIFT', 'MT940 e MT942'),
  standard('OFX', 'ofx', 'OFX', 'OFX 1 e 2'),
  standard('QIF', 'qif', 'Quicken', 'QIF'),
  standard('QIF card', 'qif-card', 'Quicken', 'QIF di una carta', true),
  standard('CBI', 'cbi', 'CBI', 'Rendicontazione (RH)'),
];
