import { FileError } from '../errors.js';
import { LIMITS } from '../limits.js';
import type { Cell, Sheet } from '../types.js';

/** Counts the cells of a whole workbook against the limits. */
export class CellBudget {
  private left: number = LIMITS.cells;

  /** @throws FileError FILE_TOO_COMPLEX */
  spend(): void {
    this.left -= 1;
    if (this.left < 0) throw new FileError('FILE_TOO_COMPLEX', `More than ${String(LIMITS.cells)} cells`);
  }
}

/** Collects one sheet's cells in any order; places outside the limits are refused, not cut off. */
export class GridBuilder {
  private readonly rows: Cell[][] = [];

  constructor(
    readonly name: string,
    private readonly budget: CellBudget,
  ) {}

  /** Row and column are 0-based. @throws FileError FILE_TOO_COMPLEX */
  set(row: number, column: number, cell: Cell): void {
    if (cell === null || cell === '') return;
    if (row >= LIMITS.rows)
      throw new FileError('FILE_TOO_COMPLEX', `More than ${String(LIMITS.rows)} rows`, [row + 1]);
    if (column >= LIMITS.columns) {
      throw new FileError('FILE_TOO_COMPLEX', `More than ${String(LIMITS.columns)} columns`, [row + 1]);
    }
    this.budget.spend();
    while (this.rows.length <= row) this.rows.push([]);
    const cells = this.rows[row] ?? [];
    while (cells.length < column) cells.push(null);
    cells[column] = typeof cell === 'string' ? cell.slice(0, LIMITS.cellCharacters) : cell;
  }

  build(): Sheet {
    return { name: this.name, rows: this.rows };
  }
}
