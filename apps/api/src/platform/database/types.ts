import { types } from 'pg';

/**
 * How PostgreSQL's types arrive: `date` stays the string it is (a Date would be moved by time zones), `int8`
 * becomes a number and fails loudly where it would not be exact.
 */
export function setTypeParsers(): void {
  types.setTypeParser(types.builtins.DATE, (value) => value);
  types.setTypeParser(types.builtins.INT8, exactInteger);
}

export function exactInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError('A stored integer is beyond 2^53');
  return number;
}
