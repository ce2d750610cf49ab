import { isValidIban, type Cents } from '@fibado/planning';
import { amountOfCell } from '../cells/amount.js';
import { folded, textOf } from '../cells/text.js';
import type { Cell, DecimalMark } from '../types.js';

/** What a line outside the movements states about them. */
export type StatedKind = 'OPENING' | 'CLOSING' | 'COUNT' | 'TOTAL';

export interface StatedFigure {
  readonly kind: StatedKind;
  /** 1-based. */
  readonly row: number;
  readonly cells: readonly Cell[];
  /** The line's first amount: cents, or a number of rows for COUNT. */
  readonly value: number | undefined;
}

/** Labels are short: of a long text its beginning tells. */
export const labelOf = (text: string): string => folded(text.slice(0, 80));

const FOOTER = /^(totale|totali|saldo|saldi|dati aggiornati|numero (di )?movimenti|numero operazioni)\b/;

/** Whether a line with this first text ends a table or states a figure. */
export const isFooterText = (text: string): boolean => FOOTER.test(labelOf(text));

/** Whether the text of a dated line is a balance and no movement. */
export const isBalanceText = (text: string): boolean =>
  /^saldo (contabile |disponibile |liquido |di )?(iniziale|finale|chiusura|apertura)\b/.test(labelOf(text));

function kindOf(label: string): StatedKind | undefined {
  if (/^sald[oi]\b.*\b(iniziale|apertura)\b/.test(label)) return 'OPENING';
  if (/^sald[oi]\b.*\b(finale|chiusura)\b/.test(label)) return 'CLOSING';
  if (/^numero (di )?(movimenti|operazioni)\b/.test(label)) return 'COUNT';
  return /^total[ei]\b/.test(label) ? 'TOTAL' : undefined;
}

/** The amount within a label such as `Saldo finale: 1.234,56 EUR`. */
const afterColon = (text: string): string | undefined => /:\s*(.+)$/.exec(text)?.[1];

function firstAmount(cells: readonly Cell[], from: number, decimal: DecimalMark): Cents | undefined {
  for (const cell of cells.slice(from)) {
    const reading = amountOfCell(cell, decimal);
    if (reading.kind === 'cents') return reading.cents;
  }
  return undefined;
}

/** The figure a line states, when its words are known. @param row 1-based */
export function statedFigure(
  row: number,
  cells: readonly Cell[],
  decimal: DecimalMark,
): StatedFigure | undefined {
  for (const [column, cell] of cells.entries()) {
    if (typeof cell !== 'string') continue;
    const kind = kindOf(labelOf(cell));
    if (kind === undefined) continue;
    const inline = afterColon(cell);
    // A balance or total may stand anywhere on its line, a dated one before its label; the day stands first.
    const cents =
      firstAmount(inline === undefined ? [] : [inline], 0, decimal) ??
      firstAmount(cells, column + 1, decimal) ??
      firstAmount(cells.slice(0, column).reverse(), 0, decimal);
    const value = kind === 'COUNT' && cents !== undefined ? cents / 100 : cents;
    return { kind, row, cells, value };
  }
  return undefined;
}

const IBAN = /\bIT\d{2} ?[A-Z](?: ?[A-Z0-9]){22}\b/g;

/** The valid Italian IBANs a line names. */
export function ibansOf(cells: readonly Cell[]): string[] {
  return cells.flatMap((cell) =>
    [...textOf(cell).toUpperCase().matchAll(IBAN)]
      .map(([match]) => match.replaceAll(' ', ''))
      .filter((iban) => isValidIban(iban)),
  );
}
