/** A mixed-integer linear program in the neutral form every engine takes, and its builder. */

/** A column and its coefficient in a row. */
export type Term = readonly [column: number, coefficient: number];

/** Maximise `offset + cost·x` with `rowLower ≤ A·x ≤ rowUpper` and column bounds; rows are compressed. */
export interface Program {
  readonly columns: number;
  readonly rows: number;
  readonly offset: number;
  readonly cost: Float64Array;
  readonly columnLower: Float64Array;
  readonly columnUpper: Float64Array;
  /** 1 where the column must be a whole number. */
  readonly integrality: Uint8Array;
  readonly rowLower: Float64Array;
  readonly rowUpper: Float64Array;
  readonly starts: Int32Array;
  readonly indices: Int32Array;
  readonly values: Float64Array;
}

/** A part of a program with one job. */
export interface Block {
  readonly name: string;
  readonly firstColumn: number;
  readonly firstRow: number;
}

export class ProgramBuilder {
  private offset = 0;
  private readonly cost: number[] = [];
  private readonly columnLower: number[] = [];
  private readonly columnUpper: number[] = [];
  private readonly integrality: number[] = [];
  private readonly rowLower: number[] = [];
  private readonly rowUpper: number[] = [];
  private readonly starts: number[] = [0];
  private readonly indices: number[] = [];
  private readonly values: number[] = [];
  private readonly marks: Block[] = [];

  /** Where each block begins, in order. */
  get blocks(): readonly Block[] {
    return this.marks;
  }

  /** What is added from here on belongs to the block: names of columns and rows, and statistics, come from it. */
  block(name: string): void {
    this.marks.push({ name, firstColumn: this.cost.length, firstRow: this.rowLower.length });
  }

  get columnCount(): number {
    return this.cost.length;
  }

  /** Adds a column between its bounds and returns its index. */
  column(lower: number, upper: number, cost = 0, integer = false): number {
    this.cost.push(cost);
    this.columnLower.push(lower);
    this.columnUpper.push(upper);
    this.integrality.push(integer ? 1 : 0);
    return this.cost.length - 1;
  }

  /** A column that is 0 or 1. */
  binary(cost = 0): number {
    return this.column(0, 1, cost, true);
  }

  /** Narrows a column's bounds. */
  tighten(column: number, lower: number, upper: number): void {
    this.columnLower[column] = Math.max(this.columnLower[column] ?? -Infinity, lower);
    this.columnUpper[column] = Math.min(this.columnUpper[column] ?? Infinity, upper);
  }

  addCost(column: number, cost: number): void {
    this.cost[column] = (this.cost[column] ?? 0) + cost;
  }

  upperOf(column: number): number {
    return this.columnUpper[column] ?? Infinity;
  }

  addConstant(value: number): void {
    this.offset += value;
  }

  /** Adds `lower ≤ Σ coefficient × column ≤ upper`; terms of one column are summed. */
  row(lower: number, upper: number, terms: readonly Term[]): number {
    const sums = new Map<number, number>();
    for (const [column, coefficient] of terms) {
      sums.set(column, (sums.get(column) ?? 0) + coefficient);
    }
    for (const [column, coefficient] of sums) {
      if (coefficient === 0) continue;
      this.indices.push(column);
      this.values.push(coefficient);
    }
    this.starts.push(this.indices.length);
    this.rowLower.push(lower);
    this.rowUpper.push(upper);
    return this.rowLower.length - 1;
  }

  atMost(upper: number, terms: readonly Term[]): number {
    return this.row(-Infinity, upper, terms);
  }

  atLeast(lower: number, terms: readonly Term[]): number {
    return this.row(lower, Infinity, terms);
  }

  /** Takes a row's bounds away. */
  free(row: number): void {
    this.rowLower[row] = -Infinity;
    this.rowUpper[row] = Infinity;
  }

  equal(value: number, terms: readonly Term[]): number {
    return this.row(value, value, terms);
  }

  build(): Program {
    return {
      columns: this.cost.length,
      rows: this.rowLower.length,
      offset: this.offset,
      cost: Float64Array.from(this.cost),
      columnLower: Float64Array.from(this.columnLower),
      columnUpper: Float64Array.from(this.columnUpper),
      integrality: Uint8Array.from(this.integrality),
      rowLower: Float64Array.from(this.rowLower),
      rowUpper: Float64Array.from(this.rowUpper),
      starts: Int32Array.from(this.starts),
      indices: Int32Array.from(this.indices),
      values: Float64Array.from(this.values),
    };
  }
}

/** The same with its LP relaxation, and of steps. */
export function lpRelaxation(program: Program): Program {
  return { ...program, integrality: new Uint8Array(program.columns) };
}

/** The objective as terms. */
export function objectiveOf({ cost }: Program): Term[] {
  return [...cost].flatMap((value, column): Term[] => (value === 0 ? [] : [[column, value]]));
}

export function integerCount(program: Program): number {
  return program.integrality.reduce((count, flag) => count + flag, 0);
}
