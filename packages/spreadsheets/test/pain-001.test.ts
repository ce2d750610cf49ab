import fc from 'fast-check';
import { creditTransfersXml, type CreditTransfer } from '../src/index.js';
import { sepaText } from '../src/write/credit-transfers.js';

describe('pain.001', () => {
  const anna = { name: 'Anna Rossi & Niccolò Bianchi', iban: 'IT60X0542811101000000123456', bic: 'BLOPIT22' };
  const other = { name: 'Anna Rossi', iban: 'IT42W0800000292100645211151' };
  const transfer = (fields: Partial<CreditTransfer> = {}): CreditTransfer => ({
    id: '00000000-0000-4000-8000-000000000001',
    date: '2027-01-11',
    amountCents: 123_456,
    from: anna,
    to: other,
    text: 'Giroconto “pianificato” – 1° trimestre',
    ...fields,
  });
  const message = (transfers: readonly CreditTransfer[]) =>
    creditTransfersXml({
      id: 'FIBADO-2027-Q1-abc',
      createdAt: '2027-01-08T10:00:00Z',
      initiator: 'Casa Rossi',
      transfers,
    });

  it('groups by account and day, counts and sums', async () => {
    const xml = await message([
      transfer(),
      transfer({ id: 'b', amountCents: 5 }),
      transfer({ id: 'c', date: '2027-01-10' }),
      transfer({ id: 'd', from: other, to: anna }),
    ]);
    const tags = (name: string): string[] =>
      [...xml.matchAll(new RegExp(`<${name}>([^<]*)<`, 'g'))].map((m) => m[1] ?? '');
    expect(tags('NbOfTxs')).toEqual(['4', '1', '1', '2']);
    expect(tags('CtrlSum')).toEqual(['3703.73', '1234.56', '1234.56', '1234.61']);
    expect(tags('Dt')).toEqual(['2027-01-10', '2027-01-11', '2027-01-11']);
    expect(tags('PmtInfId')).toEqual(['FIBADO2027Q1abc/1', 'FIBADO2027Q1abc/2', 'FIBADO2027Q1abc/3']);
    expect(tags('EndToEndId')[0]).toBe('c');
    expect(tags('Ustrd')[0]).toBe('Giroconto pianificato 1 trimestre');
    expect(tags('Nm')).toContain('Anna Rossi e Niccolo Bianchi');
    expect(tags('BICFI')).toEqual(['BLOPIT22', 'BLOPIT22', 'BLOPIT22']);
    expect(tags('Id').filter((id) => id === 'NOTPROVIDED')).toHaveLength(1);
    expect(xml).toContain('<InstdAmt Ccy="EUR">1234.56</InstdAmt>');
  });

  it('refuses what no bank would take', async () => {
    for (const transfers of [
      [],
      [transfer({ to: { ...other, iban: 'IT42W0800000292100645211152' } })],
      [transfer({ to: { ...other, bic: 'X' } })],
      [transfer({ amountCents: 0 })],
      [transfer({ amountCents: 100_000_000_000 })],
      [transfer({ date: '2027-02-30' })],
    ])
      await expect(message(transfers)).rejects.toThrow(RangeError);
  });

  it('writes only the characters every bank takes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.integer({ min: 1, max: 140 }),
        (text, max) => {
          const written = sepaText(text, max);
          expect(written).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]+$/);
          expect(written.length).toBeLessThanOrEqual(max);
          expect(written).not.toMatch(/^\/|\/$|\/\//);
        },
      ),
    );
  });
});
