import { FileError } from '../errors.js';
import { LIMITS } from '../limits.js';
import { decodeText } from '../read/sniff.js';
import { xmlParser } from '../read/xml.js';
import type { Workbook } from '../types.js';
import { type StandardEntry, standardWorkbook, type StandardStatement } from './statement.js';

/** What is collected of one entry or statement while its elements go by, by their names. */
type Fields = Map<string, string[]>;

const first = (fields: Fields, ...names: readonly string[]): string | undefined => {
  for (const name of names) {
    const [value] = fields.get(name) ?? [];
    if (value !== undefined) return value;
  }
  return undefined;
};

const signed = (amount: string | undefined, indicator: string | undefined): number =>
  (indicator === 'DBIT' ? -1 : 1) * Number(amount ?? Number.NaN);

/** A day of `2026-01-31` or `2026-01-31T10:00:00+01:00`. */
const dayOf = (text: string | undefined): string | undefined => text?.slice(0, 10);

interface OpenStatement {
  id: string | undefined;
  /** A report within the day (CAMT.052), whose movements the day's statement repeats. */
  readonly isReport: boolean;
  readonly account: Fields;
  readonly balances: { code: string; cents: number }[];
  readonly entries: StandardEntry[];
}

/** The texts of an entry: the other party, what it is for, and what the bank says where neither is there. */
function textOf(entry: Fields, isOut: boolean): string {
  const party = first(entry, isOut ? 'Cdtr' : 'Dbtr');
  const details = entry.get('Ustrd') ?? [];
  const references = details.length > 0 ? details : (entry.get('Ref') ?? []);
  const texts = [...(party === undefined ? [] : [party]), ...references];
  if (texts.length > 0) return texts.join(' ');
  return (entry.get('AddtlTxInf') ?? entry.get('AddtlNtryInf') ?? []).join(' ');
}

function entryOf(fields: Fields): StandardEntry {
  const indicator = first(fields, 'CdtDbtInd');
  return {
    bookingDate: dayOf(first(fields, 'BookgDt')),
    valueDate: dayOf(first(fields, 'ValDt')),
    amount: signed(first(fields, 'Amt'), indicator),
    currency: first(fields, 'Ccy') ?? '',
    text: textOf(fields, indicator === 'DBIT'),
    // `BOOK` stands in the status itself in older versions and in a code within it in newer ones.
    pending: (first(fields, 'Sts') ?? 'BOOK') !== 'BOOK',
  };
}

function statementOf({ id, account, balances, entries }: OpenStatement): StandardStatement {
  const balance = (...codes: readonly string[]): number | undefined =>
    codes.map((code) => balances.find((b) => b.code === code)?.cents).find((value) => value !== undefined);
  const closing = balances.findLast((b) => b.code === 'CLBD')?.cents;
  return {
    id,
    account: first(account, 'IBAN', 'Othr') ?? '',
    opening: balance('OPBD', 'PRCD'),
    closing,
    entries,
  };
}

/** Where a text belongs, by the elements it stands in; undefined for those that are not read. */
function entryField(path: readonly string[]): string | undefined {
  const [leaf = '', parent = '', above = ''] = path.toReversed();
  const inDetails = path.includes('TxDtls');
  if (!inDetails && parent === 'Ntry' && ['Amt', 'CdtDbtInd', 'Sts', 'AddtlNtryInf'].includes(leaf))
    return leaf;
  if (!inDetails && above === 'Ntry' && parent === 'Sts' && leaf === 'Cd') return 'Sts';
  if (!inDetails && (parent === 'BookgDt' || parent === 'ValDt')) return parent;
  if (leaf === 'Ustrd' || leaf === 'AddtlTxInf') return leaf;
  if (leaf === 'Ref' && parent === 'CdtrRefInf') return leaf;
  const inParties = path.includes('RltdPties');
  if (inParties && leaf === 'Nm' && (parent === 'Cdtr' || parent === 'Dbtr')) return parent;
  return inParties && leaf === 'Nm' && parent === 'Pty' && (above === 'Cdtr' || above === 'Dbtr')
    ? above
    : undefined;
}

const STATEMENTS = new Set(['Stmt', 'Rpt']);

/** Follows one document; kept apart from the parser so that each element's meaning stands in one place. */
class Reader {
  readonly statements: (StandardStatement & { readonly isReport: boolean })[] = [];
  private readonly path: string[] = [];
  private text = '';
  private statement: OpenStatement | undefined;
  private entry: Fields | undefined;
  private balance: Fields | undefined;

  open(name: string, attribute: (name: string) => string | undefined): void {
    this.path.push(name);
    if (this.path.length > 64) throw new FileError('FILE_TOO_COMPLEX', 'Elements nested too deeply');
    this.text = '';
    if (STATEMENTS.has(name))
      this.statement = {
        id: undefined,
        isReport: name === 'Rpt',
        account: new Map(),
        balances: [],
        entries: [],
      };
    else if (name === 'Ntry') this.entry = new Map();
    else if (name === 'Bal') this.balance = new Map();
    else if (name === 'Amt' && this.entry && this.path.at(-2) === 'Ntry')
      add(this.entry, 'Ccy', attribute('Ccy') ?? '');
  }

  characters(text: string): void {
    if (this.text.length < LIMITS.cellCharacters) this.text += text;
  }

  close(name: string): void {
    const text = this.text.trim();
    if (text !== '') this.keep(name, text);
    this.text = '';
    this.path.pop();
    const { statement, entry, balance } = this;
    if (name === 'Ntry' && entry && statement) {
      if (statement.entries.length >= LIMITS.rows)
        throw new FileError('FILE_TOO_COMPLEX', 'Too many entries');
      statement.entries.push(entryOf(entry));
      this.entry = undefined;
    } else if (name === 'Bal' && balance && statement) {
      const cents = signed(first(balance, 'Amt'), first(balance, 'CdtDbtInd'));
      statement.balances.push({ code: first(balance, 'Cd') ?? '', cents });
      this.balance = undefined;
    } else if (STATEMENTS.has(name) && statement) {
      this.statements.push({ ...statementOf(statement), isReport: statement.isReport });
      this.statement = undefined;
    }
  }

  private keep(name: string, text: string): void {
    if (this.entry) {
      const field = entryField(this.path);
      if (field !== undefined) add(this.entry, field, text);
    } else if (this.balance) add(this.balance, name, text);
    else if (this.statement) {
      const [, parent = '', above = ''] = this.path.toReversed();
      if (name === 'Id' && STATEMENTS.has(parent)) this.statement.id = text;
      if (name === 'IBAN' && above === 'Acct') add(this.statement.account, 'IBAN', text.replaceAll(' ', ''));
      if (name === 'Id' && parent === 'Othr') add(this.statement.account, 'Othr', text);
    }
  }
}

function add(fields: Fields, name: string, value: string): void {
  const values = fields.get(name);
  if (values) values.push(value);
  else fields.set(name, [value]);
}

function readDocument(bytes: Uint8Array): Reader['statements'] {
  const reader = new Reader();
  const parser = xmlParser({
    open: (name, attribute) => {
      reader.open(name, attribute);
    },
    text: (text) => {
      reader.characters(text);
    },
    close: (name) => {
      reader.close(name);
    },
  });
  parser.write(decodeText(bytes).replace(/^\uFEFF/, ''));
  parser.end();
  return reader.statements;
}

/**
 * Reads statements (CAMT.053) and reports within the day (CAMT.052) of ISO 20022, of any version: names are compared
 * without their namespace. Of several documents each statement counts once, and a report of a day not at all where the
 * account has statements.
 * @throws FileError FILE_UNREADABLE, FILE_EXTERNAL_LINKS, FILE_TOO_COMPLEX
 */
export function readCamt(documents: readonly Uint8Array[]): Workbook {
  const seen = new Set<string>();
  const all = documents.flatMap(readDocument).filter(({ id, account, isReport }) => {
    const key = [String(isReport), account, id ?? ''].join('\n');
    if (id === undefined) return true;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  const withStatement = new Set(all.filter(({ isReport }) => !isReport).map(({ account }) => account));
  const kept = all.filter(({ isReport, account }) => !isReport || !withStatement.has(account));
  const startOf = ({ entries }: StandardStatement): string =>
    entries.map(({ bookingDate = '' }) => bookingDate).sort()[0] ?? '';
  return standardWorkbook(
    'CAMT',
    kept.toSorted((a, b) => (startOf(a) < startOf(b) ? -1 : 1)),
  );
}
