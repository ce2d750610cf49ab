/** Types of `household-finances.mjs` for the benches that are TypeScript. */
export const QUARTER: string;

export interface BenchOperation {
  readonly quarter: string;
  readonly kind: string;
  readonly date: string;
  readonly valueDate: string;
  readonly accountId: string;
  readonly amountCents: number;
  readonly description: string;
  readonly status: string;
}

export function anOperation(accountId: string, index: number, status?: string): BenchOperation;

export interface Finances {
  readonly banks?: number;
  readonly accounts: number;
  /** Yearly rate of the account of that number, percent. */
  readonly ratePct: (account: number) => number;
  readonly openingBalanceCents: number;
  readonly operations?: number;
  /** Of the operations; `DONE` unless told. */
  readonly status?: string;
}

export function enterFinances(origin: string, token: string, finances: Finances): Promise<string[]>;
