import { decodeAs, decodeText } from '../read/sniff.js';
import type { Workbook } from '../types.js';
import { type StandardEntry, standardWorkbook, type StandardStatement } from './statement.js';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const unescaped = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '');

/** `20260131`, `20260131120000[-3:EST]`: the day as written. */
const dayOf = (text: string | undefined): string | undefined => {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(text ?? '') ?? [];
  return year === undefined ? undefined : `${year}-${String(month)}-${String(day)}`;
};

/** An amount with a point or a comma, whichever the bank's program writes. */
const amountOf = (text: string | undefined): number => Number((text ?? '').replace(',', '.') || Number.NaN);

interface OpenStatement {
  account: string;
  currency: string;
  closing?: number | undefined;
  readonly entries: StandardEntry[];
}

function entryOf(fields: ReadonlyMap<string, string>, currency: string): StandardEntry {
  const texts = [fields.get('NAME'), fields.get('PAYEE'), fields.get('MEMO')].filter(
    (text) => text !== undefined,
  );
  return {
    bookingDate: dayOf(fields.get('DTPOSTED')),
    valueDate: dayOf(fields.get('DTAVAIL')),
    amount: amountOf(fields.get('TRNAMT')),
    currency: fields.get('CURSYM') ?? currency,
    text: [...new Set(texts)].join(' '),
    pending: false,
  };
}

const STATEMENT_TAGS = new Set(['STMTRS', 'CCSTMTRS']);

/** The bytes by the character set the header names: OFX 1 has one, OFX 2 is XML. */
function textOf(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 512));
  return /CHARSET:\s*1252/i.test(head) && !/ENCODING:\s*UTF-?8/i.test(head)
    ? decodeAs(bytes, 'windows-1252')
    : decodeText(bytes);
}

/**
 * Reads bank and card statements of OFX 1 (SGML, whose elements need no end) and OFX 2 (XML) alike, tag by tag: no
 * document type or entity is ever looked at. Amounts are signed from the holder's side in both.
 * @throws FileError FILE_UNREADABLE (no statement), FILE_TOO_COMPLEX
 */
export function readOfx(bytes: Uint8Array): Workbook {
  const statements: OpenStatement[] = [];
  let entry: Map<string, string> | undefined;
  let inLedger = false;
  for (const [, end, name = '', value = ''] of textOf(bytes).matchAll(/<(\/?)([A-Za-z0-9._]+)>([^<]*)/g)) {
    const tag = name.toUpperCase();
    const text = unescaped(value).trim();
    const open = statements.at(-1);
    if (end !== '') {
      if (tag === 'STMTTRN' && entry && open) {
        open.entries.push(entryOf(entry, open.currency));
        entry = undefined;
      } else if (tag === 'LEDGERBAL') inLedger = false;
    } else if (STATEMENT_TAGS.has(tag)) statements.push({ account: '', currency: 'EUR', entries: [] });
    else if (tag === 'STMTTRN') entry = new Map();
    else if (tag === 'LEDGERBAL') inLedger = true;
    else if (entry) {
      if (text !== '' && !entry.has(tag === 'PAYEE' ? 'NAME' : tag)) entry.set(tag, text);
    } else if (open) {
      if (tag === 'CURDEF' && text !== '') open.currency = text;
      else if (tag === 'ACCTID' && open.account === '') open.account = text;
      else if (tag === 'BALAMT' && inLedger) open.closing = amountOf(text);
    }
  }
  return standardWorkbook('OFX', statements satisfies readonly StandardStatement[]);
}
