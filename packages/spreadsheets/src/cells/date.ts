import { dayFromNumber, dayNumber, dayOf, isDay, type Day } from '@fibado/planning';
import type { Cell, DateOrder } from '../types.js';
import { folded, oneLine } from './text.js';

const MONTHS: readonly (readonly string[])[] = [
  ['gennaio', 'gen', 'january', 'jan'],
  ['febbraio', 'feb', 'february'],
  ['marzo', 'mar', 'march'],
  ['aprile', 'apr', 'april'],
  ['maggio', 'mag', 'may'],
  ['giugno', 'giu', 'june', 'jun'],
  ['luglio', 'lug', 'july', 'jul'],
  ['agosto', 'ago', 'august', 'aug'],
  ['settembre', 'set', 'sett', 'september', 'sep', 'sept'],
  ['ottobre', 'ott', 'october', 'oct'],
  ['novembre', 'nov', 'november'],
  ['dicembre', 'dic', 'december', 'dec'],
];
const MONTH_BY_NAME = new Map(MONTHS.flatMap((names, i) => names.map((name) => [name, i + 1] as const)));

// 1899-12-30, before the first day the calendar takes.
const EPOCH_1900 = dayNumber('1900-01-01') - 2;
const EPOCH_1904 = dayNumber('1904-01-01');
/** Serials taken for days when nothing formats them so: 1954 to 2119, far from any day-of-month or amount in cents. */
const PLAIN_SERIAL = { from: 20_000, to: 80_000 } as const;
/** 9999-12-31 in the 1900 system. */
const MAX_SERIAL = 2_958_465;

/** The day of a workbook's serial number; undefined when it is none. */
export function dayOfSerial(serial: number, date1904: boolean): Day | undefined {
  const whole = Math.floor(serial);
  if (!(whole >= 1 && whole <= MAX_SERIAL - (date1904 ? 1462 : 0))) return undefined;
  if (date1904) return dayFromNumber(EPOCH_1904 + whole);
  // The 1900 system counts a 29 February 1900 that was not: serials before it are one day further.
  const number = EPOCH_1900 + whole + (whole < 60 ? 1 : 0);
  return whole === 60 ? undefined : dayFromNumber(number);
}

function checked(year: number, month: number, day: number): Day | undefined {
  const full = year < 100 ? 2000 + year : year;
  if (full < 1900 || full > 9999 || month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const text = `${String(full).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isDay(text) ? dayOf(full, month, day) : undefined;
}

const TIME = String.raw`(?:(?:[.,]?(?: alle| ore)? +|T)\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d+)?)?(?: ?[ap]m)?(?:Z|[+-]\d{2}:?\d{2})?)?`;
const ISO = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}$`, 'i');
const NUMERIC = new RegExp(String.raw`^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})${TIME}$`, 'i');
const NAMED = new RegExp(
  String.raw`^(?:[a-z]+,? )?(\d{1,2})[°º]?[-/. ]+([a-z]+)\.?[-/., ]+(\d{4}|\d{2})${TIME}$`,
  'i',
);
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;

/** A day written as text; undefined when it is none. ISO and named months read the same in every order. */
export function dayOfText(text: string, order: DateOrder): Day | undefined {
  const line = oneLine(text).replace(/^'/, '');
  const iso = ISO.exec(line) ?? COMPACT.exec(line);
  if (iso) return checked(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numeric = NUMERIC.exec(line);
  if (numeric) {
    const [a, b, c] = [Number(numeric[1]), Number(numeric[2]), Number(numeric[3])];
    if (order === 'YMD') return (numeric[3] ?? '').length === 2 ? checked(a, b, c) : undefined;
    return order === 'MDY' ? checked(c, a, b) : checked(c, b, a);
  }
  const named = NAMED.exec(folded(line));
  const month = MONTH_BY_NAME.get(named?.[2] ?? '');
  return named && month !== undefined ? checked(Number(named[3]), month, Number(named[1])) : undefined;
}

/** The day a cell holds, whether the file formats it as one, writes it as text or leaves a bare serial number. */
export function dayOfCell(cell: Cell | undefined, order: DateOrder, date1904: boolean): Day | undefined {
  if (cell === null || cell === undefined || typeof cell === 'boolean') return undefined;
  if (typeof cell === 'string') return dayOfText(cell, order);
  if (typeof cell === 'number') {
    if (Number.isInteger(cell) && cell >= 19_000_101 && cell <= 99_991_231)
      return dayOfText(String(cell), order);
    return cell >= PLAIN_SERIAL.from && cell < PLAIN_SERIAL.to ? dayOfSerial(cell, date1904) : undefined;
  }
  return 'serial' in cell ? dayOfSerial(cell.serial, date1904) : undefined;
}
