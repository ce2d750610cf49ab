import { mailText } from './mail-texts.js';

describe('the mail about a transfer', () => {
  const params = { date: '2027-05-10', amountCents: 1_700_000, from: 'Conto', to: 'Deposito' };
  const body = (more: Record<string, string | number> = {}, language: 'it' | 'en' = 'it') =>
    mailText(language, 'TRANSFER_DUE', { ...params, ...more }).body.replaceAll(/\s/g, ' ');

  it('says how it is sent, to which name exactly and in how many pieces', () => {
    const sent = { payee: 'ROSSI ANNA', speed: 'INSTANT', pieces: 4, pieceCents: 500_000 };
    expect(body(sent)).toBe(
      'Il 10/05/2027: 17.000,00 € da Conto a Deposito, beneficiario esattamente «ROSSI ANNA», con bonifico istantaneo, in 4 bonifici, il maggiore di 5000,00 €.',
    );
    expect(body({ speed: 'ORDINARY' }, 'en')).toBe(
      'On 10/05/2027: €17,000.00 from Conto to Deposito, by ordinary transfer.',
    );
  });

  it('says nothing of that within a bank', () => {
    expect(body()).toBe('Il 10/05/2027: 17.000,00 € da Conto a Deposito.');
  });
});
