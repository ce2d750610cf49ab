import { abiOfIban, isValidIban, normalizeIban } from '@fibado/planning';

/** An IBAN in groups of four, as it is printed. */
export const formatIban = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** What an IBAN says while it is typed. */
export type IbanReading =
  | { readonly state: 'EMPTY' }
  | { readonly state: 'INCOMPLETE' | 'WRONG' }
  | { readonly state: 'VALID'; readonly iban: string; readonly abi?: string; readonly bankId?: string };

/** Length of an Italian IBAN; shorter ones are still being typed. */
const ITALIAN_LENGTH = 27;

/** Checks an IBAN as it is typed, and recognises its bank among the household's by the ABI code. */
export function readIban(
  text: string,
  banks: readonly { readonly id: string; readonly abi?: string | undefined }[],
): IbanReading {
  const iban = normalizeIban(text);
  if (iban === '') return { state: 'EMPTY' };
  if (isValidIban(iban)) {
    const abi = abiOfIban(iban);
    const bankId = abi === undefined ? undefined : banks.find((bank) => bank.abi === abi)?.id;
    return {
      state: 'VALID',
      iban,
      ...(abi === undefined ? {} : { abi }),
      ...(bankId === undefined ? {} : { bankId }),
    };
  }
  return { state: iban.length < (iban.startsWith('IT') ? ITALIAN_LENGTH : 15) ? 'INCOMPLETE' : 'WRONG' };
}
