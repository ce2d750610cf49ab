import { aTransferOperation, accountId } from '@fibado/planning/testing';
import { transfersCalendar } from './transfers-calendar.js';

describe('the calendar of transfers', () => {
  const accounts = [
    { id: accountId(1), name: 'Conto' },
    { id: accountId(2), name: 'Deposito', payeeName: 'ROSSI ANNA' },
  ];
  const transfer = (number: number, amountCents: number, date = '2027-05-10') => ({
    ...aTransferOperation(number, 1, 2, date, amountCents, { speed: 'INSTANT' }),
    version: 1,
  });
  /** Long lines are folded. */
  const written = (...transfers: ReturnType<typeof transfer>[]) =>
    transfersCalendar(transfers, accounts, {
      language: 'it',
      daysBefore: 1,
      now: new Date('2027-05-01T00:00:00Z'),
    }).replaceAll(/\r\n[ \t]/g, '');

  it('says of each piece of an amount which one it is, how it is sent and to whom', () => {
    const text = written(transfer(1, 500_000), transfer(2, 200_000), transfer(3, 100_000, '2027-05-11'));
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(3);
    expect(text).toMatch(/Bonifico 1 di 2: in tutto 7000\\,00\s€/);
    expect(text).toMatch(/Bonifico 2 di 2: in tutto 7000\\,00\s€/);
    expect(text).not.toContain('1 di 1');
    expect(text.match(/Bonifico istantaneo \d/g)).toHaveLength(3);
    expect(text).toContain('Beneficiario: ROSSI ANNA');
  });
});
