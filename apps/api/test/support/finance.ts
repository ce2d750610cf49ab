import { randomUUID } from 'node:crypto';
import type {
  Account,
  AccountGroup,
  Bank,
  Operation,
  Quarter,
  SaveAccount,
  SaveAccountGroup,
  SaveBank,
  SaveOperation,
  SaveTermOffer,
  Setup,
  TermOffer,
} from '@fibado/contracts';
import { quarterOf } from '@fibado/planning';
import { Outbox } from '../../src/platform/messaging/outbox.js';
import type { TestApp, TestUser } from './app.js';

/** The quarter tests live in, see `TEST_NOW`, and its neighbours. */
export const QUARTER = '2026-10-01';
export const PREVIOUS = '2026-07-01';
export const NEXT = '2027-01-01';

/** A valid, unused IBAN, a new one for every number up to a million. */
export function anIban(number: number): string {
  const bban = `X0542811101${String(number).padStart(12, '0')}`;
  const digits = `${bban}IT00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  const check = 98n - (BigInt(digits) % 97n);
  return `IT${String(check).padStart(2, '0')}${bban}`;
}

/** A household to talk to over HTTP, with what most tests begin with. */
export class TestHousehold {
  #names = 0;

  constructor(
    readonly app: TestApp,
    readonly user: TestUser,
  ) {}

  static async create(app: TestApp): Promise<TestHousehold> {
    return new TestHousehold(app, await app.newUser(['FBDO_FIBADO']));
  }

  private name(what: string): string {
    this.#names += 1;
    return `${what} ${this.#names}`;
  }

  get(path: string) {
    return this.app.as(this.user).get(`/api/finance/${path}`);
  }

  post(path: string, body?: object) {
    return this.app.as(this.user).post(`/api/finance/${path}`, body);
  }

  delete(path: string) {
    return this.app.as(this.user).delete(`/api/finance/${path}`);
  }

  aBank(fields: Partial<SaveBank> = {}): SaveBank {
    return {
      name: this.name('Banca'),
      guaranteeScheme: 'FITD',
      stampDutyMethod: 'ACTUAL_DAYS',
      ...fields,
    };
  }

  aGroup(fields: Partial<SaveAccountGroup> = {}): SaveAccountGroup {
    return { name: this.name('Gruppo'), holders: ['Anna'], ...fields };
  }

  async saveBank(fields: Partial<SaveBank> = {}): Promise<Bank> {
    return (await this.post('banks/save', this.aBank(fields)).expect(200)).body as Bank;
  }

  async saveGroup(fields: Partial<SaveAccountGroup> = {}): Promise<AccountGroup> {
    return (await this.post('accountGroups/save', this.aGroup(fields)).expect(200)).body as AccountGroup;
  }

  async anAccount(fields: Partial<SaveAccount> = {}): Promise<SaveAccount> {
    return {
      name: this.name('Conto'),
      bankId: fields.bankId ?? (await this.saveBank()).id,
      accountGroupId: fields.accountGroupId ?? (await this.saveGroup()).id,
      kind: 'CURRENT',
      dutyRegime: 'FIXED',
      rates: [],
      ...fields,
    };
  }

  async saveAccount(fields: Partial<SaveAccount> = {}): Promise<Account> {
    return (await this.post('accounts/save', await this.anAccount(fields)).expect(200)).body as Account;
  }

  /** Initialises a quarter and gives its accounts what they open with. */
  async initQuarter(date: string, openings: Record<string, number> = {}): Promise<Quarter> {
    const { body } = await this.post('quarters/init-quarter', { date }).expect(200);
    const setups = Object.entries(openings).map(([accountId, openingBalanceCents]): Setup => ({
      accountId,
      openingBalanceCents,
      excluded: false,
    }));
    if (setups.length === 0) return body as Quarter;
    return (await this.post('quarters/save-setups', { date, setups }).expect(200)).body as Quarter;
  }

  /** Twelve months at 3 %, broken at 0.5 %. */
  aTermOffer(account: Account, fields: Partial<SaveTermOffer> = {}): SaveTermOffer {
    return {
      name: this.name('Vincolo'),
      bankId: account.bankId,
      linkedAccountId: account.id,
      tenor: { months: 12 },
      ratePct: 3,
      minCents: 100_000,
      stepCents: 100_000,
      payout: 'MATURITY',
      exit: { kind: 'BASE_RATE', ratePct: 0.5 },
      renewal: 'TO_LINKED',
      source: 'Foglio informativo',
      asOf: '2026-11-01',
      ...fields,
    };
  }

  async saveTermOffer(account: Account, fields: Partial<SaveTermOffer> = {}): Promise<TermOffer> {
    return (await this.post('term-offers/save', this.aTermOffer(account, fields)).expect(200))
      .body as TermOffer;
  }

  anOperation(accountId: string, fields: Partial<SaveOperation> = {}): SaveOperation {
    const date = fields.date ?? '2026-11-10';
    return {
      quarter: quarterOf(date),
      kind: 'EXPENSE',
      date,
      valueDate: date,
      accountId,
      amountCents: 10_000,
      description: this.name('Movimento'),
      ...fields,
    };
  }

  async saveOperation(accountId: string, fields: Partial<SaveOperation> = {}): Promise<Operation> {
    const { body } = await this.post('operations/save', this.anOperation(accountId, fields)).expect(200);
    return body as Operation;
  }

  /** Two accounts at two banks in an initialised quarter, the first with 10,000 euro. */
  async simple(): Promise<{ first: Account; second: Account }> {
    const group = await this.saveGroup();
    const first = await this.saveAccount({ accountGroupId: group.id });
    const second = await this.saveAccount({
      accountGroupId: group.id,
      rates: [{ from: '2026-01-01', tiers: [{ upToCents: null, ratePct: 2 }], tierMode: 'MARGINAL' }],
    });
    await this.initQuarter(QUARTER, { [first.id]: 1_000_000, [second.id]: 0 });
    return { first, second };
  }
}

/** An id without a row. */
export const noId = (): string => randomUUID();

/** Every event said from now on, as `tenant topic`; they are handled at once. */
export function recordEvents(app: TestApp): { of(tenantId: string): unknown[][] } {
  const outbox = app.app.get(Outbox);
  const add = outbox.add.bind(outbox) as (...args: unknown[]) => Promise<void>;
  const said: { tenantId: string; event: unknown[] }[] = [];
  outbox.add = ((scope: { tenantId: string }, ...event: unknown[]) => {
    said.push({ tenantId: scope.tenantId, event });
    return add(scope, ...event);
  }) as unknown as typeof outbox.add;
  return {
    of: (tenantId) => said.filter((one) => one.tenantId === tenantId).map((one) => one.event),
  };
}

/** A setup in the shape of `quarters/save-setups` and of the answers. */
export const aSetupBody = (accountId: string, openingBalanceCents: number, more = {}) => ({
  accountId,
  openingBalanceCents,
  excluded: false,
  ...more,
});

/** A rule in the shape of `recurrences/keep`: 1,000 € on the 27th of each month. */
export const aSalaryBody = (accountId: string, more = {}) => ({
  id: randomUUID(),
  kind: 'INCOME',
  accountId,
  amountCents: 100_000,
  description: 'Stipendio',
  rule: 'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=27',
  onNonBusinessDay: 'BEFORE',
  from: QUARTER,
  applyFrom: QUARTER,
  ...more,
});

/** What an opening has of the last day before it. */
export const bookedBefore = (dutyCents: number, interestCents = 0, periodFrom: string = NEXT) => ({
  carried: {
    source: 'QUARTERS',
    periodFrom,
    days: 0,
    sumCentDays: 0,
    accruedGross: '0',
    accruedOverdraft: '0',
    counted: { grossCents: 0, withholdingCents: 0, overdraftCents: 0, dutyCents: 0, feesCents: 0 },
    anticipated: { interestCents, dutyCents, feesCents: 0 },
  },
});
