import { CsvError, parse, type Options } from 'csv-parse/sync';
import { FileError } from '../errors.js';
import { LIMITS } from '../limits.js';
import type { Workbook } from '../types.js';
import { CellBudget, GridBuilder } from './grid.js';
import { decodeText } from './sniff.js';

const DELIMITERS = [';', ',', '\t', '|'] as const;
const SAMPLE_LINES = 60;
const SAMPLE_CHARACTERS = 200_000;
const LINE_END = /\r*\n|\r/;

const options = (delimiter: string): Options => ({
  delimiter,
  bom: true,
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: false,
  // `\r\r\n` is what one bank writes; the longest has to come first.
  record_delimiter: ['\r\r\n', '\r\n', '\n', '\r'],
  to: LIMITS.rows + 1,
  max_record_size: 1_000_000,
});

function records(text: string, delimiter: string): string[][] {
  try {
    return parse(text, options(delimiter));
  } catch (error) {
    if (error instanceof CsvError) {
      const line = typeof error['lines'] === 'number' ? [error['lines']] : [];
      throw new FileError('FILE_UNREADABLE', error.message, line);
    }
    throw error;
  }
}

const sampleOf = (text: string): string[] => text.slice(0, SAMPLE_CHARACTERS).split(LINE_END, SAMPLE_LINES);

/** The delimiter that splits the most lines into the same number of fields, and more than one. */
export function guessDelimiter(text: string): string {
  const sample = sampleOf(text);
  let best: { delimiter: string; score: number } = { delimiter: ';', score: 0 };
  for (const delimiter of DELIMITERS) {
    const widths = new Map<number, number>();
    for (const line of sample) {
      const width = fieldsOf(line, delimiter);
      if (width > 1) widths.set(width, (widths.get(width) ?? 0) + 1);
    }
    for (const [width, lines] of widths) {
      const score = lines * Math.min(width, 12);
      if (score > best.score) best = { delimiter, score };
    }
  }
  return best.delimiter;
}

/** Fields of one line, delimiters within quotes not counted. */
function fieldsOf(line: string, delimiter: string): number {
  let fields = 1;
  let quoted = false;
  for (const character of line) {
    if (character === '"') quoted = !quoted;
    else if (character === delimiter && !quoted) fields += 1;
  }
  return fields;
}

/** One bank ends every line with a bar besides the delimiter. */
function withoutBars(text: string): string {
  const lines = sampleOf(text).filter((line) => line.trim() !== '');
  const barred = lines.filter((line) => line.trimEnd().endsWith('|')).length;
  return barred * 10 >= lines.length * 8 ? text.replaceAll(/\|[ \t]*(?=[\r\n]|$)/g, '') : text;
}

const QUOTED_LINE = /^"(?:[^"]|"")*"[;,\t]*$/;

/** Some programs put every whole row in quotes, with the quotes within doubled: the rows without them. */
function withoutRowQuotes(text: string): string {
  const lines = sampleOf(text.replace(/^\uFEFF/, '')).filter((line) => line.trim() !== '');
  const isQuoted = (line: string): boolean =>
    QUOTED_LINE.test(line) &&
    DELIMITERS.some((delimiter) => line.slice(1).trimEnd().slice(0, -1).includes(delimiter));
  if (lines.length < 2 || !lines.every(isQuoted)) return text;
  return text
    .replace(/^\uFEFF/, '')
    .split(LINE_END)
    .map((line) =>
      QUOTED_LINE.test(line)
        ? line
            .replace(/"[;,\t]*$/, '')
            .slice(1)
            .replaceAll('""', '"')
        : line,
    )
    .join('\n');
}

/** @throws FileError FILE_UNREADABLE (with the line), FILE_TOO_COMPLEX */
export function readCsv(bytes: Uint8Array): Workbook {
  const text = withoutRowQuotes(decodeText(bytes));
  if (text.includes('\0')) throw new FileError('FILE_UNREADABLE', 'Binary content');
  const delimiter = guessDelimiter(text);
  const grid = new GridBuilder('CSV', new CellBudget());
  records(delimiter === '|' ? text : withoutBars(text), delimiter).forEach((fields, row) => {
    fields.forEach((field, column) => {
      // Trailing delimiters make empty fields beyond any limit worth a refusal: `set` drops empty ones.
      grid.set(row, column, field.trim());
    });
  });
  return { format: 'CSV', date1904: false, sheets: [grid.build()] };
}
