/** A program as text in the CPLEX LP format, which every solver and a person can read, and its size block by block. */

import type { Block, Program } from './program.js';

/** What columns and rows are called; letters, digits and `_.:` only. */
export interface Names {
  readonly columns: readonly string[];
  readonly rows: readonly string[];
}

const TERMS_A_LINE = 6;

/** The LP file. The constant of the objective is the column `one`, which is 1. */
export function lpFile(program: Program, names: Names): string {
  const name = (column: number): string => names.columns[column] ?? `x_${String(column)}`;
  const objective = [...program.cost].flatMap((cost, column): [number, string][] =>
    cost === 0 ? [] : [[cost, name(column)]],
  );
  const lines = ['Maximize', ` value: ${sumOf([...objective, [program.offset, 'one']])}`, 'Subject To'];
  for (let row = 0; row < program.rows; row += 1) {
    const terms: [number, string][] = [];
    for (let at = program.starts[row] ?? 0; at < (program.starts[row + 1] ?? 0); at += 1) {
      terms.push([program.values[at] ?? 0, name(program.indices[at] ?? -1)]);
    }
    const label = names.rows[row] ?? `r_${String(row)}`;
    lines.push(...rowLines(label, terms, program.rowLower[row] ?? 0, program.rowUpper[row] ?? 0));
  }
  lines.push('Bounds', ' one = 1');
  const [binaries, generals]: [string[], string[]] = [[], []];
  for (let column = 0; column < program.columns; column += 1) {
    const [lower, upper] = [program.columnLower[column] ?? 0, program.columnUpper[column] ?? 0];
    if (program.integrality[column] === 1 && lower === 0 && upper === 1) binaries.push(` ${name(column)}`);
    else {
      if (program.integrality[column] === 1) generals.push(` ${name(column)}`);
      lines.push(` ${numberOf(lower)} <= ${name(column)} <= ${numberOf(upper)}`);
    }
  }
  if (generals.length > 0) lines.push('General', ...generals);
  if (binaries.length > 0) lines.push('Binary', ...binaries);
  return [...lines, 'End', ''].join('\n');
}

function rowLines(label: string, terms: readonly [number, string][], lower: number, upper: number): string[] {
  // The format knows no row without a column.
  const sum = sumOf(terms.length === 0 ? [[0, 'one']] : terms);
  if (lower === upper) return [` ${label}: ${sum} = ${numberOf(lower)}`];
  return [
    ...(lower === -Infinity ? [] : [` ${label}.least: ${sum} >= ${numberOf(lower)}`]),
    ...(upper === Infinity ? [] : [` ${label}.most: ${sum} <= ${numberOf(upper)}`]),
  ];
}

function sumOf(terms: readonly (readonly [number, string])[]): string {
  return terms
    .map(([factor, name], index) => {
      const sign = factor < 0 ? '-' : '+';
      const term = `${sign} ${numberOf(Math.abs(factor))} ${name}`;
      return index > 0 && index % TERMS_A_LINE === 0 ? `\n   ${term}` : term;
    })
    .join(' ');
}

function numberOf(value: number): string {
  if (value === Infinity) return '+inf';
  return value === -Infinity ? '-inf' : String(value);
}

export interface BlockStatistics {
  readonly block: string;
  readonly columns: number;
  readonly integers: number;
  readonly rows: number;
  readonly nonzeros: number;
}

/** How large each block of a program is. */
export function statisticsOf(program: Program, blocks: readonly Block[]): BlockStatistics[] {
  return blocks.map(({ name, firstColumn, firstRow }, index) => {
    const next = blocks[index + 1];
    const [endColumn, endRow] = [next?.firstColumn ?? program.columns, next?.firstRow ?? program.rows];
    return {
      block: name,
      columns: endColumn - firstColumn,
      integers: program.integrality.slice(firstColumn, endColumn).reduce((sum, flag) => sum + flag, 0),
      rows: endRow - firstRow,
      nonzeros: (program.starts[endRow] ?? 0) - (program.starts[firstRow] ?? 0),
    };
  });
}
