import { decodeText } from '../read/sniff.js';
import { amountOfCell, decimalMarkOf } from '../cells/amount.js';
import type { DateOrder, Workbook } from '../types.js';
import { type StandardEntry, standardWorkbook, type StandardStatement } from './statement.js';
import { dayOfText } from '../cells/date.js';

interface Entry {
  readonly date: string;
  readonly amount: string;
  readonly text: string;
}

interface OpenStatement {
  account: string;
  isCard: boolean;
  readonly entries: Entry[];
}

/** `1/31'26`, ` 1/ 5/26`: days with an apostrophe or blanks in them. */
const plainDate = (text: string): string => text.replaceAll(' ', '').replace("'", '/');

/** Day first unless one of the days can only be month first: the format says neither. */
function dateOrderOf(entries: readonly Entry[]): DateOrder {
  const isMonthFirst = entries.some(({ date }) => Number(/^\d{1,2}[/.-](\d{1,2})/.exec(date)?.[1] ?? 0) > 12);
  return isMonthFirst ? 'MDY' : 'DMY';
}

const BANK_TYPES = /^!type:\s*(bank|cash|ccard|oth a|oth l)/i;

function statementsOf(text: string): OpenStatement[] {
  const statements: OpenStatement[] = [];
  let name = '';
  let section: 'ACCOUNT' | 'BANK' | 'OTHER' = 'OTHER';
  let fields = new Map<string, string>();
  const end = (): void => {
    if (section === 'ACCOUNT') name = fields.get('N') ?? name;
    if (section === 'BANK' && fields.has('D'))
      statements.at(-1)?.entries.push({
        date: plainDate(fields.get('D') ?? ''),
        amount: fields.get('T') ?? fields.get('U') ?? '',
        text: [fields.get('P'), fields.get('M')].filter((part) => part !== undefined).join(' '),
      });
    fields = new Map();
  };
  for (const line of text.split(/\r*\n|\r/)) {
    if (line.startsWith('!')) {
      end();
      const type = BANK_TYPES.exec(line)?.[1]?.toLowerCase();
      section =
        type !== undefined
          ? 'BANK'
          : /^!account/i.test(line)
            ? 'ACCOUNT'
            : section === 'BANK' && /^!(option|clear)/i.test(line)
              ? section
              : 'OTHER';
      if (type !== undefined) statements.push({ account: name, isCard: type === 'ccard', entries: [] });
    } else if (line.startsWith('^')) end();
    else if (line !== '' && !fields.has(line.charAt(0))) fields.set(line.charAt(0), line.slice(1).trim());
  }
  end();
  return statements.filter(({ entries }) => entries.length > 0);
}

/**
 * Reads Quicken's interchange format. It states no currency and no balances but a first row named `Opening Balance`.
 * @throws FileError FILE_UNREADABLE (no statement), FILE_TOO_COMPLEX
 */
export function readQif(bytes: Uint8Array): Workbook {
  const statements = statementsOf(decodeText(bytes).replace(/^\uFEFF/, ''));
  const all = statements.flatMap(({ entries }) => entries);
  const [order, decimal] = [dateOrderOf(all), decimalMarkOf(all.map(({ amount }) => amount))];
  const entryOf = ({ date, amount, text }: Entry): StandardEntry => {
    const reading = amountOfCell(amount, decimal);
    return {
      bookingDate: dayOfText(date, order) ?? date,
      amount: reading.kind === 'cents' ? reading.cents / 100 : Number.NaN,
      currency: '',
      text,
      pending: false,
    };
  };
  const isOpening = ({ text }: Entry): boolean => /^opening balance\b/i.test(text);
  const read = statements.map(({ account, entries }): StandardStatement => ({
    account,
    opening: entries.filter(isOpening).map((entry) => entryOf(entry).amount)[0],
    entries: entries.filter((entry) => !isOpening(entry)).map(entryOf),
  }));
  const isCard = statements.length > 0 && statements.every((statement) => statement.isCard);
  return standardWorkbook('QIF', read, isCard ? 'QIF card' : 'QIF');
}
