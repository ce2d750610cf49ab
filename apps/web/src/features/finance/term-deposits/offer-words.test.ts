import i18next from 'i18next';
import { useTexts as startTexts } from '../../../../test/texts';
import { formatMoney } from '../../../lib/money';
import { asText } from '../shared/test-page';
import { offerWords, type Terms } from './offer-words';

const TERMS: Terms = {
  tenor: { months: 12 },
  ratePct: 2.5,
  minCents: 500_000,
  stepCents: 100_000,
  payout: 'MATURITY',
  exit: { kind: 'NONE' },
  partialExit: false,
  renewal: 'TO_LINKED',
  dutyBase: 'PRUDENT',
};

beforeAll(() => startTexts('it'));

const words = (fields: Partial<Terms>) =>
  offerWords({ ...TERMS, ...fields }, i18next.t, formatMoney).map(asText);

it('says the terms of an offer in plain sentences', () => {
  expect(words({})).toEqual([
    'Vincoli il denaro per 12 mesi: 2,5 % lordo all’anno.',
    'Da 5.000,00 €, a passi di 1.000,00 €.',
    'Gli interessi arrivano alla scadenza.',
    'Prima della scadenza il denaro non si può riavere.',
    'Alla scadenza il denaro torna sul conto d’appoggio.',
  ]);
});

it('says what is special: steps, exit, notice, new money and tax', () => {
  const told = words({
    tenor: { days: 366 },
    ratePct: undefined,
    steps: [
      { months: 1, ratePct: 1 },
      { months: 11, ratePct: 3 },
    ],
    exit: { kind: 'BASE_RATE', ratePct: 0.25, freeAfterMonths: 12 },
    noticeDays: 32,
    renewal: 'AUTO',
    newMoney: { kind: 'SNAPSHOT', on: '2026-10-31', baselineCents: 1_000_000 },
    withholdingPct: 12.5,
    dutyPaidByBank: true,
    openTo: '2026-12-31',
  });
  expect(told[0]).toBe('Vincoli il denaro per 366 giorni: 1 % per un mese, 3 % per 11 mesi lordo all’anno.');
  expect(told.slice(3)).toEqual([
    'Se lo riprendi prima, il tasso è 0,25 % per tutto il tempo e la banca si riprende gli interessi pagati in più.',
    'Dopo 12 mesi riprenderlo non costa nulla.',
    'Va chiesto 32 giorni prima.',
    'Alla scadenza la banca lo rinnova da sola, se non dai disdetta.',
    'Vale solo il denaro oltre i 10.000,00 € che c’erano il 31/10/2026.',
    'Sugli interessi si paga 12,5 % di imposta.',
    'Il bollo lo paga la banca.',
    'Si può aprire fino al 31/12/2026.',
  ]);
});

it('says what is special of postal bonds: dates by which interest is kept, and when no duty is owed', () => {
  const told = words({ exit: { kind: 'ZERO', keptAtMonths: [36, 72] }, dutyFreeUpToCents: 500_000 });
  expect(told).toContain('Gli interessi maturati fino ai mesi 36, 72 restano comunque.');
  expect(told).toContain(
    'Niente bollo finché tutti i buoni degli stessi intestatari valgono al massimo 5.000,00 €.',
  );
});

it('says that an exit whose fee is nothing is free', () => {
  expect(words({ exit: { kind: 'FEE', ratePct: 0 } })).toContain(
    'Se lo riprendi prima, gli interessi restano e non paghi nulla.',
  );
});
