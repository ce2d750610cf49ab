import { testAccount, testHousehold, testOperation, ids } from '../shared/test-household';
import {
  type DraftContext,
  draftFromCells,
  draftOf,
  editDraft,
  newDraft,
  type OperationDraft,
  readDraft,
} from './draft';
import { changesOf, conflictsOf, initialRows, liveOperations, rowsReducer } from './rows';

const context: DraftContext = {
  quarter: '2027-01-01',
  accounts: testHousehold.accounts,
  inQuarter: new Set([ids.main, ids.savings]),
  calendar: 'TARGET_AND_ITALY',
};
const read = (draft: OperationDraft) => readDraft(draft, context);
const rent = testOperation({ id: ids.rent });

describe('readDraft', () => {
  it('reads what people type', () => {
    const draft = newDraft(undefined, {
      date: '15/2',
      amount: '1.234,56',
      description: ' Bolletta ',
      accountId: ids.main,
    });
    expect(read(draft)).toEqual({
      issues: {},
      operation: {
        quarter: '2027-01-01',
        kind: 'EXPENSE',
        date: '2027-02-15',
        valueDate: '2027-02-15',
        accountId: ids.main,
        amountCents: 123_456,
        description: 'Bolletta',
        status: 'PLANNED',
        origin: 'MANUAL',
        locked: false,
      },
    });
  });

  it('lets a transfer to another bank arrive after its lead days, over a weekend', () => {
    const draft = newDraft(undefined, {
      kind: 'TRANSFER',
      date: '08/01/2027',
      amount: '10',
      description: 'Giro',
      accountId: ids.main,
      toAccountId: ids.savings,
    });
    // 8 January 2027 is a Friday.
    expect(read(draft).operation?.valueDate).toBe('2027-01-11');
  });

  it.each([
    [{ date: '31/02/2027' }, 'date', 'DAY'],
    [{ date: '01/04/2027' }, 'date', 'OUTSIDE_QUARTER'],
    [{ amount: 'dieci' }, 'amount', 'AMOUNT'],
    [{ amount: '0' }, 'amount', 'POSITIVE'],
    [{ amount: '-3' }, 'amount', 'POSITIVE'],
    [{ accountId: '' }, 'accountId', 'REQUIRED'],
    [{ accountId: 'elsewhere' }, 'accountId', 'NOT_IN_QUARTER'],
    [{ description: ' ' }, 'description', 'REQUIRED'],
    [{ kind: 'TRANSFER' as const }, 'toAccountId', 'DESTINATION_MISSING'],
    [{ kind: 'TRANSFER' as const, toAccountId: ids.main }, 'toAccountId', 'TRANSFER_SELF'],
  ])('says what is wrong with %j', (patch, field, issue) => {
    const reading = read({ ...draftOf(rent), ...patch });
    expect(reading.operation).toBeUndefined();
    expect(reading.issues).toHaveProperty(field, issue);
  });
});

describe('editDraft', () => {
  it('takes a sign before an amount as money in or out', () => {
    expect(editDraft(draftOf(rent), 'amount', '+12')).toMatchObject({ kind: 'INCOME', amount: '12' });
    expect(editDraft(draftOf(rent), 'amount', '-12,5')).toMatchObject({ kind: 'EXPENSE', amount: '12,5' });
  });

  it('makes a transfer of a row that gets a destination, and an expense of one that loses it', () => {
    const transfer = editDraft(draftOf(rent), 'toAccountId', ids.savings);
    expect(transfer.kind).toBe('TRANSFER');
    expect(editDraft(transfer, 'toAccountId', '').kind).toBe('EXPENSE');
    expect(editDraft(transfer, 'kind', 'INCOME').toAccountId).toBe('');
  });
});

it('reads a pasted line, accounts by name and the sign as the kind', () => {
  const draft = draftFromCells(
    ['03/02/2027', 'Rimborso', '+45,10', 'conto alfa'],
    ['date', 'description', 'amount', 'accountId'],
    testHousehold.accounts,
    undefined,
  );
  expect(read(draft).operation).toMatchObject({
    kind: 'INCOME',
    date: '2027-02-03',
    amountCents: 4510,
    accountId: ids.main,
  });
});

describe('the rows', () => {
  const start = initialRows([rent]);

  it('have nothing to save as they come', () => {
    expect(changesOf(start, read)).toEqual({
      operations: [],
      recurrences: [],
      deleteIds: [],
      invalid: [],
      count: 0,
    });
  });

  it('send only what changed, and what was deleted', () => {
    const second = testOperation({ id: ids.salary, kind: 'INCOME', description: 'Stipendio' });
    let state = initialRows([rent, second]);
    state = rowsReducer(state, {
      type: 'edit',
      edits: [{ key: ids.rent, field: 'amount', text: '900' }],
      final: true,
    });
    state = rowsReducer(state, { type: 'delete', keys: [ids.salary] });
    const changes = changesOf(state, read);
    expect(changes.operations).toEqual([{ ...rent, amountCents: 90_000 }]);
    expect(changes.deleteIds).toEqual([ids.salary]);
  });

  it('leave a blank new row out and hold an unreadable one back', () => {
    let state = rowsReducer(start, { type: 'add', rows: [newDraft(), newDraft(undefined, { amount: 'x' })] });
    expect(changesOf(state, read)).toMatchObject({ operations: [], count: 1 });
    state = rowsReducer(state, { type: 'undo' });
    expect(changesOf(state, read).count).toBe(0);
  });

  it('take a whole word typed back in one step', () => {
    let state = start;
    for (const text of ['8', '85', '850'])
      state = rowsReducer(state, {
        type: 'edit',
        edits: [{ key: ids.rent, field: 'amount', text }],
        final: false,
      });
    state = rowsReducer(state, { type: 'edit', edits: [], final: true });
    expect(state.rows[0]?.amount).toBe('850');
    state = rowsReducer(state, { type: 'undo' });
    expect(state.rows[0]?.amount).toBe('800,00');
    state = rowsReducer(state, { type: 'redo' });
    expect(state.rows[0]?.amount).toBe('850');
  });

  it('keep the rows that did not change the same objects, so that only one is drawn again', () => {
    const state = initialRows([rent, testOperation({ id: ids.salary })]);
    const next = rowsReducer(state, {
      type: 'edit',
      edits: [{ key: ids.rent, field: 'amount', text: '1' }],
      final: false,
    });
    expect(next.rows.find((r) => r.key === ids.salary)).toBe(state.rows.find((r) => r.key === ids.salary));
  });

  it('give the referee readable rows only', () => {
    const state = rowsReducer(start, { type: 'add', rows: [newDraft(undefined, { amount: '1' })] });
    expect(liveOperations(state.rows, read).map((o) => o.id)).toEqual([ids.rent]);
  });

  it('show both values after a concurrent change', () => {
    const state = rowsReducer(start, {
      type: 'edit',
      edits: [{ key: ids.rent, field: 'amount', text: '1' }],
      final: true,
    });
    const theirs = { ...rent, amountCents: 77_700, version: 2 };
    expect(conflictsOf(state.rows, [theirs], read)).toEqual([{ mine: state.rows[0], theirs }]);
    expect(conflictsOf(state.rows, [rent], read)).toEqual([]);
    expect(conflictsOf(start.rows, [theirs], read)).toEqual([]);
  });
});

it('needs no version of accounts it does not know', () => {
  const strange = testAccount({ id: ids.move, name: 'x', bankId: ids.alfa });
  expect(readDraft({ ...draftOf(rent), accountId: strange.id }, context).issues.accountId).toBe(
    'NOT_IN_QUARTER',
  );
});
