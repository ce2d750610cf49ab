import { compareMovements } from '../src/index.js';
import { QUARTER, MINE, OTHER, movement, stored, compare, save, verdicts } from './support/compare.js';

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
