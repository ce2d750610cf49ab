import { folded } from '../cells/text.js';
import type { ColumnRoles, DateOrder, DecimalMark, LayoutInfo } from '../types.js';

export type ColumnRole = keyof ColumnRoles | 'ignored';

export interface LayoutColumn {
  /** The header's text and others the same column was seen with, folded for comparing. */
  readonly header: readonly string[];
  readonly role: ColumnRole;
  /** The layout is also recognised without it. */
  readonly optional: boolean;
}

/** One way a bank writes its statements, as data. Where a layout is silent the general rules of a statement hold. */
export interface Layout extends LayoutInfo {
  /** Other banks that write the same header. */
  readonly alsoOf?: readonly string[];
  /** A card's statement: what its signs mean is asked once for each account. */
  readonly isCard?: boolean;
  /** In the file's order; the order decides between columns of the same name. */
  readonly columns: readonly LayoutColumn[];
  readonly dateOrder?: DateOrder;
  readonly decimal?: DecimalMark;
  readonly bookedWords?: readonly string[];
  /** Fee and tax carry their own sign in every file: a charge is negative, a refund positive. */
  readonly signedCharges?: boolean;
  /** A row without an amount moves no money, such as shares delivered: it is no movement and no error. */
  readonly blankAmountIsNoMovement?: boolean;
  /** Words of the lines before the header or of the sheet's name that only this bank writes. */
  readonly marks?: readonly string[];
}

/** A column that has to be there. */
export const column = (header: string | readonly string[], role: ColumnRole): LayoutColumn => ({
  header: (typeof header === 'string' ? [header] : header).map(folded),
  role,
  optional: false,
});

/** A column that may be there. */
export const optionalColumn = (header: string | readonly string[], role: ColumnRole): LayoutColumn => ({
  ...column(header, role),
  optional: true,
});
