import { epcText } from './epc';

const transfer = {
  beneficiary: 'Anna Rossi',
  iban: 'IT60X0542811101000000123456',
  amountCents: 1_000_000,
  remittance: 'Giroconto',
};

describe('the QR code of a SEPA transfer', () => {
  it('has the lines of EPC069-12', () => {
    expect(epcText(transfer)).toBe(
      'BCD\n002\n1\nSCT\n\nAnna Rossi\nIT60X0542811101000000123456\nEUR10000.00\n\n\nGiroconto',
    );
    expect(epcText({ ...transfer, amountCents: 5 })).toContain('\nEUR0.05\n');
  });

  it('keeps texts on their line and within their length', () => {
    const lines = epcText({
      ...transfer,
      beneficiary: `Anna\nRossi ${'x'.repeat(100)}`,
      remittance: 'y'.repeat(200),
    })?.split('\n');
    expect(lines).toHaveLength(11);
    expect(lines?.[5]).toHaveLength(70);
    expect(lines?.[5]).toMatch(/^Anna Rossi x/);
    expect(lines?.[10]).toHaveLength(140);
  });

  it.each([
    { beneficiary: ' ' },
    { iban: '' },
    { amountCents: 0 },
    { amountCents: 100_000_000_000 },
    { beneficiary: 'è'.repeat(70), remittance: 'à'.repeat(140) },
  ])('is none for %j', (patch) => {
    expect(epcText({ ...transfer, ...patch })).toBeUndefined();
  });
});
