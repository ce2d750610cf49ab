/** HiGHS (MIT), compiled to WebAssembly: the engine for integers. */

import highsModule, { type Highs, type Model } from 'highs';
import { integerCount, lpRelaxation, type Program, type Term } from '../modelling/program.js';
import type { LinearOutcome, LinearSession, SessionEngine, SolveLimits, SolveOutcome } from './port.js';

let loading: Promise<SessionEngine> | undefined;

/** Loads the engine once a thread. */
export function loadHighsEngine(): Promise<SessionEngine> {
  loading ??= loadHighs().then((highs) => new HighsEngine(highs));
  return loading;
}

// The package's types describe its CommonJS form; imported as a module, the loader is the default export itself.
const loadHighs = highsModule as unknown as typeof highsModule.default;

/**
 * A good plan is mostly known before branch and bound begins: looking for another one inside it, and starting over,
 * took half of the time (measured; see the decision record on net flows).
 */
const WITHOUT_DETOURS = {
  mip_heuristic_run_feasibility_jump: false,
  mip_heuristic_run_rins: false,
  mip_heuristic_run_rens: false,
  mip_allow_restart: false,
};

class HighsEngine implements SessionEngine {
  readonly name = 'highs';
  readonly version: string;

  constructor(private readonly highs: Highs) {
    const { major, minor, patch } = highs.version;
    this.version = [major, minor, patch].join('.');
  }

  solve(program: Program, limits: SolveLimits): SolveOutcome {
    if (program.columns === 0) return emptyOutcome(program);
    // Of linear programs the engine knows it only where they are minimised; inside branch and bound everything is.
    const cutoff = integerCount(program) === 0 || limits.cutoff === -Infinity ? undefined : limits.cutoff;
    // Now and then (one of some thousand households) the engine ends with an error over a solution of its own; with
    // restarts it has not yet.
    const started = performance.now();
    for (const detours of [WITHOUT_DETOURS, {}]) {
      const timeLimitMs = limits.timeLimitMs - (performance.now() - started);
      try {
        return this.run(program, { ...limits, timeLimitMs, cutoff }, detours);
      } catch (error) {
        const { HighsError } = this.highs.errors;
        if (!(error instanceof HighsError) || error.operation !== 'run') throw error;
      }
    }
    return { status: 'UNKNOWN', bound: Infinity, nodes: 0 };
  }

  private run(program: Program, limits: SolveLimits, detours: Partial<typeof WITHOUT_DETOURS>): SolveOutcome {
    const { cutoff } = limits;
    return this.highs.withModel(this.modelData(program), (model: Model) => {
      model.options.set({
        output_flag: false,
        time_limit: Math.max(0.01, limits.timeLimitMs / 1000),
        mip_rel_gap: 0,
        mip_abs_gap: limits.absoluteGap ?? 1e-6,
        mip_feasibility_tolerance: 1e-7,
        primal_feasibility_tolerance: 1e-8,
        random_seed: 0,
        ...detours,
        ...(limits.nodeLimit === undefined ? {} : { mip_max_nodes: limits.nodeLimit }),
        ...(cutoff === undefined ? {} : { objective_bound: -cutoff }),
      });
      if (limits.start !== undefined) model.setSolution(known(limits.start));
      model.run(this.callbacks(limits));
      return atLeast(cutoff, this.outcome(model, program));
    });
  }

  session<T>(program: Program, leftMs: () => number, ask: (session: LinearSession) => T): T {
    const linear = lpRelaxation(program);
    return this.highs.withModel(this.modelData(linear), (model: Model) => {
      model.options.set({ output_flag: false, random_seed: 0 });
      return ask(new HighsSession(model, linear, this.highs.constants, leftMs));
    });
  }

  private modelData(program: Program): Parameters<Highs['withModel']>[0] {
    const { constants } = this.highs;
    return {
      numCols: program.columns,
      numRows: program.rows,
      sense: constants.objectiveSense.maximize,
      offset: program.offset,
      colCost: program.cost,
      colLower: program.columnLower,
      colUpper: program.columnUpper,
      rowLower: program.rowLower,
      rowUpper: program.rowUpper,
      matrix: {
        format: 'csr',
        numRows: program.rows,
        numCols: program.columns,
        starts: program.starts,
        indices: program.indices,
        values: program.values,
      },
      ...(integerCount(program) === 0 ? {} : { integrality: Int32Array.from(program.integrality) }),
    };
  }

  private callbacks(limits: SolveLimits): Parameters<Model['run']>[0] {
    const { callbackType } = this.highs.constants;
    const { onProgress, shouldStop } = limits;
    if (onProgress === undefined && shouldStop === undefined) return undefined;
    return {
      [callbackType.mipInterrupt]: (event) => {
        const { mip_dual_bound: bound, mip_primal_bound: best } = event.data;
        if (bound !== undefined) {
          onProgress?.({ bound, best: best !== undefined && Number.isFinite(best) ? best : undefined });
        }
        if (shouldStop?.() === true) event.interrupt();
      },
    };
  }

  private outcome(model: Model, program: Program): SolveOutcome {
    const { modelStatus } = this.highs.constants;
    const status = model.getModelStatus();
    const isMip = integerCount(program) > 0;
    const nodes = isMip ? Number(model.info.get('mip_node_count')) : 0;
    if (status === modelStatus.infeasible || status === modelStatus.unboundedOrInfeasible) {
      return { status: 'INFEASIBLE', nodes };
    }
    const hasSolution = Number(model.info.get('primal_solution_status')) === 2;
    const bound = isMip ? Number(model.info.get('mip_dual_bound')) : Infinity;
    if (!hasSolution) return { status: 'UNKNOWN', bound, nodes };
    const objective = model.getObjectiveValue();
    const isOptimal = status === modelStatus.optimal;
    return {
      status: isOptimal ? 'OPTIMAL' : 'FEASIBLE',
      objective,
      bound: isMip ? Math.max(bound, objective) : isOptimal ? objective : Infinity,
      values: Float64Array.from(model.getSolution().colValue),
      nodes,
    };
  }
}

class HighsSession implements LinearSession {
  /** Columns whose cost is not the program's at the moment. */
  private asked: readonly number[] | undefined;

  constructor(
    private readonly model: Model,
    private readonly program: Program,
    private readonly constants: Highs['constants'],
    private readonly leftMs: () => number,
  ) {}

  maximise(terms?: readonly Term[]): LinearOutcome {
    const left = this.leftMs();
    if (left <= 0) return { status: 'UNKNOWN' };
    this.ask(terms);
    // The engine counts the time of all runs of a model together.
    this.model.options.set('time_limit', this.model.getRunTime() + left / 1000);
    this.model.run();
    const status = this.model.getModelStatus();
    const { modelStatus } = this.constants;
    if (status === modelStatus.infeasible) return { status: 'INFEASIBLE' };
    if (status !== modelStatus.optimal) return { status: 'UNKNOWN' };
    const { colValue, rowDual } = this.model.getSolution();
    const offset = terms === undefined ? 0 : this.program.offset;
    return {
      status: 'OPTIMAL',
      objective: this.model.getObjectiveValue() - offset,
      values: Float64Array.from(colValue),
      shadowPrices: Float64Array.from(rowDual, Math.abs),
    };
  }

  private ask(terms: readonly Term[] | undefined): void {
    const { columns, cost } = this.program;
    const all = { kind: 'range', from: 0, to: columns - 1 } as const;
    if (terms === undefined) {
      if (this.asked !== undefined) this.model.changeColsCost(all, cost);
      this.asked = undefined;
      return;
    }
    if (this.asked === undefined) this.model.changeColsCost(all, new Float64Array(columns));
    else for (const column of this.asked) this.model.changeColCost(column, 0);
    for (const [column, factor] of terms) this.model.changeColCost(column, factor);
    this.asked = terms.map(([column]) => column);
  }

  atLeast(lower: number, terms: readonly Term[]): void {
    this.model.addRow(lower, Infinity, {
      indices: Int32Array.from(terms, ([column]) => column),
      values: Float64Array.from(terms, ([, factor]) => factor),
    });
  }

  bound(column: number, lower: number, upper: number): void {
    this.model.changeColBounds(column, lower, upper);
  }
}

/** The outcome of a run in which solutions up to the cutoff were not looked for: its bound says nothing below it. */
function atLeast(cutoff: number | undefined, outcome: SolveOutcome): SolveOutcome {
  if (cutoff === undefined) return outcome;
  if (outcome.status === 'INFEASIBLE') return { status: 'UNKNOWN', bound: cutoff, nodes: outcome.nodes };
  const bound = Math.max(outcome.bound, cutoff);
  if (outcome.status === 'UNKNOWN') return { ...outcome, bound };
  return { ...outcome, bound, status: outcome.objective < cutoff ? 'FEASIBLE' : outcome.status };
}

/** The known values of a start; the engine completes the rest. */
function known(start: Float64Array): { indices: Int32Array; values: Float64Array } {
  const indices = [...start.keys()].filter((column) => !Number.isNaN(start[column] ?? NaN));
  return {
    indices: Int32Array.from(indices),
    values: Float64Array.from(indices, (column) => start[column] ?? 0),
  };
}

function emptyOutcome(program: Program): SolveOutcome {
  return {
    status: 'OPTIMAL',
    objective: program.offset,
    bound: program.offset,
    values: new Float64Array(0),
    nodes: 0,
  };
}
