import { FileError } from '../errors.js';
import { LIMITS } from '../limits.js';
import { decodeText } from '../read/sniff.js';
import type { Workbook } from '../types.js';
import { type StandardEntry, standardWorkbook, type StandardStatement } from './statement.js';

const RECORD_CHARACTERS = 120;
/** Positions are the standard's (CBI-RND-001, records of 120 characters), counted from 1 and with both ends. */
const part = (record: string, from: number, to: number): string => record.slice(from - 1, to);

const isoDay = (ddmmyy: string): string =>
  `20${ddmmyy.slice(4, 6)}-${ddmmyy.slice(2, 4)}-${ddmmyy.slice(0, 2)}`;
const signed = (sign: string, amount: string): number =>
  (sign === 'D' ? -1 : 1) * Number(amount.trim().replace(',', '.') || Number.NaN);

/** CIN, ABI, CAB and account, currency, day, sign, balance; then country and check digits of the IBAN. */
const OPENING =
  /([A-Z ])(\d{5})(\d{5})([A-Z0-9 ]{12})([A-Z]{3})(\d{6})([CD])([\d ]{12},\d{2})(?:([A-Z]{2})(\d{2}))?/;

interface OpenStatement {
  readonly account: string;
  readonly currency: string;
  readonly opening: number;
  /** The days of its balances: the movements are booked between them. */
  readonly from: string;
  to?: string | undefined;
  closing?: number | undefined;
  readonly entries: (StandardEntry & { text: string; hasMore: boolean })[];
}

function openingOf(record: string, row: number): OpenStatement {
  const match = OPENING.exec(record);
  if (!match) throw new FileError('FILE_CELL', 'A record 61 cannot be read', [row, '61']);
  const [
    ,
    cin = '',
    abi = '',
    cab = '',
    number = '',
    currency = '',
    day = '',
    sign = '',
    amount = '',
    country,
    check,
  ] = match;
  const bban = `${cin.trim()}${abi}${cab}${number.replaceAll(' ', '0')}`;
  const account =
    country !== undefined && check !== undefined && cin !== ' '
      ? `${country}${check}${bban}`
      : `${abi}/${cab}/${number.trim()}`;
  return { account, currency, opening: signed(sign, amount), from: isoDay(day), entries: [] };
}

function movementOf(
  record: string,
  { currency }: OpenStatement,
  row: number,
): OpenStatement['entries'][number] {
  const [sign, amount] = [part(record, 26, 26), part(record, 27, 41)];
  if (!/^\d{12}$/.test(part(record, 14, 25)) || !/^[CD]$/.test(sign) || !/^[\d ]{12},\d{2}$/.test(amount))
    throw new FileError('FILE_CELL', 'A record 62 cannot be read', [row, '62']);
  return {
    valueDate: isoDay(part(record, 14, 19)),
    bookingDate: isoDay(part(record, 20, 25)),
    amount: signed(sign, amount),
    currency,
    // The bank's and the customer's references: all there is where no record 63 follows.
    text: part(record, 62, RECORD_CHARACTERS),
    pending: false,
    hasMore: false,
  };
}

/** Some banks write the two days of a movement the other way round: those within the balances' days are booking days. */
function inOrder(statement: OpenStatement): StandardStatement {
  const { from, to = from, entries } = statement;
  const isWithin = (day: string | undefined): boolean => day !== undefined && day >= from && day <= to;
  const isSwapped =
    entries.every(({ valueDate }) => isWithin(valueDate)) &&
    !entries.some(({ bookingDate }) => isWithin(bookingDate));
  if (!isSwapped) return statement;
  const swapped = entries.map((entry) => ({
    ...entry,
    bookingDate: entry.valueDate,
    valueDate: entry.bookingDate,
  }));
  return { ...statement, entries: swapped };
}

/** The text of a record 63, without the tag that says what follows. Not trimmed: a full record goes on in the next. */
const moreText = (record: string): string =>
  part(record, 14, RECORD_CHARACTERS).replace(/^(YYY|YY2|ZZ[1-3]|RI[1-2]|ID1|KKK)/, ' ');

/**
 * Reads the account statements of Italian corporate banking (CBI, "rendicontazione", flow RH): a day's opening balance
 * (61), movements (62) with their texts (63), closing balance (64).
 * @throws FileError FILE_UNREADABLE (no statement), FILE_CELL (row, record), FILE_TOO_COMPLEX
 */
export function readCbi(bytes: Uint8Array): Workbook {
  const statements: OpenStatement[] = [];
  const lines = decodeText(bytes).split(/\r*\n|\r/);
  if (lines.length > LIMITS.rows * 4) throw new FileError('FILE_TOO_COMPLEX', 'Too many records');
  lines.forEach((line, index) => {
    // Some programs drop the first blank.
    const record = (/^\d{2}|^(RH|EF|IM)/.test(line) ? ` ${line}` : line).padEnd(RECORD_CHARACTERS);
    const open = statements.at(-1);
    const last = open?.entries.at(-1);
    switch (part(record, 2, 3)) {
      case '61':
        statements.push(openingOf(record, index + 1));
        break;
      case '62':
        if (open) open.entries.push(movementOf(record, open, index + 1));
        break;
      case '63':
        if (last) {
          last.text = `${last.hasMore ? last.text : ''}${moreText(record)}`;
          last.hasMore = true;
        }
        break;
      case '64':
        if (open) {
          open.to = isoDay(part(record, 14, 19));
          open.closing = signed(part(record, 20, 20), part(record, 21, 35));
        }
    }
  });
  return standardWorkbook('CBI', statements.map(inOrder));
}
