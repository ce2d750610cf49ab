/** Identifiers of banks and accounts: IBAN (ISO 13616), BIC (ISO 9362) and the Italian ABI code. */

/** Full IBAN length by country, for the countries of the SEPA area (IBAN registry); others only by the general form. */
const IBAN_LENGTH: Readonly<Record<string, number>> = {
  AD: 24,
  AL: 28,
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GI: 23,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  RS: 22,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  VA: 22,
};

/** Italy and San Marino: control letter, ABI (5 digits), CAB (5 digits), account (12). */
const ITALIAN_IBAN = /^(IT|SM)\d{2}[A-Z]\d{10}[A-Z0-9]{12}$/;

/** The electronic form of an IBAN as people write it: no blanks, capitals. */
export function normalizeIban(text: string): string {
  return text.replace(/\s+/g, '').toUpperCase();
}

/**
 * Whether `iban`, in electronic form (see {@link normalizeIban}), has the form and length of its country and the
 * right check digits: the rearranged number leaves 1 when divided by 97.
 */
export function isValidIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const length = IBAN_LENGTH[iban.slice(0, 2)];
  if (length !== undefined && iban.length !== length) return false;
  if (/^(IT|SM)/.test(iban) && !ITALIAN_IBAN.test(iban)) return false;
  const checkDigits = Number(iban.slice(2, 4));
  return checkDigits >= 2 && checkDigits <= 98 && ibanRemainder(iban) === 1;
}

/** Remainder by 97 of the IBAN read as a number, the first four characters last and A = 10 … Z = 35. */
function ibanRemainder(iban: string): number {
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

/** The ABI code inside an Italian IBAN, `undefined` for any other. */
export function abiOfIban(iban: string): string | undefined {
  return isValidIban(iban) && iban.startsWith('IT') ? iban.slice(5, 10) : undefined;
}

/** Whether `bic` has the form of ISO 9362, in capitals: party (4), country (2 letters), suffix (2), branch (3) or none. */
export function isValidBic(bic: string): boolean {
  return /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic);
}

/** Whether `abi` has the form of an Italian bank code: five digits. */
export function isValidAbi(abi: string): boolean {
  return /^\d{5}$/.test(abi);
}
