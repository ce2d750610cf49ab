import { branchAndBound, type Branching, type BranchNode, type NodeBound } from './branch-and-bound.js';
import type { Side } from './bound-tightening.js';

const WHOLE: BranchNode = {
  sides: new Map(),
  boundCents: 1_000,
  prices: new Map(),
  mixtures: new Map(),
  undecided: [],
  held: [],
};

/** What a node is: the sides of its thresholds in the order in which they were decided, as `a+ b-`. */
function nameOf({ sides, counts }: BranchNode): string {
  const names = [...sides].map(([key, side]) => `${key}${side === 'ABOVE' ? '+' : '-'}`);
  return [
    ...names,
    ...(counts === undefined ? [] : [`${String(counts.least)}..${String(counts.most)}`]),
  ].join(' ');
}

/** A run in which a clock of its own passes 10 ms a split and 100 ms a bound. */
class Run {
  ms: number;
  readonly asked: string[] = [];
  /** Of each node asked, milliseconds until it has to give way to another one that is more promising than 0 cents. */
  readonly waited: number[] = [];
  readonly told: number[] = [];

  constructor(
    private readonly bounds: Readonly<Record<string, number>>,
    private readonly answers: Readonly<Record<string, readonly Partial<NodeBound>[]>> = {},
    ms = 10_000,
  ) {
    this.ms = ms;
  }

  go(root: Partial<BranchNode> | undefined, more: Partial<Branching> = {}): void {
    const asked = new Map<string, number>();
    branchAndBound({
      root: root === undefined ? undefined : { ...WHOLE, ...root },
      left: () => this.ms,
      splitUntilMs: 0,
      enough: () => 100,
      split: (node, key) => {
        this.ms -= 10;
        return (['ABOVE', 'BELOW'] as const).flatMap((side: Side): BranchNode[] => {
          const half = { ...node, sides: new Map([...node.sides, [key, side]]), undecided: [], held: [] };
          const boundCents = this.bounds[nameOf(half)];
          return boundCents === undefined ? [] : [{ ...half, boundCents }];
        });
      },
      bound: (node, isOver) => {
        const { ms } = this;
        while (this.ms > 0 && !isOver(0)) this.ms -= 1;
        this.waited.push(ms - this.ms);
        this.ms = ms - 100;
        const name = nameOf(node);
        const time = asked.get(name) ?? 0;
        asked.set(name, time + 1);
        this.asked.push(name);
        const answer = this.answers[name]?.[time];
        return answer === undefined ? undefined : { boundCents: Infinity, isUnfinished: false, ...answer };
      },
      onBound: (boundCents) => this.told.push(boundCents),
      ...more,
    });
  }
}

describe('branch and bound', () => {
  it('splits the most promising node until linear programs decide every threshold', () => {
    const run = new Run({ 'a+': 700, 'a-': 900 });
    run.go({ undecided: ['a'] }, { bound: undefined });
    expect(run.told.at(-1)).toBe(900);
    expect(run.asked).toEqual([]);
  });

  it('leaves out halves that hold no better plan, and proves that none is left', () => {
    const run = new Run({ 'a+': 700 }, { 'a+': [{ boundCents: 90 }] });
    run.go({ undecided: ['a'] });
    expect(run.told.at(-1)).toBe(90);
    const none = new Run({});
    none.go(undefined);
    expect(none.told.at(-1)).toBe(-Infinity);
  });

  it('bounds the most promising node first, and ends when no other can be above what is closed', () => {
    const run = new Run(
      { 'a+': 600, 'a-': 900 },
      { 'a-': [{ boundCents: 800 }], 'a+': [{ boundCents: 500 }] },
    );
    run.go({ undecided: ['a'] });
    expect(run.asked).toEqual(['a-']);
    expect(run.told.at(-1)).toBe(800);
  });

  it('comes back to an unfinished node once no other is more promising, with the time that is left', () => {
    const unfinished = { boundCents: 700, isUnfinished: true };
    const run = new Run(
      { 'a+': 800, 'a-': 900 },
      { 'a-': [unfinished, { boundCents: 650 }], 'a+': [{ boundCents: 300 }] },
      1_000,
    );
    run.go({ undecided: ['a'] });
    expect(run.asked).toEqual(['a-', 'a+', 'a-']);
    // Half of the 990 ms, half of the 890 ms; then no other is left to give way to.
    expect(run.waited).toEqual([496, 446, 790]);
    expect(run.told.at(-1)).toBe(650);
  });

  it('gives a node at least twice the time it took before', () => {
    const unfinished = { boundCents: 700, isUnfinished: true };
    const answers = {
      'a-': [unfinished],
      'a+': [{ boundCents: 750, isUnfinished: true }, { boundCents: 300 }],
    };
    const run = new Run({ 'a+': 800, 'a-': 900 }, answers, 420);
    run.go({ undecided: ['a'] });
    expect(run.asked.slice(0, 3)).toEqual(['a-', 'a+', 'a+']);
    // Half of 410 ms and of 310 ms; then 200 ms, although half of what is left is 105 ms.
    expect(run.waited.slice(0, 3)).toEqual([206, 156, 201]);
  });

  it('does not come back with less time than before', () => {
    const run = new Run({}, { '': [{ boundCents: 700, isUnfinished: true }] }, 150);
    run.go({});
    expect(run.asked).toHaveLength(1);
    expect(run.told.at(-1)).toBe(700);
  });

  it('decides thresholds that are held only where a half promises enough less', () => {
    const bounds = { 'a+': 990, 'a-': 1_000, 'b+': 400, 'b-': 1_000 };
    const answers = { '': [{ boundCents: 300 }], 'b-': [{ boundCents: 450 }] };
    const run = new Run(bounds, answers);
    run.go({ held: ['a', 'b'] }, { leastDrop: 0.25 });
    expect(run.asked).toEqual(['b-']);
    expect(run.told.at(-1)).toBe(450);
    const together = new Run({ 'a+': 990, 'a-': 1_000 }, answers);
    together.go({ held: ['a'] }, { leastDrop: 0.25 });
    expect(together.asked).toEqual(['']);
  });

  it('splits at a threshold that a bound crossed, and between numbers of transfers', () => {
    const run = new Run(
      { 'a+': 500, 'a-': 450 },
      {
        '': [{ crossed: 'a' }],
        'a+': [{ boundCents: 480, countBetween: 3 }],
        'a+ 0..3': [{ boundCents: 200 }],
        'a+ 4..Infinity': [{ boundCents: 250 }],
        'a-': [{ boundCents: 150 }],
      },
    );
    run.go({});
    expect(run.asked).toEqual(['', 'a+', 'a+ 0..3', 'a+ 4..Infinity', 'a-']);
    expect(run.told.at(-1)).toBe(250);
  });

  it('keeps the bound of linear programs where a node has no better one', () => {
    const run = new Run({});
    run.go({});
    expect(run.told.at(-1)).toBe(1_000);
  });
});
