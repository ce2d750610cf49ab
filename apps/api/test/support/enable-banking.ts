import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One movement as their OpenAPI writes it, as far as this stand-in goes. */
export interface StandInTransaction {
  readonly entry_reference?: string | null;
  readonly transaction_amount: { readonly currency: string; readonly amount: string };
  readonly credit_debit_indicator: 'CRDT' | 'DBIT';
  readonly status: string;
  readonly booking_date?: string | null;
  readonly value_date?: string | null;
  readonly transaction_date?: string | null;
  readonly creditor?: { readonly name: string } | null;
  readonly debtor?: { readonly name: string } | null;
  readonly remittance_information?: readonly string[] | null;
  readonly bank_transaction_code?: { readonly description: string } | null;
}

export interface StandInAccount {
  readonly iban?: string;
  readonly currency: string;
  readonly details?: string;
  /** The bank has blocked it: it comes without an id. */
  readonly blocked?: boolean;
  readonly transactions: readonly StandInTransaction[];
  readonly balances: readonly { readonly type: string; readonly amount: string }[];
}

interface Application {
  readonly publicKey: string;
  readonly redirectUrls: readonly string[];
  readonly active: boolean;
}

interface Consent {
  readonly applicationId: string;
  readonly bank: string;
  readonly redirectUrl: string;
  readonly state: string;
  readonly validUntil: string;
  code?: string;
}

interface Session {
  readonly validUntil: string;
  readonly accounts: ReadonlyMap<string, StandInAccount>;
  status: 'AUTHORIZED' | 'CLOSED';
}

/** What the next request to a path is answered with, in place of the truth. */
interface Fault {
  readonly path: RegExp;
  readonly answer: (response: ServerResponse) => void;
}

interface Authorisation {
  readonly aspsp: { readonly name: string };
  readonly access: { readonly valid_until: string };
  readonly redirect_url: string;
  readonly state: string;
}

type Json = Record<string, unknown>;

const MAX_VALIDITY_SECONDS = 180 * 86_400;
const PAGE = 2;

/**
 * Stands in for Enable Banking on loopback. Paths, fields, error codes and the rules behind them follow their
 * published OpenAPI 1.0.0: the application's RS256 token, registered return addresses, single authorisation codes,
 * paging whose parameters must not change. What banks do besides (histories, failures) is set by the test.
 */
export class EnableBankingStandIn {
  readonly requests: { readonly method: string; readonly path: string; readonly query: string }[] = [];
  readonly applications = new Map<string, Application>();
  readonly sessions = new Map<string, Session>();
  readonly #consents = new Map<string, Consent>();
  readonly #faults: Fault[] = [];
  readonly #server: Server;
  banks = [
    { name: 'Banca Uno', maximum_consent_validity: MAX_VALIDITY_SECONDS },
    { name: 'Banca Breve', maximum_consent_validity: 90 * 86_400 },
  ];
  accounts: readonly StandInAccount[] = [];
  /** How many days back the bank answers; unbounded when undefined. */
  historyDays: number | undefined;

  constructor(private readonly now: () => Date = () => new Date()) {
    this.#server = createServer((request, response) => {
      this.handle(request, response).catch(() => this.refuse(response, 500, 'UNEXPECTED'));
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  register(applicationId: string, publicKey: string, redirectUrls: readonly string[], active = true): void {
    this.applications.set(applicationId, { publicKey, redirectUrls, active });
  }

  /** The next request whose path fits is refused as documented. */
  refuseNext(path: RegExp, status: number, error: string | undefined, headers: Record<string, string> = {}) {
    this.answerNext(path, (response) => this.refuse(response, status, error, headers));
  }

  answerNext(path: RegExp, answer: (response: ServerResponse) => void): void {
    this.#faults.push({ path, answer });
  }

  /** What the bank's page does when the person agrees. */
  approve(url: string): { code: string; state: string } {
    const consent = this.#consents.get(new URL(url).searchParams.get('id') ?? '');
    if (!consent) throw new Error('No such authorisation');
    consent.code = randomUUID();
    return { code: consent.code, state: consent.state };
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', this.url);
    const { pathname: path } = address;
    const method = request.method ?? 'GET';
    if (path.startsWith('/control/')) return this.control(request, response, path);
    if (path === '/bank') return this.bankPage(address, response);
    this.requests.push({ method, path, query: address.search });
    const fault = this.#faults.findIndex((one) => one.path.test(path));
    if (fault >= 0) {
      const [found] = this.#faults.splice(fault, 1);
      return found?.answer(response);
    }
    const applicationId = this.authorised(request);
    if (applicationId === undefined) return this.refuse(response, 401, 'UNAUTHORIZED_ACCESS');
    const body = method === 'POST' ? await json(request) : {};
    return this.route(`${method} ${path}`, { applicationId, body, address, response });
  }

  private route(
    route: string,
    given: { applicationId: string; body: Json; address: URL; response: ServerResponse },
  ): void {
    const { applicationId, body, address, response } = given;
    const [, sessionId = ''] = /^DELETE \/sessions\/([^/]+)$/.exec(route) ?? [];
    const [, uid = '', what = ''] = /^GET \/accounts\/([^/]+)\/(balances|transactions)$/.exec(route) ?? [];
    if (route === 'GET /application') return this.application(applicationId, response);
    if (route === 'GET /aspsps') return this.aspsps(address, response);
    if (route === 'POST /auth') return this.authorise(applicationId, body, response);
    if (route === 'POST /sessions') return this.openSession(body, response);
    if (sessionId !== '') return this.closeSession(sessionId, response);
    if (what !== '') return this.account(uid, what, address, response);
    return this.refuse(response, 404, undefined);
  }

  private application(id: string, response: ServerResponse): void {
    const known = this.applications.get(id);
    answer(response, 200, {
      name: 'Household',
      description: null,
      kid: id,
      environment: 'PRODUCTION',
      redirect_urls: known?.redirectUrls,
      active: known?.active,
      countries: ['IT'],
      services: ['AIS'],
    });
  }

  private aspsps(address: URL, response: ServerResponse): void {
    const country = address.searchParams.get('country') ?? 'IT';
    const aspsps = this.banks.map((bank) => ({
      ...bank,
      country,
      logo: 'https://example.org/logo.png',
      psu_types: ['personal', 'business'],
      auth_methods: [],
      beta: false,
    }));
    answer(response, 200, { aspsps });
  }

  private authorise(applicationId: string, body: Json, response: ServerResponse): void {
    const { aspsp, access, redirect_url: redirectUrl, state } = body as unknown as Authorisation;
    const { name } = aspsp;
    const { valid_until: validUntil } = access;
    const bank = this.banks.find((one) => one.name === name);
    if (!bank) return this.refuse(response, 422, 'WRONG_ASPSP_PROVIDED');
    if (!this.applications.get(applicationId)?.redirectUrls.includes(redirectUrl))
      return this.refuse(response, 422, 'REDIRECT_URI_NOT_ALLOWED');
    const latest = this.now().getTime() + bank.maximum_consent_validity * 1000;
    if (Date.parse(validUntil) > latest) return this.refuse(response, 422, 'WRONG_REQUEST_PARAMETERS');
    const id = randomUUID();
    this.#consents.set(id, { applicationId, bank: name, redirectUrl, state, validUntil });
    return answer(response, 200, {
      url: `${this.url}/bank?id=${id}`,
      authorization_id: id,
      psu_id_hash: 'x',
    });
  }

  private openSession({ code }: Json, response: ServerResponse): void {
    const found = [...this.#consents].find(([, consent]) => consent.code === code);
    if (!found || code === undefined) return this.refuse(response, 422, 'WRONG_AUTHORIZATION_CODE');
    this.#consents.delete(found[0]);
    const [, { bank, validUntil }] = found;
    const accounts = new Map(this.accounts.map((account) => [randomUUID() as string, account]));
    const id = randomUUID();
    this.sessions.set(id, { validUntil, accounts, status: 'AUTHORIZED' });
    return answer(response, 200, {
      session_id: id,
      accounts: [...accounts].map(([uid, { iban, currency, details, blocked }]) => ({
        uid: blocked ? null : uid,
        account_id: iban === undefined ? null : { iban, other: null },
        name: 'Anna Prova',
        details: details ?? null,
        cash_account_type: 'CACC',
        currency,
        identification_hash: 'x',
        identification_hashes: ['x'],
      })),
      aspsp: { name: bank, country: 'IT' },
      psu_type: 'personal',
      access: { valid_until: validUntil, balances: true, transactions: true },
    });
  }

  private closeSession(id: string, response: ServerResponse): void {
    const session = this.sessions.get(id);
    if (!session) return this.refuse(response, 404, 'SESSION_DOES_NOT_EXIST');
    if (session.status === 'CLOSED') return this.refuse(response, 401, 'CLOSED_SESSION');
    session.status = 'CLOSED';
    return answer(response, 200, { message: 'OK' });
  }

  private account(uid: string, what: string, address: URL, response: ServerResponse): void {
    const session = [...this.sessions.values()].find(({ accounts }) => accounts.has(uid));
    const account = session?.accounts.get(uid);
    if (!session || !account) return this.refuse(response, 404, 'ACCOUNT_DOES_NOT_EXIST');
    if (session.status === 'CLOSED') return this.refuse(response, 401, 'CLOSED_SESSION');
    if (Date.parse(session.validUntil) <= this.now().getTime())
      return this.refuse(response, 401, 'EXPIRED_SESSION');
    if (what === 'transactions') return this.transactions(account, address.searchParams, response);
    return answer(response, 200, {
      balances: account.balances.map(({ type, amount }) => ({
        name: type,
        balance_amount: { currency: account.currency, amount },
        balance_type: type,
      })),
    });
  }

  /** Newest first, a few a page; a key serves for the same days alone. */
  private transactions(account: StandInAccount, query: URLSearchParams, response: ServerResponse): void {
    const [from, to, key] = ['date_from', 'date_to', 'continuation_key'].map((name) => query.get(name));
    if (from === null || from === undefined || to === null || to === undefined)
      return this.refuse(response, 422, 'WRONG_REQUEST_PARAMETERS');
    if (from > to) return this.refuse(response, 422, 'WRONG_DATE_INTERVAL');
    const oldest = this.now().getTime() - (this.historyDays ?? Infinity) * 86_400_000;
    if (Date.parse(from) < oldest - 86_400_000)
      return this.refuse(response, 422, 'WRONG_TRANSACTIONS_PERIOD');
    const [days = '', start = '0'] = (key ?? `${from}..${to}|0`).split('|');
    if (days !== `${from}..${to}`) return this.refuse(response, 422, 'WRONG_REQUEST_PARAMETERS');
    const all = account.transactions
      .filter(({ booking_date: day }) => !day || (day >= from && day <= to))
      .toReversed();
    const next = Number(start) + PAGE;
    return answer(response, 200, {
      transactions: all.slice(Number(start), next),
      continuation_key: next < all.length ? `${days}|${String(next)}` : null,
    });
  }

  /** Whose token a request carries; undefined for a wrong one. */
  private authorised(request: IncomingMessage): string | undefined {
    const [, header = '', payload = '', signature = ''] =
      /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (header === '') return undefined;
    const [head, claims] = [header, payload].map(
      (part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>,
    );
    const known = this.applications.get(String(head?.['kid']));
    const seconds = this.now().getTime() / 1000;
    const [issued, expires] = [Number(claims?.['iat']), Number(claims?.['exp'])];
    const isSound =
      head?.['alg'] === 'RS256' &&
      head['typ'] === 'JWT' &&
      claims?.['iss'] === 'enablebanking.com' &&
      claims['aud'] === 'api.enablebanking.com' &&
      issued <= seconds + 60 &&
      expires > seconds &&
      expires - issued <= 86_400;
    if (!known || !isSound) return undefined;
    const signed = Buffer.from(`${header}.${payload}`);
    const key = createPublicKey(known.publicKey);
    const isSigned = verify('sha256', signed, key, Buffer.from(signature, 'base64url'));
    return isSigned ? String(head['kid']) : undefined;
  }

  private refuse(
    response: ServerResponse,
    status: number,
    error: string | undefined,
    headers: Record<string, string> = {},
  ): void {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    answer(response, status, { message: 'Refused', code: status, error, detail: null });
  }

  /** The bank's own page, for a browser. */
  private bankPage(address: URL, response: ServerResponse): void {
    const id = address.searchParams.get('id') ?? '';
    const consent = this.#consents.get(id);
    if (!consent) {
      response.statusCode = 404;
      response.end('gone');
      return;
    }
    consent.code = randomUUID();
    const link = (query: Record<string, string>): string =>
      `${consent.redirectUrl}?${new URLSearchParams({ ...query, state: consent.state }).toString()}`;
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><title>${consent.bank}</title><h1>${consent.bank}</h1>` +
        `<a href="${link({ code: consent.code })}">Consenti</a> ` +
        `<a href="${link({ error: 'access_denied' })}">Rifiuta</a>`,
    );
  }

  /** For journeys, whose tests run in other processes. */
  private async control(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const body = await json(request);
    if (path === '/control/register') {
      const { id, publicKey, redirectUrls } = body as unknown as Application & { id: string };
      this.register(id, publicKey, redirectUrls);
    } else if (path === '/control/accounts') {
      this.accounts = body['accounts'] as StandInAccount[];
    }
    answer(response, 200, { sessions: [...this.sessions.values()].map(({ status }) => status) });
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
}

async function json(request: IncomingMessage): Promise<Json> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString() || '{}') as Json;
}
