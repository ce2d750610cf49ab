/** GLPK (GPL-3.0), compiled to WebAssembly: starts fast, good at pure linear programs. */

import loadGlpk, { type GLPK, type LP } from 'glpk.js/node';
import type { Program } from '../modelling/program.js';
import { integerCount } from '../modelling/program.js';
import type { Engine, SolveLimits, SolveOutcome } from './port.js';

let loading: Promise<Engine> | undefined;

/** Loads the engine once a thread. */
export function loadGlpkEngine(): Promise<Engine> {
  loading ??= loadGlpk().then((glpk) => new GlpkEngine(glpk));
  return loading;
}

/** A limit of nothing would be none, milliseconds. */
const LEAST_MS = 1;

class GlpkEngine implements Engine {
  readonly name = 'glpk';
  readonly version: string;

  constructor(private readonly glpk: GLPK) {
    this.version = glpk.version;
  }

  /** GLPK tells no bound of an interrupted run and takes no start. */
  solve(program: Program, limits: SolveLimits): SolveOutcome {
    if (crossesBounds(program)) return { status: 'INFEASIBLE', nodes: 0 };
    // Nothing to decide; GLPK ends the whole program over a model without columns.
    if (program.columns === 0)
      return {
        status: 'OPTIMAL',
        objective: program.offset,
        bound: program.offset,
        values: new Float64Array(),
        nodes: 0,
      };
    const { glpk } = this;
    const seconds = Math.max(LEAST_MS, limits.timeLimitMs) / 1000;
    const started = performance.now();
    const answer = glpk.solve(this.model(program), {
      msglev: glpk.GLP_MSG_OFF,
      presol: true,
      tmlim: seconds,
      mipgap: 0,
    }).result;
    if (answer.status === glpk.GLP_NOFEAS || answer.status === glpk.GLP_INFEAS) {
      return { status: 'INFEASIBLE', nodes: 0 };
    }
    const isOptimal = answer.status === glpk.GLP_OPT;
    // An interrupted integer run is FEAS; presolving an infeasible one ends UNDEF with no value at all.
    if (!isOptimal && answer.status !== glpk.GLP_FEAS) {
      // So does one that ran out of time: then nothing is proven.
      const ranOut = performance.now() - started >= seconds * 990;
      return !ranOut && (integerCount(program) === 0 || hasNoPoint(answer.vars))
        ? { status: 'INFEASIBLE', nodes: 0 }
        : { status: 'UNKNOWN', bound: Infinity, nodes: 0 };
    }
    const values = Float64Array.from({ length: program.columns }, (_, j) => answer.vars[name(j)] ?? 0);
    const objective = valueOf(program, values);
    return {
      status: isOptimal ? 'OPTIMAL' : 'FEASIBLE',
      objective,
      bound: isOptimal ? objective : Infinity,
      values,
      nodes: 0,
    };
  }

  private model(program: Program): LP {
    const { glpk } = this;
    const bounds = (lower: number, upper: number): { type: number; lb: number; ub: number } => {
      const hasLower = Number.isFinite(lower);
      const hasUpper = Number.isFinite(upper);
      if (hasLower && hasUpper) {
        return { type: lower === upper ? glpk.GLP_FX : glpk.GLP_DB, lb: lower, ub: upper };
      }
      if (hasLower) return { type: glpk.GLP_LO, lb: lower, ub: 0 };
      return hasUpper ? { type: glpk.GLP_UP, lb: 0, ub: upper } : { type: glpk.GLP_FR, lb: 0, ub: 0 };
    };
    const vars: { name: string; coef: number }[] = [];
    const columnBounds: { name: string; type: number; lb: number; ub: number }[] = [];
    const generals: string[] = [];
    for (let j = 0; j < program.columns; j += 1) {
      // Every column is in the objective, so that the engine numbers all of them.
      vars.push({ name: name(j), coef: at(program.cost, j) });
      columnBounds.push({ name: name(j), ...bounds(at(program.columnLower, j), at(program.columnUpper, j)) });
      if (program.integrality[j] === 1) generals.push(name(j));
    }
    const subjectTo: LP['subjectTo'] = [];
    for (let i = 0; i < program.rows; i += 1) {
      const row: { name: string; coef: number }[] = [];
      for (let k = at(program.starts, i); k < at(program.starts, i + 1); k += 1) {
        row.push({ name: name(at(program.indices, k)), coef: at(program.values, k) });
      }
      if (row.length > 0) {
        subjectTo.push({
          name: `r${String(i)}`,
          vars: row,
          bnds: bounds(at(program.rowLower, i), at(program.rowUpper, i)),
        });
      }
    }
    return {
      name: 'plan',
      objective: { direction: glpk.GLP_MAX, name: 'value', vars },
      subjectTo,
      bounds: columnBounds,
      generals,
    };
  }
}

function name(column: number): string {
  return `x${String(column)}`;
}

function at(array: Float64Array | Int32Array, index: number): number {
  return array[index] ?? 0;
}

function valueOf(program: Program, values: Float64Array): number {
  return values.reduce((sum, value, column) => sum + value * at(program.cost, column), program.offset);
}

/** A row without any column whose bounds exclude 0, or bounds the wrong way round: GLPK rejects those outright. */
function crossesBounds(program: Program): boolean {
  for (let j = 0; j < program.columns; j += 1) {
    if (at(program.columnLower, j) > at(program.columnUpper, j)) return true;
  }
  for (let i = 0; i < program.rows; i += 1) {
    const isEmpty = at(program.starts, i) === at(program.starts, i + 1);
    const [lower, upper] = [at(program.rowLower, i), at(program.rowUpper, i)];
    if (lower > upper || (isEmpty && (lower > 0 || upper < 0))) return true;
  }
  return false;
}

function hasNoPoint(vars: Record<string, number>): boolean {
  return Object.values(vars).every((value) => value === 0);
}
