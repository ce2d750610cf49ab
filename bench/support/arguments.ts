/** The value after `--name` on the command line, else `fallback`. */
export const argument = (name: string, fallback: string): string => {
  const index = process.argv.indexOf(`--${name}`);
  return index < 0 ? fallback : (process.argv[index + 1] ?? fallback);
};

/** The same as numbers, separated by commas. */
export const numbers = (name: string, fallback: string): number[] =>
  argument(name, fallback).split(',').map(Number);
