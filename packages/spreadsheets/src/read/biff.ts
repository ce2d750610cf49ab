import { FileError } from '../errors.js';

const RECORD = { filePass: 0x002f, boundSheet: 0x0085, supBook: 0x01ae, bof: 0x0809 } as const;
const SELF_REFERENCE = 0x0401;
const ADD_IN_REFERENCE = 0x3a01;
const BOUND_SHEET_MACRO = 1;
const BOUND_SHEET_VISUAL_BASIC = 6;

/**
 * Walks the records of a BIFF stream (type and length, two bytes each, little endian) before any reader sees it, and
 * refuses what must not be read: passwords, macro sheets, links to other workbooks, lengths that run past the end.
 * @throws FileError FILE_ENCRYPTED, FILE_MACROS, FILE_EXTERNAL_LINKS, FILE_UNREADABLE
 */
export function judgeBiff(stream: Uint8Array): void {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  let offset = 0;
  while (offset + 4 <= stream.length) {
    const type = view.getUint16(offset, true);
    const length = view.getUint16(offset + 2, true);
    const data = offset + 4;
    // A container pads its streams with zeros: the records end there.
    if (type === 0 && length === 0) return;
    if (data + length > stream.length) throw new FileError('FILE_UNREADABLE', 'A record runs past the end');
    judgeRecord(type, length, view, data);
    offset = data + length;
  }
}

function judgeRecord(type: number, length: number, view: DataView, data: number): void {
  if (type === RECORD.filePass) throw new FileError('FILE_ENCRYPTED', 'The workbook has a password');
  if (type === RECORD.boundSheet && length >= 6) {
    const kind = view.getUint8(data + 5);
    if (kind === BOUND_SHEET_MACRO || kind === BOUND_SHEET_VISUAL_BASIC)
      throw new FileError('FILE_MACROS', 'The workbook has a macro sheet');
  }
  if (type === RECORD.supBook && length >= 4) {
    const reference = view.getUint16(data + 2, true);
    if (reference !== SELF_REFERENCE && reference !== ADD_IN_REFERENCE)
      throw new FileError('FILE_EXTERNAL_LINKS', 'The workbook points to another one');
  }
}
