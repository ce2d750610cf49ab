import { type ComputedFigures } from '../src/index.js';
import { QUARTER, MINE, OTHER, stored, compare, save, verdicts } from './support/compare.js';

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
