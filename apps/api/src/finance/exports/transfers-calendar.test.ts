import { aTransferOperation, accountId } from '@fibado/planning/testing';
import type { Lot, TermOffer } from '@fibado/contracts';
import { type CalendarContent, householdCalendar } from './transfers-calendar.js';

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
  const calendarOf = (content: Partial<CalendarContent>) =>
    householdCalendar(
      { transfers: [], accounts, lots: [], goals: [], ...content },
      { language: 'it', daysBefore: 1, now: new Date('2027-05-01T00:00:00Z') },
    ).replaceAll(/\r\n[ \t]/g, '');
  const written = (...transfers: ReturnType<typeof transfer>[]) => calendarOf({ transfers });

  it('says of each piece of an amount which one it is, how it is sent and to whom', () => {
    const text = written(transfer(1, 500_000), transfer(2, 200_000), transfer(3, 100_000, '2027-05-11'));
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(3);
    expect(text).toMatch(/Bonifico 1 di 2: in tutto 7000\\,00\s€/);
    expect(text).toMatch(/Bonifico 2 di 2: in tutto 7000\\,00\s€/);
    expect(text).not.toContain('1 di 1');
    expect(text.match(/Bonifico istantaneo \d/g)).toHaveLength(3);
    expect(text).toContain('Beneficiario: ROSSI ANNA');
  });

  it('has the last day for the notice of a lot and the day its money comes back', () => {
    const offer = { name: 'Vincolo', tenor: { months: 12 }, renewal: 'AUTO', noticeDays: 32 } as TermOffer;
    const lot: Lot = {
      id: 'l',
      offerId: 'o',
      amountCents: 500_000,
      openedOn: '2026-07-20',
      maturityDate: '2027-07-20',
      ratePct: 3,
      state: 'OPEN',
      version: 3,
    };
    const days = (fields: Partial<Lot>) =>
      calendarOf({ lots: [{ lot: { ...lot, ...fields }, offer }] }).match(/UID:.*|DTSTART.*|SUMMARY:.*/g);
    expect(days({})?.map((line) => line.trim().replaceAll('\u00a0', ' '))).toEqual([
      'UID:l-notice@fibado',
      'DTSTART;VALUE=DATE:20270618',
      'SUMMARY:Ultimo giorno per dare disdetta: Vincolo\\, 5000\\,00 €',
      'UID:l@fibado',
      'DTSTART;VALUE=DATE:20270720',
      'SUMMARY:Scade: Vincolo\\, 5000\\,00 €',
    ]);
    expect(days({ renewal: 'TO_LINKED' })).toHaveLength(3);
    const broken = days({ state: 'BROKEN', brokenOn: '2027-05-01' })?.map((line) => line.trim());
    expect(broken?.slice(0, 2)).toEqual(['UID:l-break@fibado', 'DTSTART;VALUE=DATE:20270501']);
    expect(broken?.[2]).toMatch(/^SUMMARY:Chiedi lo svincolo: Vincolo/);
    expect(broken?.[4]).toContain('20270602');
    expect(days({ state: 'MATURED' })).toBeNull();
  });

  it('has the day of a goal, with an alarm a week ahead', () => {
    const goal = { id: 'g', name: 'Auto', date: '2027-06-30', amountCents: 900_000, version: 2 };
    const text = calendarOf({ goals: [goal] }).replaceAll('\u00a0', ' ');
    expect(text).toMatch(/UID:g@fibado\r\nSEQUENCE:1\r\n/);
    expect(text).toContain('DTSTART;VALUE=DATE:20270630');
    expect(text).toContain('SUMMARY:Obiettivo: Auto\\, 9000\\,00 €');
    expect(text).toContain('TRIGGER:-P7D');
  });
});
