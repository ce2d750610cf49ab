/** A field's path joined by dots, and the key of what is wrong with it. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The contracts' own messages, and the texts that say them. */
const MESSAGES: Readonly<Record<string, string>> = {
  'not a calendar day': 'DAY',
  'not a BIC': 'BIC',
  'wrong check digits': 'IBAN',
  'more than 4 decimals': 'DECIMALS',
  'holders repeat': 'HOLDERS_REPEAT',
  'ends before it begins': 'PERIOD_ORDER',
  'the last band alone is open': 'TIERS_OPEN',
  'bands must rise': 'TIERS_RISE',
  'rate periods overlap': 'PERIODS_OVERLAP',
  'a term deposit matures on a day': 'MATURITY_MISSING',
  'only a term deposit matures': 'MATURITY_ONLY_TERM',
  'a term deposit pays out somewhere': 'LINKED_MISSING',
  'linked to itself': 'LINKED_SELF',
  'closed before it was opened': 'CLOSED_BEFORE_OPENED',
  'below the minimum': 'BELOW_MINIMUM',
  'control characters': 'CHARACTERS',
  'a transfer needs a destination': 'DESTINATION_MISSING',
  'a transfer to itself': 'TRANSFER_SELF',
  'arrives before it leaves': 'ARRIVES_BEFORE',
  'a transfer is certain': 'UNCERTAIN_TRANSFER',
  'the expected amount lies outside': 'AMOUNT_OUTSIDE_RANGE',
  'either a bank of the household or a new one': 'BANK_OR_NEW',
  'nothing changes': 'NOTHING_CHANGES',
};

interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly origin?: unknown;
  readonly input?: unknown;
}

/** As much of a contract's schema as is asked here. */
interface Schema {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
}

const isAmount = (path: readonly PropertyKey[]): boolean => String(path.at(-1)).endsWith('Cents');

function keyOf(issue: Issue, value: unknown): string {
  const known = MESSAGES[issue.message];
  if (known) return known;
  if (value === undefined || value === null || value === '') return 'REQUIRED';
  // An amount that has to be above zero is zero while its field is empty.
  if (issue.code === 'too_small' && value === 0 && isAmount(issue.path)) return 'REQUIRED';
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'string' ? 'TOO_LONG' : issue.origin === 'array' ? 'TOO_MANY' : 'TOO_LARGE';
    case 'too_small':
      return issue.origin === 'number' || issue.origin === 'int' ? 'TOO_SMALL' : 'REQUIRED';
    default:
      return 'FORMAT';
  }
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    root,
  );
}

/** What the contract finds wrong with a value, one key of `FINANCE.ISSUE` a field; empty when nothing is. */
export function fieldErrors(schema: Schema, value: unknown): FieldErrors {
  const parsed = schema.safeParse(value);
  if (parsed.success) return {};
  const errors: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const path = issue.path.map(String).join('.');
    errors[path] ??= keyOf(issue, valueAt(value, issue.path));
  }
  return errors;
}
