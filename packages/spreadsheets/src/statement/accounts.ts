import { folded, textOf } from '../cells/text.js';
import { FileError } from '../errors.js';
import type { Cell, ColumnMapping, ReadOptions } from '../types.js';

/** An account number as it can be compared: digits without leading zeros. */
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '').replace(/^0+/, '');

/** Whether a name such as `Conto 1000/00001234` is the account an IBAN ends with. */
function namesIban(name: string, iban: string): boolean {
  const compact = name.replaceAll(/\s/g, '').toUpperCase();
  if (compact.includes(iban)) return true;
  const own = digitsOf(iban.slice(-12));
  // What stands after a slash is the number, what stands before it the branch.
  const numbers = (name.match(/\d[\d./-]*/g) ?? []).map((n) => digitsOf(n.split('/').at(-1) ?? ''));
  return numbers.some((n) => n.length >= 4 && own.endsWith(n));
}

export interface AccountChoice {
  /** The one that is read, as the file names it; undefined where it names none. */
  readonly name?: string | undefined;
  /** Distinct names in the file's order. */
  readonly names: readonly string[];
  /** Whether a row belongs to the account that is read. */
  readonly accepts: (cells: readonly Cell[]) => boolean;
  /** Rows of other accounts were left out, so figures about all rows say nothing. */
  readonly isPartial: boolean;
}

/**
 * Which rows of a file with an account column are the account's: all where it names one account, else the one the
 * mapping names, else the one the IBAN ends with.
 * @throws FileError FILE_WRONG_ACCOUNT (params: the names) when the file holds several and none can be told
 */
export function chooseAccount(
  movementRows: () => readonly (readonly Cell[])[],
  mapping: ColumnMapping,
  options: Pick<ReadOptions, 'iban' | 'fileAccount'>,
): AccountChoice {
  const column = mapping.columns.account;
  if (column === undefined) return { names: [], accepts: () => true, isPartial: false };
  const names = [
    ...new Set(
      movementRows()
        .map((cells) => textOf(cells[column]))
        .filter((name) => name !== ''),
    ),
  ];
  const only = (wanted: string): AccountChoice => ({
    name: names.find((name) => folded(name) === folded(wanted)),
    names,
    accepts: (cells) => folded(textOf(cells[column])) === folded(wanted),
    isPartial: names.length > 1,
  });
  const accountName = options.fileAccount ?? mapping.accountName;
  if (accountName !== undefined) {
    if (names.length > 0 && !names.some((name) => folded(name) === folded(accountName)))
      throw new FileError('FILE_WRONG_ACCOUNT', `The file does not name ${accountName}`, names.slice(0, 20));
    return only(accountName);
  }
  if (names.length <= 1) return { names, accepts: () => true, isPartial: false };
  const { iban } = options;
  const matching = iban === undefined ? [] : names.filter((name) => namesIban(name, iban));
  const [match] = matching;
  if (match !== undefined && matching.length === 1) return only(match);
  throw new FileError('FILE_WRONG_ACCOUNT', 'The file holds several accounts', names.slice(0, 20));
}

/** @throws FileError FILE_WRONG_ACCOUNT (params: the IBANs named) when the file names other accounts and not this one */
export function refuseOtherIban(
  ibans: readonly string[],
  { iban, fileAccount }: Pick<ReadOptions, 'iban' | 'fileAccount'>,
): void {
  if (iban === undefined || ibans.length === 0 || ibans.includes(iban)) return;
  if (fileAccount !== undefined && ibans.includes(fileAccount)) return;
  throw new FileError('FILE_WRONG_ACCOUNT', 'The file is of another account', ibans);
}
