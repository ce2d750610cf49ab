import iconv from 'iconv-lite';
import { FileError } from '../errors.js';
import type { ReadableFormat } from '../types.js';

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, i) => bytes[i] === byte);

const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** Whether the bytes begin as a zip archive with entries. */
export const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, ZIP);
const OLE2 = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const PDF = [0x25, 0x50, 0x44, 0x46];
/** A BIFF stream without its container: Excel 2 to 4, and some banks' generators. */
const BARE_BIFF = [
  [0x09, 0x00, 0x04, 0x00],
  [0x09, 0x02, 0x06, 0x00],
  [0x09, 0x04, 0x06, 0x00],
  [0x09, 0x08, 0x08, 0x00],
  [0x09, 0x08, 0x10, 0x00],
];
const OTHER_KINDS: readonly (readonly number[])[] = [
  [0x89, 0x50, 0x4e, 0x47], // PNG
  [0xff, 0xd8, 0xff], // JPEG
  [0x1f, 0x8b], // gzip
  [0x50, 0x4b, 0x05, 0x06], // an empty zip archive
  [0x52, 0x61, 0x72, 0x21], // RAR
  [0x37, 0x7a, 0xbc, 0xaf], // 7z
];

/** Some banks' programs fill the last block of a file with NUL bytes. */
function withoutPadding(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '\0') end -= 1;
  return text.slice(0, end);
}

/**
 * The bytes in the encoding named. Not by `TextDecoder`: Node before 24 decodes 0x80 to 0x9F of Windows-1252, the euro
 * sign and the typographic apostrophe among them, as control characters.
 */
export const decodeAs = (bytes: Uint8Array, encoding: string): string =>
  withoutPadding(iconv.decode(bytes, encoding));

/** The bytes as text: the BOM's encoding, UTF-8 where the bytes are that, else Windows-1252 as Italian banks write. */
export function decodeText(bytes: Uint8Array): string {
  if (startsWith(bytes, [0xff, 0xfe])) return decodeAs(bytes, 'utf-16le');
  if (startsWith(bytes, [0xfe, 0xff])) return decodeAs(bytes, 'utf-16be');
  try {
    return withoutPadding(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return decodeAs(bytes, 'windows-1252');
  }
}

/** Markup from its first element on: without an XML declaration and comments. */
function withoutProlog(markup: string): string {
  let at = /^<\?xml[^>]*>\s*/.exec(markup)?.[0].length ?? 0;
  while (markup.startsWith('<!--', at)) {
    const end = markup.indexOf('-->', at + 4);
    if (end < 0) return '';
    at = end + 3;
    while (/\s/.test(markup.charAt(at))) at += 1;
  }
  return markup.slice(at);
}

/** Control characters no text file holds; their presence tells a binary file. */
const isBinary = (text: string): boolean => /[^\P{Cc}\t\n\r\f\v\u0085]/u.test(text.slice(0, 65_536));

/** The format of a text by the words its standard begins with. */
function standardFormat(head: string): ReadableFormat | undefined {
  if (/^<[^]*(camt\.05[234]|BkToCstmr(Stmt|AcctRpt)\b)/i.test(head)) return 'CAMT';
  if (/^OFXHEADER\s*:|^<[^]{0,400}<OFX>|^<OFX>|^<\?OFX/i.test(head)) return 'OFX';
  if (/^!(type|account|option|clear):?/i.test(head)) return 'QIF';
  if (/^ ?(IM|RH)[A-Z0-9 ]{10}\d{6}/.test(head) || /^ ?61\d{7} /.test(head)) return 'CBI';
  const hasMessage =
    /^(\{[^}]*\})*(\{4:\s*)?:20:/m.test(head) && /^:(25|28C?|60[FM]|61|34F|13D?):/m.test(head);
  return hasMessage ? 'MT940' : undefined;
}

/**
 * What a file is by its first bytes; its name is never asked. CSV is what is left, so random text is "CSV" here and
 * fails later, where no header is found.
 * @throws FileError FILE_EMPTY, FILE_UNREADABLE
 */
export function sniff(bytes: Uint8Array): ReadableFormat {
  if (bytes.length === 0) throw new FileError('FILE_EMPTY', 'The file holds nothing');
  if (startsWith(bytes, ZIP)) return 'XLSX';
  if (startsWith(bytes, OLE2) || BARE_BIFF.some((s) => startsWith(bytes, s))) return 'XLS';
  if (startsWith(bytes, PDF)) throw new FileError('FILE_PDF', 'A document to print');
  if (OTHER_KINDS.some((s) => startsWith(bytes, s)))
    throw new FileError('FILE_UNREADABLE', 'Another kind of file');
  const start = decodeText(bytes.subarray(0, 4096))
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start === '' && decodeText(bytes).trim() === '')
    throw new FileError('FILE_EMPTY', 'The file holds only blanks');
  if (isBinary(start)) throw new FileError('FILE_UNREADABLE', 'Binary content');
  const standard = standardFormat(start.slice(0, 2048));
  if (standard) return standard;
  const head = start.slice(0, 2048).toLowerCase();
  if (/^<\?xml\b/.test(head) && head.includes('urn:schemas-microsoft-com:office:spreadsheet')) return 'XML';
  if (/^<(!doctype html|html|head|body|table|meta|style|div)\b/.test(withoutProlog(head))) return 'HTML';
  if (/^<\?xml\b|^<workbook\b/.test(head)) return 'XML';
  return 'CSV';
}
