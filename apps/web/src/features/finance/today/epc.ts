/**
 * The text of a QR code for a SEPA credit transfer: EPC069-12 v2.1, version 002, UTF-8. Its code is of error correction
 * M and at most of version 13, which is 331 bytes.
 */
export interface CreditTransfer {
  readonly beneficiary: string;
  readonly iban: string;
  /** Positive, up to 999.999.999,99 €. */
  readonly amountCents: number;
  readonly remittance: string;
}

const MAX_NAME = 70;
const MAX_REMITTANCE = 140;
const MAX_CENTS = 99_999_999_999;
const MAX_BYTES = 331;

const line = (text: string, most: number): string =>
  [...text.replaceAll(/\s+/g, ' ').trim()].slice(0, most).join('');

/** `undefined` where the standard has no code for it: no name, no IBAN, or an amount out of range. */
export function epcText({ beneficiary, iban, amountCents, remittance }: CreditTransfer): string | undefined {
  const name = line(beneficiary, MAX_NAME);
  if (name === '' || iban === '' || amountCents < 1 || amountCents > MAX_CENTS) return undefined;
  const euro = `${String(Math.floor(amountCents / 100))}.${String(amountCents % 100).padStart(2, '0')}`;
  const about = line(remittance, MAX_REMITTANCE);
  // Service tag, version, character set, identification, BIC (not needed within the EEA), name, IBAN, amount, purpose,
  // structured remittance, text.
  const text = ['BCD', '002', '1', 'SCT', '', name, iban, `EUR${euro}`, '', '', about].join('\n');
  return new TextEncoder().encode(text).length <= MAX_BYTES ? text : undefined;
}
