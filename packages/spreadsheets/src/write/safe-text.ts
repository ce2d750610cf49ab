/** What a spreadsheet takes for the beginning of a formula, its full-width forms included. */
const FORMULA_START = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** A text as a CSV field that no spreadsheet computes: an apostrophe before what would begin a formula. */
export const guarded = (text: string): string => (FORMULA_START.test(text) ? `'${text}` : text);

/** Takes off the apostrophe that `guarded` or another careful program put on. */
export const unguarded = (text: string): string =>
  text.startsWith("'") && FORMULA_START.test(text.slice(1)) ? text.slice(1) : text;
