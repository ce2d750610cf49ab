import { z } from 'zod';

/**
 * What is read of the provider's answers, as its OpenAPI (version 1.0.0, read in November 2026) documents them.
 * Unused fields are ignored, so that additions to their API break nothing here.
 */
const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);

const day = z.iso.date();
const amount = z.object({
  currency: z.string().regex(/^[A-Z]{3}$/),
  amount: z
    .string()
    .max(40)
    .regex(/^-?\d+(\.\d+)?$/),
});

export const providerError = z.object({ error: absent(z.string().max(200)) }).partial();

export const application = z.object({
  environment: z.enum(['PRODUCTION', 'SANDBOX']),
  active: z.boolean(),
  redirect_urls: z.array(z.string().max(2000)).max(100),
});

export const aspsps = z.object({
  aspsps: z
    .array(
      z.object({
        name: z.string().min(1).max(120),
        country: z.string().length(2),
        psu_types: z.array(z.string()),
        /** Seconds. */
        maximum_consent_validity: z.number().int().positive(),
      }),
    )
    .max(10_000),
});

export const authorization = z.object({ url: z.url().max(4000) });

export const session = z.object({
  session_id: z.uuid(),
  access: z.object({ valid_until: z.iso.datetime({ offset: true }) }),
  accounts: z
    .array(
      z.object({
        /** Absent where the bank has closed or blocked the account. */
        uid: absent(z.uuid()),
        account_id: absent(z.object({ iban: absent(z.string().max(34)) })),
        name: absent(z.string().max(500)),
        details: absent(z.string().max(500)),
        currency: z.string().max(10),
      }),
    )
    .max(200),
});

export const success = z.object({ message: absent(z.string()) });

export const balances = z.object({
  balances: z.array(z.object({ balance_amount: amount, balance_type: z.string().max(10) })).max(100),
});

const party = absent(z.object({ name: absent(z.string().max(1000)) }));

export const transaction = z.object({
  entry_reference: absent(z.string().max(500)),
  transaction_amount: amount,
  credit_debit_indicator: z.enum(['CRDT', 'DBIT']),
  status: z.enum(['BOOK', 'CNCL', 'HOLD', 'OTHR', 'PDNG', 'RJCT', 'SCHD']),
  booking_date: absent(day),
  value_date: absent(day),
  transaction_date: absent(day),
  creditor: party,
  debtor: party,
  remittance_information: absent(z.array(z.string().max(5000)).max(100)),
  bank_transaction_code: absent(z.object({ description: absent(z.string().max(1000)) })),
});
export type ProviderTransaction = z.output<typeof transaction>;

export const transactions = z.object({
  transactions: z.array(transaction).max(20_000),
  continuation_key: absent(z.string().max(10_000)),
});
