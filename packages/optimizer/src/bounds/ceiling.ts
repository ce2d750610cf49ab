import type { Program } from '../modelling/program.js';

/** Every column at its best end, whatever the rows say; infinite when a useful one has no end. */
export function ceilingOf({ columns, offset, cost, columnLower, columnUpper }: Program): number {
  let sum = offset;
  for (let column = 0; column < columns; column += 1) {
    const factor = cost[column] ?? 0;
    if (factor !== 0) sum += factor * ((factor > 0 ? columnUpper[column] : columnLower[column]) ?? Infinity);
  }
  return sum;
}
