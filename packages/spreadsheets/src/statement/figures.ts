import { isValidIban, type Cents } from '@fibado/planning';
import { amountOfCell } from '../cells/amount.js';
import { folded, textOf } from '../cells/text.js';
import type { Cell, DecimalMark } from '../types.js';

/** What a line outside the movements states about them. */
export type StatedKind = 'OPENING' | 'CLOSING' | 'COUNT' | 'TOTAL' | 'TOTAL_IN' | 'TOTAL_OUT';

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

const FOOTER =
  /^(totale|totali|tot|saldo|saldi|nuovo saldo|dati aggiornati|numero (di )?movimenti|numero operazioni)\b/;

/** Whether a line with this first text ends a table or states a figure. */
export const isFooterText = (text: string): boolean => FOOTER.test(labelOf(text));

const BALANCE =
  /^(nuovo |vecchio )?saldo (contabile |disponibile |liquido |di )?(iniziale|finale|chiusura|apertura|precedente|attuale)\b/;
const BARE_BALANCE = /^saldo( contabile| disponibile| liquido)?( (al|del) [\d./ -]+)?$/;
/** What may follow a balance's words: a day, a currency, a kind of balance; other words make it a payment's text. */
const AFTER_BALANCE =
  /^($|[:(€\d-])|^(contabile|disponibile|liquido|conto|eur|euro|in eur|in euro)\b|^((al|del|dal|a) )?(\d|periodo|mese|conto)/;

/**
 * Whether the text of a dated line is a balance and no movement.
 * @param describes it stands in a column that describes: the bare word `Saldo` counts there, not in `Tipo rimborso`
 */
export function isBalanceText(text: string, describes: boolean): boolean {
  // Most texts are none, and files hold hundreds of thousands of them.
  if (!/saldo|balance/i.test(text)) return false;
  const label = labelOf(text);
  if ((describes && BARE_BALANCE.test(label)) || /^(opening|closing) balance\b/.test(label)) return true;
  const words = BALANCE.exec(label)?.[0];
  return words !== undefined && AFTER_BALANCE.test(label.slice(words.length).trim());
}

function kindOf(label: string): StatedKind | undefined {
  if (/^(vecchio )?sald[oi]\b.*\b(iniziale|apertura|precedente)\b|^opening balance\b/.test(label))
    return 'OPENING';
  if (/^(nuovo )?sald[oi]\b.*\b(finale|chiusura)\b|^closing balance\b/.test(label)) return 'CLOSING';
  if (/^numero (di )?(movimenti|operazioni)\b/.test(label)) return 'COUNT';
  if (!/^tot(al[ei])?\b/.test(label)) return undefined;
  if (/\b(entrate|accredit[io]|avere|incass[io]|crediti)\b/.test(label)) return 'TOTAL_IN';
  return /\b(uscite|addebit[io]|dare|pagamenti|spese|debiti)\b/.test(label) ? 'TOTAL_OUT' : 'TOTAL';
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

/** The figures a line states, each with the words of its label. @param row 1-based */
export function statedFigures(row: number, cells: readonly Cell[], decimal: DecimalMark): StatedFigure[] {
  const labels = cells.flatMap((cell, column) => {
    if (typeof cell !== 'string') return [];
    const kind = kindOf(labelOf(cell));
    return kind === undefined ? [] : [{ kind, column, text: cell }];
  });
  return labels.map(({ kind, column, text }, index) => {
    const inline = afterColon(text);
    const next = labels[index + 1]?.column;
    // A balance or total may stand anywhere on its line, a dated one before its label; the day stands first.
    const cents =
      firstAmount(inline === undefined ? [] : [inline], 0, decimal) ??
      firstAmount(cells.slice(0, next), column + 1, decimal) ??
      (index === 0 ? firstAmount(cells.slice(0, column).reverse(), 0, decimal) : undefined);
    const value = kind === 'COUNT' && cents !== undefined ? cents / 100 : cents;
    return { kind, row, cells, value };
  });
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
