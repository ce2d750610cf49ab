import { type NewRecurrence, type Operation, saveOperation, type SaveOperation } from '@fibado/contracts';
import {
  type Account,
  isDay,
  isInQuarter,
  operationArrivalDay,
  type PlanningSettings,
  type SendSpeed,
} from '@fibado/planning';
import { formatDay, parseDay } from '../../../lib/day';
import { formatAmount, parseAmount } from '../../../lib/money';
import { fieldErrors } from '../shared/field-errors';
import { formatUncertainty, parseUncertainty, sameUncertainty } from './uncertainty';

/** One row of the operation editor: what the person typed, and the operation it comes from. */
export interface OperationDraft {
  readonly key: string;
  /** As the server has it; absent for a new row. */
  readonly saved?: Operation | undefined;
  readonly kind: Operation['kind'];
  readonly date: string;
  readonly valueDate: string;
  readonly accountId: string;
  readonly toAccountId: string;
  /** Of a transfer; empty: ordinary. */
  readonly speed: '' | SendSpeed;
  readonly amount: string;
  /** How far amount and day may come otherwise, as `parseUncertainty` reads it. */
  readonly uncertainty: string;
  readonly description: string;
  readonly category: string;
  readonly status: Operation['status'];
  readonly locked: boolean;
  readonly origin: Operation['origin'];
  /** The rule that is stored with a new row. */
  readonly recurrence?: NewRecurrence | undefined;
}

export type DraftField =
  | 'kind'
  | 'date'
  | 'valueDate'
  | 'accountId'
  | 'toAccountId'
  | 'speed'
  | 'amount'
  | 'uncertainty'
  | 'description'
  | 'category'
  | 'status'
  | 'locked';

/** What a row is read against. */
export interface DraftContext {
  readonly quarter: string;
  readonly accounts: readonly Account[];
  /** The accounts of the quarter: only they can have operations. */
  readonly inQuarter: ReadonlySet<string>;
  readonly calendar: PlanningSettings['calendar'];
}

/** What a row means, and what is wrong with it: a key of `FINANCE.ISSUE` a field. */
export interface DraftReading {
  readonly operation: SaveOperation | undefined;
  readonly issues: Readonly<Partial<Record<DraftField, string>>>;
}

export const draftOf = (operation: Operation): OperationDraft => ({
  key: operation.id,
  saved: operation,
  kind: operation.kind,
  date: formatDay(operation.date),
  valueDate: operation.valueDate === operation.date ? '' : formatDay(operation.valueDate),
  accountId: operation.accountId,
  toAccountId: operation.toAccountId ?? '',
  speed: operation.speed ?? '',
  amount: formatAmount(operation.amountCents),
  uncertainty: formatUncertainty(operation.uncertainty, operation.amountCents),
  description: operation.description,
  category: operation.category ?? '',
  status: operation.status,
  locked: operation.locked,
  origin: operation.origin,
});

let counter = 0;

/** A new row, taking over what most likely stays the same from the row before. */
export function newDraft(before?: OperationDraft, patch: Partial<OperationDraft> = {}): OperationDraft {
  counter += 1;
  return {
    key: `new-${String(counter)}`,
    kind: before?.kind === 'TRANSFER' ? 'EXPENSE' : (before?.kind ?? 'EXPENSE'),
    date: before?.date ?? '',
    valueDate: '',
    accountId: before?.accountId ?? '',
    toAccountId: '',
    speed: '',
    amount: '',
    uncertainty: '',
    description: '',
    category: '',
    status: 'PLANNED',
    locked: false,
    origin: 'MANUAL',
    ...patch,
  };
}

/** An untouched new row: never saved, discarded without confirmation. */
export const isBlank = (draft: OperationDraft): boolean =>
  draft.saved === undefined && draft.amount === '' && draft.description === '' && draft.toAccountId === '';

/** The day money counts for interest, or arrives, when the person says nothing about it. */
function defaultValueDay(draft: OperationDraft, day: string, context: DraftContext): string {
  if (draft.kind !== 'TRANSFER') return day;
  const from = context.accounts.find((a) => a.id === draft.accountId);
  const to = context.accounts.find((a) => a.id === draft.toAccountId);
  const operation = {
    date: day,
    valueDate: day,
    status: 'PLANNED',
    speed: draft.speed === '' ? undefined : draft.speed,
  } as const;
  return from && to ? operationArrivalDay(operation, from, to, context.calendar) : day;
}

const FIELD_OF: Readonly<Record<string, DraftField>> = { amountCents: 'amount' };

/** Reads a row: the operation to save when everything in it can be read and fits the contract. */
export function readDraft(draft: OperationDraft, context: DraftContext): DraftReading {
  const issues: Partial<Record<DraftField, string>> = {};
  const date = parseDay(draft.date, context.quarter);
  if (date === undefined) issues.date = draft.date.trim() === '' ? 'REQUIRED' : 'DAY';
  else if (!isInQuarter(date, context.quarter)) issues.date = 'OUTSIDE_QUARTER';
  const valueDate =
    draft.valueDate.trim() === ''
      ? date && defaultValueDay(draft, date, context)
      : parseDay(draft.valueDate, context.quarter);
  if (valueDate === undefined && draft.valueDate.trim() !== '') issues.valueDate = 'DAY';
  const amountCents = parseAmount(draft.amount);
  if (amountCents === undefined) issues.amount = draft.amount.trim() === '' ? 'REQUIRED' : 'AMOUNT';
  else if (amountCents <= 0) issues.amount = 'POSITIVE';
  const uncertainty = parseUncertainty(draft.uncertainty, amountCents ?? 0);
  if (uncertainty === undefined) issues.uncertainty = 'UNCERTAINTY';
  else if (uncertainty !== null && draft.kind === 'TRANSFER') issues.uncertainty = 'UNCERTAIN_TRANSFER';
  if (!context.inQuarter.has(draft.accountId))
    issues.accountId = draft.accountId === '' ? 'REQUIRED' : 'NOT_IN_QUARTER';
  if (draft.kind === 'TRANSFER') {
    if (draft.toAccountId === '') issues.toAccountId = 'DESTINATION_MISSING';
    else if (!context.inQuarter.has(draft.toAccountId)) issues.toAccountId = 'NOT_IN_QUARTER';
  }
  if (draft.description.trim() === '') issues.description = 'REQUIRED';
  if (Object.keys(issues).length > 0 || !date || !valueDate || amountCents === undefined)
    return { operation: undefined, issues };

  const recurrenceId = draft.saved?.recurrenceId ?? draft.recurrence?.id;
  const operation: SaveOperation = {
    ...(draft.saved ? { id: draft.saved.id, version: draft.saved.version } : {}),
    ...(draft.saved?.importKey === undefined ? {} : { importKey: draft.saved.importKey }),
    ...(recurrenceId === undefined ? {} : { recurrenceId }),
    quarter: context.quarter,
    kind: draft.kind,
    date,
    valueDate,
    accountId: draft.accountId,
    ...(draft.kind === 'TRANSFER' ? { toAccountId: draft.toAccountId } : {}),
    ...(draft.kind === 'TRANSFER' && draft.speed !== '' ? { speed: draft.speed } : {}),
    amountCents,
    description: draft.description.trim(),
    ...(draft.category.trim() === '' ? {} : { category: draft.category.trim() }),
    status: draft.status,
    origin: draft.origin,
    locked: draft.locked,
    ...(uncertainty ? { uncertainty } : {}),
  };
  const wrong = fieldErrors(saveOperation, operation);
  for (const [path, key] of Object.entries(wrong)) {
    const [field = path] = path.split('.');
    issues[FIELD_OF[field] ?? (field as DraftField)] = key;
  }
  return Object.keys(wrong).length > 0 ? { operation: undefined, issues } : { operation, issues };
}

const SIGN = /^\s*([+\-\u2212])\s*(?=\d)/;

/** One field changed, as text. A sign typed before an amount says whether money comes in or goes out. */
export function editDraft(draft: OperationDraft, field: DraftField, text: string): OperationDraft {
  switch (field) {
    case 'status':
      return { ...draft, status: text === 'true' || text === 'DONE' ? 'DONE' : 'PLANNED' };
    case 'locked':
      return { ...draft, locked: text === 'true' };
    case 'kind': {
      const kind = text === 'INCOME' || text === 'TRANSFER' ? text : 'EXPENSE';
      return { ...draft, kind, toAccountId: kind === 'TRANSFER' ? draft.toAccountId : '' };
    }
    case 'speed':
      // The day of arrival is then that of the other way.
      return { ...draft, speed: text === 'INSTANT' || text === 'ORDINARY' ? text : '', valueDate: '' };
    case 'toAccountId':
      // Naming a destination makes it a transfer; taking it away makes it money spent.
      return {
        ...draft,
        toAccountId: text,
        kind: text !== '' ? 'TRANSFER' : draft.kind === 'TRANSFER' ? 'EXPENSE' : draft.kind,
      };
    case 'amount': {
      const sign = SIGN.exec(text)?.[1];
      if (sign === undefined || draft.kind === 'TRANSFER') return { ...draft, amount: text };
      return { ...draft, kind: sign === '+' ? 'INCOME' : 'EXPENSE', amount: text.replace(SIGN, '') };
    }
    default:
      return { ...draft, [field]: text };
  }
}

/** Whether a row differs from what the server has. */
export function isChanged(draft: OperationDraft, reading: DraftReading): boolean {
  if (!draft.saved) return !isBlank(draft);
  if (!reading.operation) return true;
  const saved = draft.saved;
  const now = reading.operation;
  return (
    now.kind !== saved.kind ||
    now.date !== saved.date ||
    now.valueDate !== saved.valueDate ||
    now.accountId !== saved.accountId ||
    now.toAccountId !== saved.toAccountId ||
    now.amountCents !== saved.amountCents ||
    now.description !== saved.description ||
    now.category !== saved.category ||
    now.status !== saved.status ||
    now.locked !== saved.locked ||
    !sameUncertainty(saved, now)
  );
}

/** A pasted line of `date, description, amount, …` in the grid's own order of columns, from `first` on. */
export function draftFromCells(
  cells: readonly string[],
  fields: readonly DraftField[],
  accounts: readonly { readonly id: string; readonly name: string }[],
  before: OperationDraft | undefined,
): OperationDraft {
  let draft = newDraft(before);
  for (const [index, field] of fields.entries()) {
    const text = cells[index];
    if (text === undefined || text === '') continue;
    if (field === 'accountId' || field === 'toAccountId') {
      const wanted = text.toLocaleLowerCase();
      draft = editDraft(draft, field, accounts.find((a) => a.name.toLocaleLowerCase() === wanted)?.id ?? '');
    } else
      draft = editDraft(draft, field, field === 'date' || field === 'valueDate' ? pastedDay(text) : text);
  }
  return draft;
}

const pastedDay = (text: string): string => (isDay(text) ? formatDay(text) : text);

/** Reads rows against one context, each once: rows are never altered in place, so a known one is not read again. */
export function createReader(context: DraftContext): (draft: OperationDraft) => DraftReading {
  const known = new WeakMap<OperationDraft, DraftReading>();
  return (draft) => {
    const before = known.get(draft);
    if (before) return before;
    const reading = readDraft(draft, context);
    known.set(draft, reading);
    return reading;
  };
}
