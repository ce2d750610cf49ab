import { FileError } from '../errors.js';
import { decodeText } from '../read/sniff.js';
import type { Workbook } from '../types.js';
import { type StandardEntry, standardWorkbook, type StandardStatement } from './statement.js';

const TAG = /^:(\d{2}[A-Z]?):(.*)$/;
const LINE_CHARACTERS = 65;

interface Field {
  readonly tag: string;
  readonly lines: string[];
}

/** The fields of all messages; what stands between them (SWIFT's block brackets, a bank's own lines) is left out. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  let isOpen = false;
  for (const raw of text.split(/\r*\n|\r/)) {
    const line = raw.replace(/^\{4:/, '').replace(/^(\{[^{}]*\})+/, '');
    const match = TAG.exec(line);
    if (match) {
      fields.push({ tag: match[1] ?? '', lines: [match[2] ?? ''] });
      isOpen = true;
    } else if (/^-\}?/.test(line) && line.trim().length <= 2) isOpen = false;
    else if (isOpen) fields.at(-1)?.lines.push(line);
  }
  return fields;
}

const amountOf = (text: string): number => Number(text.replace(',', '.').replace(/\.$/, ''));

/** `C260131EUR1234,56`: sign, day, currency, amount. */
function balanceOf(text: string): { cents: number; currency: string } | undefined {
  const [, sign, , currency = '', amount = ''] = /^([CD])(\d{6})([A-Z]{3})([\d,]+)/.exec(text.trim()) ?? [];
  if (sign === undefined) return undefined;
  return { cents: (sign === 'D' ? -1 : 1) * amountOf(amount), currency };
}

const isoDay = (yymmdd: string): string =>
  `20${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4, 6)}`;

/** A booking day without a year: the one nearest to the value day. */
function bookingDay(valueDate: string, mmdd: string | undefined): string {
  if (mmdd === undefined) return valueDate;
  const year = Number(valueDate.slice(0, 4));
  const months = Number(mmdd.slice(0, 2)) - Number(valueDate.slice(5, 7));
  const shift = months > 6 ? -1 : months < -6 ? 1 : 0;
  return `${String(year + shift)}-${mmdd.slice(0, 2)}-${mmdd.slice(2, 4)}`;
}

const LINE = /^(\d{6})(\d{4})?(E?)(R?)([CD])([A-Z])?(\d+,\d{0,3})(.*)$/;

/** @throws FileError FILE_CELL for a movement that cannot be read */
function entryOf(line: Field, details: Field | undefined, currency: string, place: number): StandardEntry {
  const match = LINE.exec((line.lines[0] ?? '').trim());
  if (!match) throw new FileError('FILE_CELL', 'A field 61 cannot be read', [place, '61']);
  const [, day = '', mmdd, expected, reversal, mark, , amount = '', rest = ''] = match;
  const valueDate = isoDay(day);
  // A reversed credit takes money away.
  const isOut = (mark === 'D') !== (reversal === 'R');
  const text = details ? detailsOf(details.lines) : '';
  const own = [rest.replace(/^[A-Z][A-Z0-9]{3}/, ''), ...line.lines.slice(1)].join(' ');
  return {
    bookingDate: bookingDay(valueDate, mmdd),
    valueDate,
    amount: (isOut ? -1 : 1) * amountOf(amount),
    currency,
    text: text === '' ? own.replace(/\bNONREF\b|\/\//g, ' ').trim() : text,
    pending: expected === 'E',
  };
}

/** Field 86: `166?00GUTSCHRIFT?20EREF+…?32NAME` by its numbered parts, `/NAME/…/` by its words, or free text. */
function detailsOf(lines: readonly string[]): string {
  // A full line goes on in the next one without a blank.
  const joined = lines.reduce((text, line, i) => {
    const before = lines[i - 1];
    return before === undefined || before.length >= LINE_CHARACTERS ? text + line : `${text} ${line}`;
  }, '');
  if (!/^\d{3}[?<]\d{2}/.test(joined.trim())) return joined.trim();
  const parts = new Map<string, string>();
  for (const part of joined
    .trim()
    .slice(3)
    .split(/[?<](?=\d{2})/)) {
    if (part.length > 2) parts.set(part.slice(0, 2), (parts.get(part.slice(0, 2)) ?? '') + part.slice(2));
  }
  const numbered = (from: number, to: number): string =>
    [...parts].flatMap(([code, text]) => (Number(code) >= from && Number(code) <= to ? [text] : [])).join('');
  const texts = [`${parts.get('32') ?? ''}${parts.get('33') ?? ''}`, numbered(20, 29) + numbered(60, 63)];
  const said = texts.map((text) => text.trim()).filter((text) => text !== '');
  return said.length > 0 ? said.join(' ') : (parts.get('00') ?? '').trim();
}

interface OpenStatement {
  account: string;
  currency: string;
  opening?: number | undefined;
  closing?: number | undefined;
  readonly entries: StandardEntry[];
}

/**
 * Reads customer statements of SWIFT: MT940 with its balances, MT942 of one day without.
 * @throws FileError FILE_UNREADABLE (no statement), FILE_CELL, FILE_TOO_COMPLEX
 */
export function readMt940(bytes: Uint8Array): Workbook {
  const fields = fieldsOf(decodeText(bytes).replace(/^\uFEFF/, ''));
  const statements: OpenStatement[] = [];
  fields.forEach((field, index) => {
    const open = statements.at(-1);
    const [text = ''] = field.lines;
    if (field.tag === '20') statements.push({ account: '', currency: '', entries: [] });
    else if (!open) return;
    else if (field.tag === '25')
      open.account = text
        .replace(/^\//, '')
        .replace(/\/?(EUR|[A-Z]{3})$/, '')
        .replaceAll(' ', '');
    else if (/^60[FM]$/.test(field.tag)) {
      const balance = balanceOf(text);
      open.opening ??= balance?.cents;
      open.currency = balance?.currency ?? open.currency;
    } else if (field.tag === '34F') open.currency = /^[A-Z]{3}/.exec(text)?.[0] ?? open.currency;
    else if (/^62[FM]$/.test(field.tag)) open.closing = balanceOf(text)?.cents;
    else if (field.tag === '61') {
      const next = fields[index + 1];
      open.entries.push(entryOf(field, next?.tag === '86' ? next : undefined, open.currency, index + 1));
    }
  });
  return standardWorkbook('MT940', statements satisfies readonly StandardStatement[]);
}
