import { loadEngines, optimize } from '../src/index.js';
import { STAGES } from '../src/stages.js';
import { familyProblem } from '../../../bench/optimizer/family.js';
import { FIRST_DAY, tinyProblem } from './support/tiny.js';

const PROBLEM = familyProblem({ accounts: 4, events: 8, effortCents: 100, seed: 2, leadDays: 1 });
const OPTIONS = { timeLimitMs: 1000, marginals: false };

describe('the trace of a run', () => {
  it('names stages in order, with incumbents that only rise and bounds that only fall', async () => {
    await loadEngines();
    const { trace = [], objectiveCents } = await optimize(PROBLEM, OPTIONS, { trace: true });
    const order = [...STAGES.map(({ name }) => name), 'stability', 'marginals'];
    const positions = trace.map(({ stage }) => order.indexOf(stage));
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(positions).not.toContain(-1);
    expect(trace.map(({ job }) => job)).toContain('CONSTRUCT');
    const objectives = trace.map((stage) => stage.objectiveCents ?? -Infinity);
    expect(objectives).toEqual([...objectives].sort((a, b) => a - b));
    expect(objectives.at(-1)).toBe(objectiveCents);
    const bounds = trace.map(({ boundCents }) => boundCents ?? Infinity);
    expect(bounds).toEqual([...bounds].sort((a, b) => b - a));
  });

  it('of few arcs ends with their proof, before local optima are merged', async () => {
    const options = { from: FIRST_DAY, maxTransfers: 2, marginals: false, timeLimitMs: 20_000 };
    const { trace = [], status, transfers } = await optimize(tinyProblem(3), options, { trace: true });
    expect([status, transfers.length]).toEqual(['OPTIMAL', 1]);
    const stages = trace.map(({ stage }) => stage);
    expect(stages).toContain('nodes-of-few-arcs');
    for (const later of ['solution-merging', 'nodes']) expect(stages).not.toContain(later);
  });

  it('is left out unless asked for', async () => {
    expect(await optimize(PROBLEM, { ...OPTIONS, timeLimitMs: 200 })).not.toHaveProperty('trace');
  });

  it('shows no stage that was left out', async () => {
    const without = new Set(['construct', 'nodes']);
    const { trace = [], status } = await optimize(PROBLEM, OPTIONS, { trace: true, without });
    expect(status).not.toBe('INFEASIBLE');
    expect(trace.filter(({ stage }) => without.has(stage))).toEqual([]);
    expect(trace.map(({ stage }) => stage)).toContain('construct-all-days');
  });
});
