import type { Account, Operation } from '@fibado/planning';
import { legOf } from '../compare/leg.js';
import { FIBADO_CSV_HEADER, FIBADO_DONE_WORDS } from '../layouts/fibado.js';
import { guarded } from './safe-text.js';
import { WORDS, type Language } from './words.js';

/** Spreadsheets in Italian take `;` between fields and a decimal comma, those in English `,` and a point. */
const STYLE = { it: { delimiter: ';', decimal: ',' }, en: { delimiter: ',', decimal: '.' } } as const;
const BYTE_ORDER_MARK = '\uFEFF';

const amount = (cents: number, decimal: string): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}${decimal}${digits.slice(-2)}`;
};

const day = (value: string): string => value.split('-').reverse().join('/');

/**
 * The operations of a quarter as CSV, one row for each account a movement touches, by day: what each account's own
 * statement would say. UTF-8 with a mark, so that spreadsheets see the encoding.
 */
export function quarterCsv(
  operations: readonly Operation[],
  accounts: readonly Pick<Account, 'id' | 'name'>[],
  language: Language,
): string {
  const words = WORDS[language];
  const { delimiter, decimal } = STYLE[language];
  const names = new Map(accounts.map((account) => [account.id, account.name]));
  const field = (text: string): string =>
    text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

  const lines = operations.flatMap((operation) => {
    const { accountId, toAccountId } = operation;
    return [accountId, ...(toAccountId === undefined ? [] : [toAccountId])].flatMap((id) => {
      const leg = legOf(operation, id);
      if (!leg) return [];
      const other = operation.kind !== 'TRANSFER' ? undefined : id === accountId ? toAccountId : accountId;
      const texts = [
        guarded(names.get(id) ?? ''),
        day(leg.date),
        day(leg.valueDate),
        amount(leg.amountCents, decimal),
        guarded(operation.description),
        guarded(operation.category ?? ''),
        words.kinds[operation.kind],
        operation.status === 'DONE' ? FIBADO_DONE_WORDS[language] : words.statuses.PLANNED,
        guarded(other === undefined ? '' : (names.get(other) ?? '')),
      ];
      return [{ date: leg.date, line: texts.map(field).join(delimiter) }];
    });
  });
  lines.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const header = FIBADO_CSV_HEADER[language].map(field).join(delimiter);
  return BYTE_ORDER_MARK + [header, ...lines.map((l) => l.line)].map((line) => `${line}\r\n`).join('');
}
