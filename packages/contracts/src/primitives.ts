import {
  isDay,
  isQuarterStart,
  isRatePct,
  isValidBic,
  isValidIban,
  MAX_AMOUNT_CENTS,
} from '@fibado/planning';
import { z } from 'zod';

/** The largest amount accepted: ten billion euro, far below 2^53 even when summed over a quarter's days. */
export const MAX_CENTS = MAX_AMOUNT_CENTS;

export const id = z.uuid().meta({ id: 'Uuid', description: 'A UUID.' });
export const version = z
  .int()
  .min(1)
  .max(2_147_483_647)
  .meta({ description: 'The version read; a stale one answers STALE_VERSION.' });
export const day = z
  .string()
  .refine(isDay, 'not a calendar day')
  .meta({ format: 'date', description: 'YYYY-MM-DD' });
/**
 * A form that was always asked for, written down for programs that make values from the document. Inside `allOf`, since
 * a pattern beside the type means to the check of compatibility that less is accepted than before.
 */
const form = (pattern: RegExp) => ({ allOf: [{ pattern: pattern.source }] });

export const quarterDate = z
  .string()
  .refine(isQuarterStart, 'not the first day of a quarter')
  .meta({
    format: 'date',
    id: 'QuarterDay',
    description: 'The first day of a calendar quarter, YYYY-MM-DD.',
    ...form(/^(19(0[1-9]|[1-9][0-9])|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-(01|04|07|10)-01$/),
  });
export const cents = z
  .int()
  .min(-MAX_CENTS)
  .max(MAX_CENTS)
  .meta({ id: 'Cents', description: 'Integer euro cents.' });
export const positiveCents = z
  .int()
  .min(1)
  .max(MAX_CENTS)
  .meta({ description: 'Integer euro cents, above 0.' });
export const nonNegativeCents = z
  .int()
  .min(0)
  .max(MAX_CENTS)
  .meta({ description: 'Integer euro cents, 0 or more.' });

/** Percent per year with up to 4 decimals. */
export const ratePct = z
  .number()
  .min(-100)
  .max(100)
  .refine(isRatePct, 'more than 4 decimals')
  .meta({ description: 'Percent per year, up to 4 decimals.' });

/** How a transfer to another bank is sent. */
export const sendSpeed = z.enum(['INSTANT', 'ORDINARY']);

/** `HH:MM` in Italy. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** Percent of gross interest. */
export const withholdingPct = z.number().min(0).max(100).multipleOf(0.01);

/** One line without control characters and without unpaired surrogates, which PostgreSQL stores neither as text nor as JSON. */
const LINE = /^[^\p{Cc}\p{Cs}]*$/u;

/** One line of text as a person types it: trimmed, no control characters, min..max characters. */
export const text = (max: number, min = 1) =>
  z.string().trim().min(min).max(max).regex(LINE, 'control characters');

/** Free text over several lines; no control characters but tabs and line ends. */
export const multilineText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u, 'control characters');

export const color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/)
  .meta({ description: '#rrggbb' });
export const abi = z
  .string()
  .regex(/^\d{5}$/)
  .meta({ description: 'Five digits.' });
export const bic = z
  .string()
  .refine(isValidBic, 'not a BIC')
  .meta({
    description: 'ISO 9362.',
    ...form(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/),
  });
export const iban = z
  .string()
  .transform((v) => v.replaceAll(/\s/g, '').toUpperCase())
  .pipe(z.string().refine(isValidIban, 'wrong check digits'))
  .meta({
    description: 'ISO 13616, with the length of its country and right check digits; blanks are dropped.',
    ...form(/^\s*[A-Za-z]\s*[A-Za-z](\s*[0-9]){2}(\s*[A-Za-z0-9]){11,30}\s*$/),
  });
/** RFC 5321: no mail server takes more before the @. */
const MAX_MAILBOX = 64;
export const email = z
  .email()
  .max(254)
  .refine((address) => address.indexOf('@') <= MAX_MAILBOX, 'too long before the @');
/** A moment in ISO 8601, UTC. */
export const instant = z.iso.datetime().meta({ id: 'Instant', description: 'ISO 8601, UTC.' });

/** Tenant codes and user names share one alphabet without `-`, so that `{tenant}-{username}` has one reading. */
export const tenantCode = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_]{1,30}$/)
  .meta({ description: 'Lower case letters, digits and _.' });
export const username = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9._@+]{1,99}$/)
  .meta({ description: 'Lower case letters, digits and . _ @ +.' });

export const paging = z.strictObject({
  page: z.coerce.number().int().min(0).max(100_000).default(0),
  size: z.coerce.number().int().min(1).max(200).default(50),
});

/** One page of a list that can grow. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({ items: z.array(item), page: z.int(), size: z.int(), total: z.int() });

/**
 * Drops the keys named from a value: what the API answers has more keys than a stateless call needs, and is accepted
 * there as it was answered.
 */
export const dropping =
  (...keys: readonly string[]) =>
  <T extends object>(value: T): T =>
    Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key))) as T;

export const byId = z.strictObject({ id });
export const byDate = z.strictObject({ date: quarterDate });
