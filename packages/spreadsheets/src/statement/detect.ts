import { folded } from '../cells/text.js';
import { FileError } from '../errors.js';
import { UNSIGNED_EXPORT_NAMES } from '../layouts/banco-bpm.js';
import { CUSTOM, GENERIC, LAYOUTS } from '../layouts/index.js';
import type { Layout } from '../layouts/layout.js';
import type {
  ColumnMapping,
  LayoutChoice,
  LayoutInfo,
  LayoutScore,
  ReadOptions,
  UsedLayout,
  Workbook,
} from '../types.js';
import { guessMapping } from './generic.js';
import {
  HEADER_ROWS,
  headerCandidates,
  headerTextsOf,
  matchLayout,
  surroundingsOf,
  type HeaderCandidate,
} from './header.js';

/** `layout` that lets the file decide. */
export const LAYOUT_AUTO = 'auto';

/** One reading of a file. */
interface Fit {
  readonly info: LayoutInfo;
  readonly score: number;
  readonly mapping: ColumnMapping;
  readonly marked: boolean;
  readonly namesBank: boolean;
}

/**
 * The account's bank, or words that only one bank writes, count for as much as the order of columns and the format
 * together: banks share their headers.
 */
const NAMED_BANK = 0.1;
const rankOf = ({ score, namesBank, marked }: Fit): number =>
  score + (namesBank ? NAMED_BANK : 0) + (marked ? NAMED_BANK : 0);
const byRank = (a: Fit, b: Fit): number => rankOf(b) - rankOf(a) || b.score - a.score;

/** Whether a layout's bank is the account's, by a word they share that is not common to banks. */
function isSameBank(layoutBank: string, bankName: string | undefined): boolean {
  if (bankName === undefined) return false;
  const words = (text: string): string[] =>
    folded(text)
      .split(/[^a-z0-9]+/)
      .filter((w) => w.length > 2 && !['banca', 'bank', 'banco', 'italia', 'spa', 'del'].includes(w));
  const own = words(bankName);
  return words(layoutBank).some((word) => own.includes(word));
}

function fitsOf(
  workbook: Workbook,
  layouts: readonly Layout[],
  pick: (c: ReturnType<typeof headerCandidates>) => readonly HeaderCandidate[],
  bankName: string | undefined,
): Fit[] {
  return workbook.sheets.flatMap((sheet, index) =>
    pick(headerCandidates(sheet)).flatMap((header) => {
      const surroundings = surroundingsOf(sheet, header.headerRow);
      const context = { sheet: index, format: workbook.format, surroundings };
      return layouts.flatMap((layout): Fit[] => {
        const match = matchLayout(layout, header, context);
        if (!match) return [];
        const banks = [layout.bank, ...(layout.alsoOf ?? [])];
        const own = banks.filter((bank) => isSameBank(bank, bankName));
        const bank = own.length > 0 ? own.join(' / ') : banks.join(' / ');
        return [{ ...match, info: { ...layout, bank }, namesBank: own.length > 0 }];
      });
    }),
  );
}

function guessesOf(workbook: Workbook): Fit[] {
  const guess = (pick: 'single' | 'joined'): Fit[] =>
    workbook.sheets.flatMap((sheet, index) =>
      headerCandidates(sheet)[pick].flatMap((header): Fit[] => {
        const found = guessMapping(sheet, index, header, workbook.date1904);
        return found ? [{ ...found, info: GENERIC, marked: false, namesBank: false }] : [];
      }),
    );
  const single = guess('single');
  return single.length > 0 ? single : guess('joined');
}

/** Every reading of the file, best first, each layout once; known layouts go before guesses. */
function rankedFits(workbook: Workbook, bankName: string | undefined): Fit[] {
  const single = fitsOf(workbook, LAYOUTS, (c) => c.single, bankName);
  const known = single.length > 0 ? single : fitsOf(workbook, LAYOUTS, (c) => c.joined, bankName);
  const ranked = [...known.sort(byRank), ...guessesOf(workbook).sort(byRank)];
  const seen = new Set<string>();
  return ranked.filter((fit) => !seen.has(fit.info.id) && seen.add(fit.info.id));
}

const scoreOf = (fit: Fit): LayoutScore => ({ layout: fit.info.id, score: fit.score });

const used = (
  { id, bank, product }: LayoutInfo,
  chosen: LayoutChoice,
  score: number,
  mapping: ColumnMapping,
): UsedLayout => ({ id, bank, product, chosen, score, mapping });

const knownLayout = (id: string | undefined): LayoutInfo =>
  [...LAYOUTS, GENERIC].find((layout) => layout.id === id) ?? CUSTOM;

/** The account's last reading where this file has the same header; undefined where it has not. */
function rememberedFit(
  workbook: Workbook,
  fits: readonly Fit[],
  options: ReadOptions,
): UsedLayout | undefined {
  const { remembered } = options;
  if (!remembered) return undefined;
  const { layout: id, mapping } = remembered;
  const fit = fits.find(({ info }) => info.id === id);
  if (!mapping) return fit && used(fit.info, 'REMEMBERED', fit.score, fit.mapping);
  // Without a header any file fits: one with a header that is known goes before it.
  if (mapping.headerRow === 0 && fits.length > 0) return undefined;
  try {
    const place = relocated(workbook, mapping);
    const texts = headerTextsOf(workbook.sheets[place.sheet]?.rows[place.headerRow - 1] ?? []);
    const isThere =
      place.headerRow <= HEADER_ROWS ||
      (mapping.headerTexts ?? []).every((text, i) => (texts[i] ?? '') === text);
    return isThere ? used(fit?.info ?? knownLayout(id), 'REMEMBERED', fit?.score ?? 1, place) : undefined;
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

/** A mapping kept from an earlier file, moved to where its header stands in this one. */
function relocated(workbook: Workbook, mapping: ColumnMapping): ColumnMapping {
  const sheet = workbook.sheets[mapping.sheet];
  if (!sheet) {
    throw new FileError('FILE_LAYOUT_UNKNOWN', `The file has no sheet ${String(mapping.sheet + 1)}`);
  }
  if (mapping.headerRow === 0) return mapping;
  const texts = mapping.headerTexts;
  if (texts === undefined) {
    // A person named the row: its texts are what finds it in the next file.
    return { ...mapping, headerTexts: headerTextsOf(sheet.rows[mapping.headerRow - 1] ?? []) };
  }
  const { single, joined } = headerCandidates(sheet);
  const isSame = (c: HeaderCandidate): boolean =>
    texts.every((text, i) => (c.texts[i] ?? '') === text) &&
    c.texts.slice(texts.length).every((t) => t === '');
  const here = [...single, ...joined].filter(isSame).map((c) => c.headerRow);
  if (here.includes(mapping.headerRow)) return mapping;
  const [first] = here;
  if (first === undefined && mapping.headerRow <= HEADER_ROWS) {
    throw new FileError('FILE_LAYOUT_UNKNOWN', 'The header of the mapping is not in the file');
  }
  return { ...mapping, headerRow: first ?? mapping.headerRow };
}

/** @throws FileError FILE_LAYOUT_UNSIGNED for an export known to drop the signs */
function refuseUnsignedExport(workbook: Workbook, fileName: string | undefined): void {
  const names = [fileName ?? '', ...workbook.sheets.map((s) => s.name)].map((n) =>
    folded(n).replaceAll(' ', ''),
  );
  if (names.some((name) => UNSIGNED_EXPORT_NAMES.some((u) => name.includes(u)))) {
    throw new FileError('FILE_LAYOUT_UNSIGNED', 'This export does not tell money in from money out');
  }
}

/** The readings a file offers, best first. */
export function layoutCandidates(
  workbook: Workbook,
  options: ReadOptions,
): { scores: LayoutScore[]; best?: UsedLayout } {
  const fits = rankedFits(workbook, options.bankName);
  const [first] = fits;
  return {
    scores: fits.map(scoreOf),
    ...(first ? { best: used(first.info, 'DETECTED', first.score, first.mapping) } : {}),
  };
}

/**
 * Decides how a file is read: by the mapping given, by the layout named, as the account's last file where it has the
 * same header, or by the layout its header fits best.
 * @throws FileError FILE_LAYOUT_UNKNOWN, FILE_LAYOUT_UNSIGNED
 */
export function chooseLayout(
  workbook: Workbook,
  options: ReadOptions,
): { readonly used: UsedLayout; readonly candidates: readonly LayoutScore[] } {
  refuseUnsignedExport(workbook, options.fileName);
  const fits = rankedFits(workbook, options.bankName);
  const candidates = fits.map(scoreOf);
  if (options.mapping) {
    const known = knownLayout(options.layout);
    const score = fits.find((fit) => fit.info.id === known.id)?.score ?? 1;
    return { used: used(known, 'MAPPED', score, relocated(workbook, options.mapping)), candidates };
  }
  const wanted = options.layout === LAYOUT_AUTO ? undefined : options.layout;
  const before = options.layout === undefined ? rememberedFit(workbook, fits, options) : undefined;
  if (before) return { used: before, candidates };
  const fit = wanted === undefined ? fits[0] : fits.find((f) => f.info.id === wanted);
  if (!fit) throw new FileError('FILE_LAYOUT_UNKNOWN', 'No known header in the first rows');
  const chosen = wanted === undefined ? 'DETECTED' : 'NAMED';
  return { used: used(fit.info, chosen, fit.score, fit.mapping), candidates };
}
