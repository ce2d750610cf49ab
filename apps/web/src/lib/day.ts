import { isDay } from '@fibado/planning';

/** `gg/mm/aaaa` of a `YYYY-MM-DD` day. */
export function formatDay(day: string): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
}

/** `gg/mm`, where the year is known from around it. */
export const formatDayShort = (day: string): string => `${day.slice(8, 10)}/${day.slice(5, 7)}`;

/**
 * Reads a day as people type it: `31/12/2026`, `31-12-26`, `31.12`, `31122026`, `2026-12-31`. A missing year is the
 * one of `reference`. `undefined` when there is no such day.
 */
export function parseDay(text: string, reference: string): string | undefined {
  const bare = text.trim();
  if (isDay(bare)) return bare;
  const match =
    /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{2}|\d{4}))?$/.exec(bare) ??
    /^(\d{2})(\d{2})(\d{2}|\d{4})?$/.exec(bare);
  if (!match) return undefined;
  const [, day = '', month = '', year = reference.slice(0, 4)] = match;
  const full = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(full) ? full : undefined;
}

/** The day it is for the person at the screen. */
export function today(now = new Date()): string {
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

const ITALIAN_TIME = new Intl.DateTimeFormat('it-IT', {
  timeZone: 'Europe/Rome',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The time of the day in Italy, `HH:MM`: banks' hours are. */
export const italianTime = (now = new Date()): string => ITALIAN_TIME.format(now);

/** A moment in ISO 8601 as `gg/mm/aaaa hh:mm` of the person's own clock. */
export function formatInstant(instant: string): string {
  const date = new Date(instant);
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${formatDay(today(date))} ${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** `1° trim. 2027` in the reader's language: number and year, for `COMMON.QUARTER`. */
export function quarterParts(date: string): { readonly number: number; readonly year: string } {
  return { number: (Number(date.slice(5, 7)) + 2) / 3, year: date.slice(0, 4) };
}
