/** Built-in formats that show days: 14 to 17 and 22, and the local ones of East Asian and Thai files. */
const BUILT_IN_DAYS = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58,
]);

/**
 * Whether a number format shows a day. Times alone are not days; colours, conditions, quoted and escaped characters
 * are not letters of the format.
 */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN_DAYS.has(id);
  const bare = code
    .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
    .replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';')[0];
  return bare !== undefined && /[dy]/i.test(bare) && !/general/i.test(bare);
}
