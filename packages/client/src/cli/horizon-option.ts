import { type Command, InvalidArgumentError } from 'commander';

const MOST_QUARTERS = 8;
const DEFAULT_QUARTERS = 4;

/** Adds `--quarters`, how far a question looks. */
export const horizon = (command: Command, unlessSaid = DEFAULT_QUARTERS): Command =>
  command.option('--quarters <count>', 'how many quarters to look ahead', quarters, unlessSaid);

function quarters(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > MOST_QUARTERS)
    throw new InvalidArgumentError(`1 to ${String(MOST_QUARTERS)}.`);
  return count;
}
