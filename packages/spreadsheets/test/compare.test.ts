import fc from 'fast-check';
import { addDays, evaluate, type Problem } from '@fibado/planning';
import {
  compareMovements,
  type Changes,
  type ComputedFigures,
  type Movement,
  type ProposedOperation,
  type StatementRow,
  type StoredOperation,
} from '../src/index.js';

const QUARTER = '2026-01-01';
const MINE = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';

type Loose = Partial<Movement> & { readonly amountCents: number };

const movement = (m: Loose): Movement => {
  const date = m.date ?? '2026-02-02';
  return { date, valueDate: m.valueDate ?? date, description: 'Spesa', ...m };
};
const statement = (movements: readonly Loose[], period?: { from: string; to: string }) => {
  const all = movements.map(movement);
  const days = all.map((m) => m.date).sort();
  const rows = all.map((m, i): StatementRow => ({ row: i + 2, state: 'BOOKED', movement: m }));
  return { rows, period: period ?? { from: days[0] ?? QUARTER, to: days.at(-1) ?? QUARTER } };
};

let serial = 0;
type Given = Omit<Partial<StoredOperation>, 'id' | 'version'> & {
  readonly amountCents: number;
  readonly id?: string | undefined;
  readonly version?: number | undefined;
};
const stored = ({ id, version, ...o }: Given): StoredOperation => {
  serial += 1;
  const date = o.date ?? '2026-02-02';
  return {
    id: id ?? `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`,
    version: version ?? 1,
    quarter: QUARTER,
    kind: 'EXPENSE',
    date,
    valueDate: o.valueDate ?? date,
    accountId: MINE,
    description: 'Spesa',
    status: 'DONE',
    origin: 'MANUAL',
    locked: false,
    ...o,
  };
};

const compare = (
  movements: readonly Loose[],
  operations: readonly StoredOperation[] = [],
  more: {
    accountId?: string;
    period?: { from: string; to: string };
    figures?: ComputedFigures[];
    closingBalanceCents?: number;
  } = {},
): Changes =>
  compareMovements({
    quarter: QUARTER,
    accountId: more.accountId ?? MINE,
    statement: {
      ...statement(movements, more.period),
      ...(more.closingBalanceCents === undefined ? {} : { closingBalanceCents: more.closingBalanceCents }),
    },
    operations,
    openingBalanceCents: 100_000,
    calendar: 'TARGET_AND_ITALY',
    ...(more.figures ? { figures: more.figures } : {}),
  });

/** What the household has after saving the ticked rows, as `save-bulk` does. */
function save(
  changes: Changes,
  before: readonly StoredOperation[],
  ticked = (r: Changes['rows'][number]) => r.selected,
): StoredOperation[] {
  const accepted = changes.rows.flatMap((row) => (ticked(row) && row.operation ? [row.operation] : []));
  const replaced = new Set(accepted.map((o) => o.id));
  const fresh = accepted.map((o: ProposedOperation) =>
    stored({ ...o, ...(o.id === undefined ? {} : { id: o.id, version: (o.version ?? 0) + 1 }) }),
  );
  return [...before.filter((o) => !replaced.has(o.id)), ...fresh];
}

const verdicts = (changes: Changes): string[] => changes.rows.map((row) => row.verdict);

describe('new and known rows', () => {
  it('takes unknown rows as new, with the bank’s days and sign', () => {
    const changes = compare([
      { amountCents: -1_250, valueDate: '2026-02-04', category: 'Casa' },
      { amountCents: 90 },
    ]);
    expect(verdicts(changes)).toEqual(['NEW', 'NEW']);
    expect(changes.rows[0]?.operation).toMatchObject({
      kind: 'EXPENSE',
      amountCents: 1_250,
      date: '2026-02-02',
      valueDate: '2026-02-04',
      category: 'Casa',
      status: 'DONE',
      origin: 'IMPORT',
    });
    expect(changes.rows[1]?.operation).toMatchObject({ kind: 'INCOME', amountCents: 90 });
    expect(changes.counts).toEqual({ NEW: 2 });
  });

  it('knows its own rows again, equal ones one by one, whatever was written beside them since', () => {
    const file = [{ amountCents: -500 }, { amountCents: -500 }, { amountCents: 700 }];
    const first = save(compare(file), []);
    const edited = first.map((o) => ({ ...o, description: 'Bar', category: 'Svago', version: 2 }));
    expect(verdicts(compare(file, edited))).toEqual(['SAME', 'SAME', 'SAME']);
    expect(verdicts(compare([...file, { amountCents: -500 }], edited))).toEqual([
      'SAME',
      'SAME',
      'SAME',
      'NEW',
    ]);
    expect(compare(file.slice(1), edited).missing.map((m) => m.reason)).toEqual(['DONE_NOT_IN_FILE']);
  });

  it('keeps accounts apart', () => {
    const file = [{ amountCents: -500 }];
    const mine = save(compare(file), []);
    expect(verdicts(compare(file, mine, { accountId: OTHER }))).toEqual(['NEW']);
  });

  it('leaves out other quarters, pending rows, errors and zero amounts', () => {
    const changes = compareMovements({
      quarter: QUARTER,
      accountId: MINE,
      statement: {
        period: { from: '2025-12-31', to: '2026-04-01' },
        rows: [
          { row: 2, state: 'BOOKED', movement: movement({ amountCents: 1, date: '2025-12-31' }) },
          { row: 3, state: 'PENDING', movement: movement({ amountCents: 1 }) },
          { row: 4, state: 'PENDING' },
          { row: 5, state: 'ERROR', issue: { code: 'DATE_UNREADABLE', params: ['A', 'x'] } },
          { row: 6, state: 'BOOKED', movement: movement({ amountCents: 0 }) },
          { row: 7, state: 'BOOKED', movement: movement({ amountCents: 1, date: '2026-04-01' }) },
        ],
      },
      operations: [],
      openingBalanceCents: 0,
      calendar: 'TARGET',
    });
    expect(changes.rows.map((r) => [r.row, r.verdict, r.message?.code, r.selected])).toEqual([
      [2, 'OUTSIDE_QUARTER', undefined, false],
      [3, 'PENDING', undefined, false],
      [4, 'PENDING', undefined, false],
      [5, 'ERROR', 'DATE_UNREADABLE', false],
      [6, 'SAME', 'AMOUNT_ZERO', false],
      [7, 'OUTSIDE_QUARTER', undefined, false],
    ]);
    expect(changes.balanceEffect).toEqual({ projectedCents: 0, bookedBeforeCents: 0, bookedAfterCents: 0 });
  });
});

describe('changed rows', () => {
  it('a restated value date changes the movement and makes no second one', () => {
    const before = save(compare([{ amountCents: -500 }]), []);
    const restated = compare([{ amountCents: -500, valueDate: '2026-02-05' }], before);
    expect(restated.rows).toMatchObject([
      {
        verdict: 'CHANGED',
        message: { code: 'VALUE_DATE_RESTATED' },
        differences: [{ field: 'valueDate', before: '2026-02-02', after: '2026-02-05' }],
        existing: { id: before[0]?.id },
      },
    ]);
    const after = save(restated, before);
    expect(after).toHaveLength(1);
    expect(verdicts(compare([{ amountCents: -500, valueDate: '2026-02-05' }], after))).toEqual(['SAME']);
  });

  it('a restated amount of the same day and text does too', () => {
    const before = save(compare([{ amountCents: -500 }]), []);
    const changes = compare([{ amountCents: -510 }], before);
    expect(changes.rows).toMatchObject([{ verdict: 'CHANGED', message: { code: 'AMOUNT_RESTATED' } }]);
    expect(changes.missing).toEqual([]);
    expect(changes.balanceEffect).toEqual({
      projectedCents: -10,
      bookedBeforeCents: 99_500,
      bookedAfterCents: 99_490,
    });
  });

  it('what the household changed is offered back and not ticked', () => {
    const before = save(compare([{ amountCents: -500 }]), []).map((o) => ({ ...o, amountCents: 400 }));
    expect(compare([{ amountCents: -500 }], before).rows).toMatchObject([
      {
        verdict: 'CHANGED',
        selected: false,
        message: { code: 'EDITED_SINCE_IMPORT' },
        differences: [{ field: 'amountCents', before: '400', after: '500' }],
      },
    ]);
  });
});

describe('suspects', () => {
  it('an operation written by hand nearby is shown as the twin and can be joined', () => {
    const hand = stored({ amountCents: 500, date: '2026-01-30', description: 'scarpe' });
    const [row] = compare([{ amountCents: -500 }], [hand]).rows;
    expect(row).toMatchObject({
      verdict: 'DUPLICATE_SUSPECT',
      selected: false,
      existing: { id: hand.id },
      message: { code: 'TWIN_BY_HAND' },
      alternative: { id: hand.id, date: '2026-02-02' },
    });
    expect(row?.operation?.id).toBeUndefined();
    expect(
      verdicts(compare([{ amountCents: -500 }], [stored({ amountCents: 500, date: '2026-01-20' })])),
    ).toEqual(['NEW']);
    expect(verdicts(compare([{ amountCents: 500 }], [hand]))).toEqual(['NEW']);
  });

  it('the same day and amount under another text is suspect only if the file lost the old text', () => {
    const before = save(compare([{ amountCents: -500, description: 'POS 1' }]), []);
    const renamed = compare([{ amountCents: -500, description: 'Carta 1' }], before);
    expect(renamed.rows).toMatchObject([
      { verdict: 'DUPLICATE_SUSPECT', message: { code: 'TWIN_OTHER_TEXT' } },
    ]);
    const both = compare(
      [
        { amountCents: -500, description: 'POS 1' },
        { amountCents: -500, description: 'Carta 1' },
      ],
      before,
    );
    expect(verdicts(both)).toEqual(['SAME', 'NEW']);
  });
});

describe('planned operations and transfers', () => {
  it('recognises a planned bill within four business days, the nearest first, each once', () => {
    const far = stored({ amountCents: 500, date: '2026-01-27', status: 'PLANNED', description: 'Luce' });
    const near = stored({
      amountCents: 500,
      date: '2026-02-03',
      status: 'PLANNED',
      description: 'Gas',
      category: 'Casa',
    });
    const changes = compare([{ amountCents: -500 }, { amountCents: -500, date: '2026-02-03' }], [far, near]);
    expect(
      changes.rows.map((r) => [r.verdict, r.existing?.description, r.operation?.status, r.operation?.date]),
    ).toEqual([
      ['MATCHES_PLANNED', 'Luce', 'DONE', '2026-02-02'],
      ['MATCHES_PLANNED', 'Gas', 'DONE', '2026-02-03'],
    ]);
    expect(changes.balanceEffect.projectedCents).toBe(0);
    expect(changes.balanceEffect.bookedAfterCents).toBe(99_000);
    const after = save(changes, [far, near]);
    expect(after.map((o) => o.description).sort()).toEqual(['Gas', 'Luce']);
    expect(
      verdicts(compare([{ amountCents: -500 }, { amountCents: -500, date: '2026-02-03' }], after)),
    ).toEqual(['SAME', 'SAME']);
  });

  it('is out of reach five business days away', () => {
    const plan = stored({ amountCents: 500, date: '2026-02-09', status: 'PLANNED' });
    expect(verdicts(compare([{ amountCents: -500 }], [plan]))).toEqual(['NEW']);
    expect(verdicts(compare([{ amountCents: -500, date: '2026-02-03' }], [plan]))).toEqual([
      'MATCHES_PLANNED',
    ]);
  });

  it('confirms both sides of a planned transfer from two files, in either order', () => {
    const plan = stored({
      kind: 'TRANSFER',
      toAccountId: OTHER,
      amountCents: 30_000,
      date: '2026-02-02',
      valueDate: '2026-02-03',
      status: 'PLANNED',
      origin: 'OPTIMIZER',
      description: 'Piano',
    });
    const out = [{ amountCents: -30_000, date: '2026-02-03', description: 'Bonifico disposto' }];
    const into = [{ amountCents: 30_000, date: '2026-02-05', description: 'Bonifico ricevuto' }];
    for (const order of [
      [out, MINE, into, OTHER],
      [into, OTHER, out, MINE],
    ] as const) {
      const [file1, account1, file2, account2] = order;
      const first = compare(file1, [plan], { accountId: account1 });
      expect(first.rows).toMatchObject([
        { verdict: 'MATCHES_PLANNED', message: { code: 'PLANNED_HAPPENED' } },
      ]);
      const half = save(first, [plan]);
      const second = compare(file2, half, { accountId: account2 });
      expect(second.rows).toMatchObject([{ verdict: 'MATCHES_PLANNED', message: { code: 'OTHER_LEG' } }]);
      const whole = save(second, half);
      expect(whole).toMatchObject([
        { kind: 'TRANSFER', status: 'DONE', origin: 'OPTIMIZER', valueDate: '2026-02-05' },
      ]);
      expect(verdicts(compare(out, whole))).toEqual(['SAME']);
      expect(verdicts(compare(into, whole, { accountId: OTHER }))).toEqual(['SAME']);
    }
  });

  it('pairs a movement with its other side on another own account', () => {
    const theirs = save(
      compare([{ amountCents: 30_000, description: 'Giroconto da conto A' }], [], { accountId: OTHER }),
      [],
    );
    const mine = [{ amountCents: -30_000, date: '2026-01-30', description: 'Giroconto' }];
    const changes = compare(mine, theirs);
    expect(changes.rows).toMatchObject([
      {
        verdict: 'MATCHES_PLANNED',
        message: { code: 'PAIRED_TRANSFER' },
        operation: {
          id: theirs[0]?.id,
          kind: 'TRANSFER',
          accountId: MINE,
          toAccountId: OTHER,
          date: '2026-01-30',
          valueDate: '2026-02-02',
        },
        alternative: { kind: 'EXPENSE', accountId: MINE },
      },
    ]);
    const after = save(changes, theirs);
    expect(after).toHaveLength(1);
    expect(verdicts(compare(mine, after))).toEqual(['SAME']);
    expect(
      verdicts(
        compare([{ amountCents: 30_000, description: 'Giroconto da conto A' }], after, { accountId: OTHER }),
      ),
    ).toEqual(['SAME']);
    expect(
      verdicts(
        compare(
          [{ ...mine[0], amountCents: -30_000, description: 'Divano' }],
          theirs.map((o) => ({ ...o, description: 'Vendita' })),
        ),
      ),
    ).toEqual(['NEW']);
  });

  it('names what was planned or done and is not in the file, within its days only', () => {
    const planned = stored({ amountCents: 1, status: 'PLANNED', date: '2026-02-10' });
    const done = stored({ amountCents: 2, date: '2026-02-11' });
    const later = stored({ amountCents: 3, date: '2026-03-11' });
    const changes = compare([], [planned, done, later], { period: { from: '2026-02-01', to: '2026-02-28' } });
    expect(changes.missing.map((m) => [m.operation.amountCents, m.reason])).toEqual([
      [1, 'PLANNED_NOT_IN_FILE'],
      [2, 'DONE_NOT_IN_FILE'],
    ]);
  });
});

describe('recognised charges', () => {
  const figures: ComputedFigures[] = [
    {
      quarter: '2025-10-01',
      stampDutyCents: 862,
      monthlyFeeCents: 395,
      grossInterestCents: 9_863,
      withholdingCents: 2_564,
    },
    {
      quarter: QUARTER,
      stampDutyCents: 843,
      monthlyFeeCents: 395,
      grossInterestCents: 10_000,
      withholdingCents: 2_600,
    },
  ];
  it.each([
    ['IMPOSTA DI BOLLO e/c al 31/12', -855, '2026-01-08', 'STAMP_DUTY', '2025-10-01', 862],
    ['Recupero bollo', -855, '2026-03-31', 'STAMP_DUTY', QUARTER, 843],
    ['Canone mensile conto', -395, '2026-02-28', 'FEE', QUARTER, 395],
    ['Ritenuta fiscale su interessi creditori', -2_564, '2025-12-31', 'WITHHOLDING', '2025-10-01', 2_564],
    ['Liquidazione interessi', 7_299, '2026-03-31', 'INTEREST', QUARTER, 7_400],
    ['Interessi creditori lordi', 9_999, '2026-03-31', 'INTEREST', QUARTER, 10_000],
    ['STIPENDIO ACME SPA', 200_000, '2026-01-27', 'SALARY', undefined, undefined],
    ['Giroconto a libretto', -5_000, '2026-01-27', 'INTERNAL_TRANSFER', undefined, undefined],
  ])('%s', (description, amountCents, valueDate, kind, quarter, computedCents) => {
    const date = valueDate < QUARTER ? '2026-01-02' : valueDate;
    const [row] = compare([{ amountCents, description, date, valueDate }], [], { figures }).rows;
    expect(row?.recognition).toEqual({
      kind,
      chargedCents: Math.abs(amountCents),
      ...(quarter === undefined ? {} : { quarter }),
      ...(computedCents === undefined ? {} : { computedCents }),
    });
  });

  it.each(['Bollito da Mario', 'Acquisto pensioni estive', 'Vincolox', 'Competenze notarili'])(
    '%s is nothing',
    (description) => {
      expect(
        compare([{ amountCents: -100, description }], [], { figures }).rows[0]?.recognition,
      ).toBeUndefined();
    },
  );
});

describe('properties', () => {
  const movements = fc.array(
    fc.record({
      date: fc.integer({ min: 0, max: 20 }).map((n) => addDays('2026-02-01', n)),
      shift: fc.integer({ min: 0, max: 2 }),
      amountCents: fc.integer({ min: -5, max: 5 }).filter((c) => c !== 0),
      description: fc.constantFrom('Pane', 'Giroconto', 'Imposta di bollo', 'Bonifico ricevuto'),
    }),
    { maxLength: 25 },
  );
  const written = movements.map((ms) =>
    ms
      .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
      .map(({ shift, ...m }) => ({ ...m, valueDate: addDays(m.date, shift) })),
  );

  const content = (operations: readonly StoredOperation[]): string[] =>
    operations
      .map((o) => [o.kind, o.date, o.valueDate, o.amountCents, o.description, o.importKey].join('|'))
      .sort();

  it('importing twice changes nothing', () => {
    fc.assert(
      fc.property(written, (file) => {
        const once = save(compare(file), []);
        expect(once).toHaveLength(file.length);
        const again = compare(file, once);
        expect(again.rows.every((row) => row.verdict === 'SAME' && !row.selected)).toBe(true);
        expect(again.missing).toEqual([]);
        expect(again.balanceEffect.projectedCents).toBe(0);
      }),
    );
  });

  it('two overlapping halves are the whole', () => {
    fc.assert(
      fc.property(written, fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 }), (file, a, b) => {
        const [from, to] = [addDays('2026-02-01', Math.min(a, b)), addDays('2026-02-01', Math.max(a, b))];
        const head = file.filter((m) => m.date <= to);
        const tail = file.filter((m) => m.date >= from);
        const half = save(compare(head), []);
        const both = save(compare(tail, half), half);
        expect(content(both)).toEqual(content(save(compare(file), [])));
        const reversed = save(compare(tail), []);
        expect(content(save(compare(head, reversed), reversed))).toEqual(content(both));
      }),
    );
  });

  it('every row gets a verdict, no operation is used twice, the balance after saving is as foretold', () => {
    const operations = fc.array(
      fc.record({
        kind: fc.constantFrom('INCOME' as const, 'EXPENSE' as const, 'TRANSFER' as const),
        date: fc.integer({ min: 0, max: 20 }).map((n) => addDays('2026-02-01', n)),
        amountCents: fc.integer({ min: 1, max: 5 }),
        mine: fc.boolean(),
        status: fc.constantFrom('PLANNED' as const, 'DONE' as const),
        description: fc.constantFrom('Pane', 'Giroconto'),
      }),
      { maxLength: 15 },
    );
    fc.assert(
      fc.property(written, operations, (file, known) => {
        const before = known.map(({ mine, ...o }) =>
          stored({
            ...o,
            accountId: mine ? MINE : OTHER,
            ...(o.kind === 'TRANSFER' ? { toAccountId: mine ? OTHER : MINE } : {}),
          }),
        );
        const changes = compare(file, before);
        expect(changes.rows).toHaveLength(file.length);
        const used = changes.rows.flatMap((row) => (row.existing ? [row.existing.id] : []));
        expect(new Set(used).size).toBe(used.length);
        const after = save(changes, before);
        const sum = (ops: readonly StoredOperation[]): number =>
          ops.reduce((total, o) => {
            if (o.kind === 'TRANSFER')
              return (
                total +
                (o.accountId === MINE ? 0 - o.amountCents : o.toAccountId === MINE ? o.amountCents : 0)
              );
            return o.accountId === MINE
              ? total + (o.kind === 'INCOME' ? o.amountCents : 0 - o.amountCents)
              : total;
          }, 0);
        expect(changes.balanceEffect.projectedCents).toBe(sum(after) - sum(before));
        expect(after.length).toBe(
          before.length +
            changes.rows.filter((r) => r.selected && r.operation && r.operation.id === undefined).length,
        );
      }),
    );
  });
});

it('foretells the balance the referee computes', () => {
  const operations = save(compare([{ amountCents: -500 }, { amountCents: 12_345, date: '2026-02-20' }]), []);
  const changes = compare([{ amountCents: 77, date: '2026-02-25' }], operations, {
    closingBalanceCents: 111_922,
  });
  const after = save(changes, operations);
  const problem: Problem = {
    quarter: QUARTER,
    banks: [{ id: 'b', name: 'B', guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS' }],
    accountGroups: [{ id: 'g', name: 'G', holders: ['A'], order: 0 }],
    accounts: [
      {
        id: MINE,
        name: 'Conto',
        bankId: 'b',
        accountGroupId: 'g',
        kind: 'CURRENT',
        dutyRegime: 'FIXED',
        dutyPaidByBank: false,
        dutyBase: 'PRUDENT',
        rates: [],
        interestBasis: 'ACT_ACT',
        minBalanceCents: 0,
        monthlyFeeCents: 0,
        transferFeeCents: 0,
        transferLeadDays: 1,
        canSend: true,
        canReceive: true,
        active: true,
      },
    ],
    setups: [{ accountId: MINE, openingBalanceCents: 100_000, excluded: false }],
    operations: after,
    settings: {
      effortCostCents: 0,
      minBalanceCents: 0,
      transferStepCents: 1,
      thresholdMarginCents: 0,
      guaranteeLimitCents: 10_000_000,
      guaranteePolicy: 'OFF',
      businessDaysOnly: false,
      calendar: 'TARGET',
      withholdingPct: 26,
    },
  };
  expect(changes.balanceEffect.bookedAfterCents).toBe(evaluate(problem, []).accounts[0]?.closingBalanceCents);
  expect(changes.balanceEffect.statedCents).toBe(changes.balanceEffect.bookedAfterCents);
});
