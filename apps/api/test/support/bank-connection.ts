/** A household with a bank connection of its own key, and the aggregator it asks. */

import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { Account, BankConsent, Operation, Role } from '@fibado/contracts';
import { createTestApp, type TestApp, type TestUser } from './app.js';
import { EnableBankingStandIn, type StandInTransaction } from './enable-banking.js';
import { anIban, QUARTER, TestHousehold } from './finance.js';

export const ORIGIN = 'https://fibado.example';
export const CALLBACK = `${ORIGIN}/fibado/import-data/connection`;
export const ROLES: Role[] = ['FBDO_FIBADO', 'FBDO_CONNECT'];

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const PRIVATE = String(pair.privateKey.export({ type: 'pkcs1', format: 'pem' }));
export const PUBLIC = String(pair.publicKey.export({ type: 'spki', format: 'pem' }));

export const movement = (
  day: string,
  amount: string,
  text: string,
  fields: Partial<StandInTransaction> = {},
): StandInTransaction => ({
  entry_reference: `ref-${day}-${amount}-${text}`,
  transaction_amount: { currency: 'EUR', amount },
  credit_debit_indicator: amount.startsWith('-') ? 'DBIT' : 'CRDT',
  status: 'BOOK',
  booking_date: day,
  value_date: day,
  remittance_information: [text],
  ...fields,
});

export const MOVEMENTS = [
  movement('2026-10-02', '-850.00', 'AFFITTO'),
  // Unsigned: the indicator says that it goes out.
  movement('2026-10-05', '12.5', 'BAR CENTRALE', { credit_debit_indicator: 'DBIT' }),
  movement('2026-10-27', '1900.00', 'STIPENDIO', { debtor: { name: 'ACME SPA' } }),
  movement('2026-11-20', '-30.00', 'SPESA'),
  movement('2026-11-21', '-7.00', 'CARTA', { status: 'PDNG' }),
];

export class ConnectedHousehold {
  home!: TestHousehold;
  first!: Account;
  applicationId = '';

  private constructor(
    readonly app: TestApp,
    readonly provider: EnableBankingStandIn,
  ) {}

  /** An instance and the aggregator it asks; `renew` gives it a household. */
  static async start(): Promise<ConnectedHousehold> {
    // The stand-in tells the time as the instance does.
    let now = () => new Date();
    const provider = await new EnableBankingStandIn(() => now()).start();
    const app = await createTestApp({ ENABLE_BANKING_URL: provider.url, PUBLIC_URL: ORIGIN });
    now = () => app.clock.now();
    return new ConnectedHousehold(app, provider);
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.provider.stop();
  }

  async renew(): Promise<void> {
    const { app, provider } = this;
    this.home = new TestHousehold(app, await app.newUser(ROLES));
    const { first } = await this.home.simple();
    const iban = anIban(Math.floor(Math.random() * 1e6));
    this.first = (await this.home.post('accounts/save', { ...first, iban }).expect(200)).body as Account;
    provider.historyDays = undefined;
    provider.accounts = [
      {
        iban,
        currency: 'EUR',
        details: 'Conto',
        transactions: MOVEMENTS,
        balances: [
          { type: 'ITAV', amount: '1.00' },
          { type: 'ITBD', amount: '11007.50' },
        ],
      },
      { iban: anIban(3), currency: 'EUR', blocked: true, transactions: [], balances: [] },
    ];
    this.applicationId = randomUUID();
    provider.register(this.applicationId, PUBLIC, [CALLBACK]);
  }

  path(name: string): string {
    return `/api/finance/bank-connections/${name}`;
  }

  post(name: string, body: object, by: TestUser = this.home.user) {
    return this.app.as(by).post(this.path(name), body);
  }

  saveKey(privateKey = PRIVATE) {
    return this.post('key', { applicationId: this.applicationId, privateKey });
  }

  async start(body: object = {}): Promise<string> {
    return (await this.post('consents', { bank: 'Banca Uno', ...body }).expect(200)).body.url as string;
  }

  async give(body: object = {}): Promise<BankConsent> {
    const back = this.provider.approve(await this.start(body));
    return (await this.post('consents/complete', back).expect(200)).body as BankConsent;
  }

  async connect(): Promise<BankConsent> {
    await this.saveKey().expect(200);
    return this.give();
  }

  fetchNow(body: object = {}, by?: TestUser) {
    return this.post('fetch', { accountId: this.first.id, quarter: QUARTER, ...body }, by);
  }

  async shown() {
    return (await this.home.get('bank-connections/get').expect(200)).body;
  }

  async list(): Promise<Operation[]> {
    return (await this.home.get(`operations/get/${QUARTER}`).expect(200)).body as Operation[];
  }

  async refusal(test: ReturnType<ConnectedHousehold['post']>): Promise<unknown[]> {
    const { body } = await test;
    return [body.error, ...(body.params ?? [])];
  }
}
