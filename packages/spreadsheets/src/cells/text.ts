import type { Cell } from '../types.js';

const PLAIN = /^[\x20-\x7e]*$/;

/** One line: compatibility forms folded (no-break and thin spaces, full-width digits), blanks collapsed. */
export const oneLine = (text: string): string =>
  // Most texts need nothing but their ends cut, and files hold a hundred thousand of them.
  PLAIN.test(text) && !text.includes('  ')
    ? text.trim()
    : text
        .normalize('NFKC')
        .replaceAll(/[\p{Cc}\p{Cs}\p{Zs}\p{Zl}\p{Zp}\u200b\ufeff]+/gu, ' ')
        .trim();

/** For comparing words: case and accents folded, `_` as a blank, no colon at the end. */
export const folded = (text: string): string =>
  oneLine(text)
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('_', ' ')
    .replaceAll(/ {2,}/g, ' ')
    // Looking behind keeps a long run of colons within the text from being tried from each of its places.
    .replace(/(?<![\s:])[\s:]+$/, '')
    .trim();

/** A cell as one line of text; '' when it holds none. Dates stay serial numbers here. */
export function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return oneLine(cell);
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'boolean') return cell ? 'VERO' : 'FALSO';
  if ('serial' in cell) return String(cell.serial);
  return cell.text;
}

const VISIBLE = /[^\s\p{Cc}\u200b\ufeff]/u;

export const isBlank = (cell: Cell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && !VISIBLE.test(cell));

/** A column's letters: 0 is A, 26 is AA. */
export function columnLetter(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? columnLetter(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}

/** At most `max` characters, never half of one. */
export const clipped = (text: string, max: number): string =>
  text.length <= max
    ? text
    : text
        .slice(0, max)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd();
