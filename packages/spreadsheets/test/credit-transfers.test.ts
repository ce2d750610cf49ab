import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { creditTransfersXml, type CreditTransfer } from '../src/index.js';

const schema = XmlDocument.fromBuffer(readFileSync(join(import.meta.dirname, 'support/pain-001.xsd')));
const validator = XsdValidator.fromDoc(schema);

afterAll(() => {
  validator.dispose();
  schema.dispose();
});

/** Throws where the schema does not hold. */
function validate(xml: string): void {
  const document = XmlDocument.fromString(xml);
  try {
    validator.validate(document);
  } finally {
    document.dispose();
  }
}

const IBANS = ['IT60X0542811101000000123456', 'IT42W0800000292100645211151', 'DE89370400440532013000'];
const text = fc.string({ unit: 'binary', maxLength: 300 });
const account = fc.record(
  { name: text, iban: fc.constantFrom(...IBANS), bic: fc.constantFrom('BLOPIT22', 'BLOPIT22XXX') },
  { requiredKeys: ['name', 'iban'] },
);
const transfer: fc.Arbitrary<CreditTransfer> = fc.record({
  id: fc.uuid(),
  date: fc.constantFrom('2027-01-11', '2028-02-29'),
  amountCents: fc.integer({ min: 1, max: 99_999_999_999 }),
  from: account,
  to: account,
  text,
  isInstant: fc.boolean(),
});

describe('pain.001', () => {
  it('holds to its schema, whatever names and texts a household has', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          id: text,
          initiator: text,
          transfers: fc.array(transfer, { minLength: 1, maxLength: 5 }),
        }),
        async (message) => {
          const xml = await creditTransfersXml({ ...message, createdAt: '2027-01-08T10:00:00.000Z' });
          expect(() => validate(xml)).not.toThrow();
        },
      ),
      { numRuns: 200 },
    );
  });

  it('orders instant transfers apart from ordinary ones of the same account and day', async () => {
    const party = (name: string, iban = '') => ({ name, iban });
    const transfer = {
      date: '2027-01-11',
      amountCents: 5,
      text: 'Giroconto',
      from: party('Anna Rossi', IBANS[0]),
      to: party('Marco Rossi', IBANS[1]),
    };
    const xml = await creditTransfersXml({
      id: 'Q1',
      createdAt: '2027-01-08T10:00:00Z',
      initiator: 'Casa Rossi',
      transfers: [
        { ...transfer, id: 'a' },
        { ...transfer, id: 'b', isInstant: true },
        { ...transfer, id: 'c' },
      ],
    });
    validate(xml);
    expect(
      [...xml.matchAll(/<NbOfTxs>(\d)<|<LclInstrm>\s*<Cd>(\w+)</g)].map(([, n, kind]) => kind ?? n),
    ).toEqual(['3', '2', '1', 'INST']);
  });

  it('would be caught out of order, and with a name that is too long', async () => {
    const party = (name: string, iban: string) => ({ name, iban, bic: 'BLOPIT22' });
    const xml = await creditTransfersXml({
      id: 'Q1',
      createdAt: '2027-01-08T10:00:00Z',
      initiator: 'Casa Rossi',
      transfers: [
        {
          id: 'a',
          date: '2027-01-11',
          amountCents: 5,
          text: 'Giroconto',
          from: party('Anna Rossi', 'IT60X0542811101000000123456'),
          to: party('Marco Rossi', 'IT42W0800000292100645211151'),
        },
      ],
    });
    validate(xml);
    expect(() =>
      validate(xml.replace(/(<NbOfTxs>1<\/NbOfTxs>)\s*(<CtrlSum>[^<]*<\/CtrlSum>)/, '$2$1')),
    ).toThrow();
    expect(() => validate(xml.replace('Marco Rossi', 'x'.repeat(71)))).toThrow();
    expect(() => validate(xml.replace('Ccy="EUR"', 'Ccy="USD"'))).toThrow();
  });
});
