import { abiOfIban, isValidAbi, isValidBic, isValidIban, normalizeIban } from '../src/index.js';

// The examples of the IBAN registry.
const REGISTRY = [
  'IT60X0542811101000000123456',
  'SM86U0322509800000000270100',
  'DE89370400440532013000',
  'FR1420041010050500013M02606',
  'GB29NWBK60161331926819',
  'NL91ABNA0417164300',
  'ES9121000418450200051332',
  'BE68539007547034',
  'LT121000011101001000',
  'MT84MALT011000012345MTLCAST001S',
  'NO9386011117947',
  'CH9300762011623852957',
  // Outside the SEPA area: the general form and the check digits only.
  'BR1800360305000010009795493C1',
];

test.each(REGISTRY)('%s is valid', (iban) => {
  expect(isValidIban(iban)).toBe(true);
});

test('every single wrong digit and every swap of two neighbours is found', () => {
  for (const iban of REGISTRY) {
    for (let position = 4; position < iban.length; position += 1) {
      const right = iban[position] ?? '';
      if (!/\d/.test(right)) continue;
      const wrong = String((Number(right) + 1) % 10);
      expect(isValidIban(iban.slice(0, position) + wrong + iban.slice(position + 1))).toBe(false);
      const next = iban[position + 1] ?? '';
      if (/\d/.test(next) && next !== right) {
        expect(isValidIban(iban.slice(0, position) + next + right + iban.slice(position + 2))).toBe(false);
      }
    }
  }
});

test.each([
  ['wrong check digits', 'IT61X0542811101000000123456'],
  ['too short for Italy', 'IT60X054281110100000012345'],
  ['a blank', 'IT60 X0542811101000000123456'],
  ['small letters', 'it60x0542811101000000123456'],
  ['a digit where Italy has its control letter', 'IT6000542811101000000123456'],
  ['no country', '6060X0542811101000000123456'],
  ['empty', ''],
])('refuses %s', (_, iban) => {
  expect(isValidIban(iban)).toBe(false);
});

test('is normalised from the way people write it', () => {
  expect(normalizeIban(' it60 x054 2811 1010 0000 0123 456\n')).toBe('IT60X0542811101000000123456');
});

test('names the bank in an Italian IBAN only', () => {
  expect(abiOfIban('IT60X0542811101000000123456')).toBe('05428');
  expect(abiOfIban('SM86U0322509800000000270100')).toBeUndefined();
  expect(abiOfIban('IT61X0542811101000000123456')).toBeUndefined();
});

test('BIC and ABI codes', () => {
  expect(['BCITITMM', 'FEBIITM1XXX', 'UNCRITMM'].every(isValidBic)).toBe(true);
  expect(['BCITITM', 'bcititmm', 'BCIT1TMM', 'BCITITMMXX', ''].some(isValidBic)).toBe(false);
  expect(isValidAbi('03069')).toBe(true);
  expect(['3069', '030690', 'A3069', ''].some(isValidAbi)).toBe(false);
});
