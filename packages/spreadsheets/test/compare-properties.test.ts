import fc from 'fast-check';
import { addDays, evaluate, type Problem } from '@fibado/planning';
import { type StoredOperation } from '../src/index.js';
import { QUARTER, MINE, OTHER, stored, compare, save } from './support/compare.js';

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
