import { folded, textOf } from '../cells/text.js';
import type { Layout, LayoutColumn } from '../layouts/layout.js';
import type { Cell, ColumnMapping, ColumnRoles, FileFormat, Sheet } from '../types.js';

/** Headers are looked for in this many rows. */
export const HEADER_ROWS = 40;

const MAX_HEADER_TEXT = 200;

/** A row, or two joined, that may be a header. */
export interface HeaderCandidate {
  /** Its last row, 1-based. */
  readonly headerRow: number;
  /** Folded texts by column; '' where there is none. */
  readonly texts: readonly string[];
}

/** A header's texts by column, as they are compared. */
export const headerTextsOf = (row: readonly Cell[]): string[] =>
  row.map((cell) => (typeof cell === 'string' ? folded(cell.slice(0, MAX_HEADER_TEXT)) : ''));

/** The rows of a sheet that could be a header: at least two texts; then each with the next row joined. */
export function headerCandidates(sheet: Sheet): { single: HeaderCandidate[]; joined: HeaderCandidate[] } {
  const rows = sheet.rows.slice(0, HEADER_ROWS).map(headerTextsOf);
  const isHeader = (texts: readonly string[]): boolean => texts.filter((t) => t !== '').length >= 2;
  const single = rows.map((texts, i) => ({ headerRow: i + 1, texts })).filter((c) => isHeader(c.texts));
  const joined = rows.slice(1).flatMap((second, i) => {
    const first = rows[i] ?? [];
    if (!isHeader(first) || second.every((t) => t === '')) return [];
    const width = Math.max(first.length, second.length);
    const texts = Array.from({ length: width }, (_, c) => folded(`${first[c] ?? ''} ${second[c] ?? ''}`));
    return [{ headerRow: i + 2, texts }];
  });
  return { single, joined };
}

type Placed = readonly (readonly [LayoutColumn, number])[];

/** Each column of the layout in the header, in the file's order; undefined when one that has to be there is not. */
function place(layout: Layout, header: HeaderCandidate): Placed | undefined {
  const used = new Set<number>();
  const placed: (readonly [LayoutColumn, number])[] = [];
  for (const column of layout.columns) {
    const index = header.texts.findIndex((text, i) => !used.has(i) && column.header.includes(text));
    if (index >= 0) {
      used.add(index);
      placed.push([column, index]);
    } else if (!column.optional) return undefined;
  }
  return placed;
}

function rolesOf(placed: Placed): ColumnRoles {
  const text: number[] = [];
  const roles: Partial<Record<Exclude<keyof ColumnRoles, 'text'>, number>> = {};
  for (const [{ role }, index] of placed) {
    if (role === 'text') text.push(index);
    else if (role !== 'ignored') roles[role] = index;
  }
  return { ...roles, bookingDate: roles.bookingDate ?? 0, text };
}

export interface HeaderMatch {
  readonly layout: Layout;
  readonly score: number;
  readonly mapping: ColumnMapping;
  /** The file says words that only this bank writes. */
  readonly marked: boolean;
}

/** What a layout makes of a header; undefined when it is not its header. */
export function matchLayout(
  layout: Layout,
  header: HeaderCandidate,
  context: { readonly sheet: number; readonly format: FileFormat; readonly surroundings: string },
): HeaderMatch | undefined {
  const placed = place(layout, header);
  if (!placed) return undefined;
  const filled = header.texts.filter((t) => t !== '').length;
  const overlap = placed.length / Math.max(filled, placed.length);
  const missing = layout.columns.length - placed.length;
  const inOrder = placed.every(([, index], i) => i === 0 || index > (placed[i - 1]?.[1] ?? -1));
  const score =
    0.9 * overlap * (1 - 0.02 * missing) +
    (inOrder ? 0.05 : 0) +
    (layout.formats.includes(context.format) ? 0.05 : 0);
  return {
    layout,
    score: Math.round(score * 1000) / 1000,
    marked: (layout.marks ?? []).some((mark) => context.surroundings.includes(mark)),
    mapping: {
      sheet: context.sheet,
      headerRow: header.headerRow,
      headerTexts: header.texts.map((t) => t.slice(0, MAX_HEADER_TEXT)),
      columns: rolesOf(placed),
      dateOrder: layout.dateOrder ?? 'DMY',
      decimal: layout.decimal ?? 'AUTO',
      invertSign: false,
      bookedWords: layout.bookedWords ?? [],
    },
  };
}

/** The lines before the header and the sheet's name, folded, as one text to look for words in. */
export function surroundingsOf(sheet: Sheet, headerRow: number): string {
  const lines = sheet.rows.slice(0, Math.min(headerRow, HEADER_ROWS));
  return [sheet.name, ...lines.flatMap((row) => row.map(textOf))].map(folded).join('\n');
}
