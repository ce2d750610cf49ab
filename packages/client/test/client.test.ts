/** The client against a real HTTP server on a free loopback port. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api, ERROR_STATUS, errorCodes } from '@fibado/contracts';
import {
  ApiError,
  type Client,
  type ClientOptions,
  createClient,
  TransportError,
  urlOf,
} from '../src/index.js';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

type Answer = (response: ServerResponse, seen: Seen) => void;

let server: Server;
let origin: string;
let seen: Seen[];
let answer: Answer;

const json =
  (status: number, body: unknown): Answer =>
  (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks) };
      seen.push(one);
      answer(response, one);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});

beforeEach(() => {
  seen = [];
  answer = json(200, []);
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const client = (options: Partial<ClientOptions> = {}): Client =>
  createClient({ baseUrl: origin, clientCode: 'test', retry: FAST, ...options });

/** As patient as by default, in less time. */
const FAST = { baseMs: 1, maxWaitMs: 2000 };

const only = (): Seen => {
  expect(seen).toHaveLength(1);
  return seen[0] as Seen;
};

async function failure<E extends Error>(
  promise: Promise<unknown>,
  type: new (...args: never[]) => E,
): Promise<E> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(type);
  return error as E;
}

const ID = '00000000-0000-4000-8000-000000000001';

describe('what goes out', () => {
  it('the headers every call carries, and nothing that is not known', async () => {
    await client().call(api.banks.get);
    expect(only()).toMatchObject({ method: 'GET', url: '/api/finance/banks/get' });
    expect(only().headers).toMatchObject({ cdclient: 'test', internalhost: origin.replace('http://', '') });
    for (const absent of ['msfauth', 'cdtenant', 'authorization', 'idempotency-key', 'content-type']) {
      expect(only().headers).not.toHaveProperty(absent);
    }
  });

  it('token and tenant are asked for at every call', async () => {
    let token: string | undefined = 'first';
    const caller = client({ token: () => token, tenant: () => 'rossi' });
    await caller.call(api.banks.get);
    token = undefined;
    await caller.call(api.banks.get);
    expect(seen.map(({ headers }) => [headers['msfauth'], headers['cdtenant']])).toEqual([
      ['Bearer first', 'rossi'],
      [undefined, 'rossi'],
    ]);
  });

  it("a call's own bearer goes before the client's", async () => {
    await client({ token: () => 'stored' }).call(api.account.userLogged, { bearer: 'given' });
    expect(only().headers['msfauth']).toBe('Bearer given');
  });

  it('a body as JSON, with its idempotency key', async () => {
    answer = json(200, { operations: [], deleted: 0 });
    const body = { operations: [], deleteIds: [ID] };
    const answered = await client().call(api.operations.saveBulk, { body, idempotencyKey: 'k-1' });
    expect(answered).toEqual({ operations: [], deleted: 0 });
    expect(only().headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'k-1' });
    expect(JSON.parse(only().body.toString())).toEqual(body);
  });

  it('path parameters and queries, escaped; what is undefined stays away', async () => {
    expect(urlOf(api.account.changeTenant, { params: { tenant: 'a/b ?#è' } })).toBe(
      '/api/user/account/change-tenant/a%2Fb%20%3F%23%C3%A8',
    );
    answer = json(200, { items: [], page: 0, size: 50, total: 0 });
    await client().call(api.account.list, { query: { page: 2, search: 'anna & bruno' } });
    expect(only().url).toBe('/api/user/account/list?page=2&search=anna+%26+bruno');
    expect(urlOf(api.account.list, { query: { page: 1, search: undefined } })).toBe(
      '/api/user/account/list?page=1',
    );
  });

  it('a file beside its fields, as a form', async () => {
    answer = json(200, {});
    await client().call(api.quarters.importSetups, {
      body: { date: '2027-04-01' },
      file: new Blob(['a;b\n1;2\n']),
      fileName: 'saldi.csv',
    });
    const { headers, body } = only();
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData();
    expect(form.get('date')).toBe('2027-04-01');
    const file = form.get('file');
    expect(file).toMatchObject({ name: 'saldi.csv' });
    expect(await (file as Blob).text()).toBe('a;b\n1;2\n');
  });

  it('the same endpoint without a file as plain JSON', async () => {
    answer = json(200, {});
    await client().call(api.quarters.importSetups, { body: { date: '2027-04-01' } });
    expect(only().headers['content-type']).toBe('application/json');
  });
});

describe('what comes back', () => {
  it('nothing, where the contract answers nothing', async () => {
    answer = (response) => response.writeHead(204).end();
    expect(await client().call(api.banks.delete, { params: { id: ID } })).toBeUndefined();
    expect(only()).toMatchObject({ method: 'DELETE', url: `/api/finance/banks/delete/${ID}` });
  });

  it('a file, where the contract answers a file', async () => {
    answer = (response) =>
      response.writeHead(200, { 'Content-Type': 'text/calendar' }).end('BEGIN:VCALENDAR');
    const blob = await client().call(api.exports.calendar, { params: { secret: 'x'.repeat(43) } });
    expect(await blob.text()).toBe('BEGIN:VCALENDAR');
  });

  it.each(errorCodes)('%s as an ApiError with its status and params', async (error) => {
    answer = json(ERROR_STATUS[error], { error, params: ['a', 'b'] });
    const thrown = await failure(client().call(api.banks.get), ApiError);
    expect(thrown).toMatchObject({ status: ERROR_STATUS[error], code: error, params: ['a', 'b'] });
    expect(thrown.message).toBe(`${error} (a, b)`);
  });

  it.each([
    ["a proxy's page", 502, '<html>Bad Gateway</html>'],
    ['an unknown code', 409, JSON.stringify({ error: 'NEW_CODE', params: [] })],
    ['another shape', 400, JSON.stringify({ message: 'no' })],
    ['an empty body', 503, ''],
  ])('%s as a TransportError with its status', async (_, status, body) => {
    answer = (response) => response.writeHead(status).end(body);
    expect(await failure(client().call(api.banks.get), TransportError)).toMatchObject({ status });
  });

  it('a success that is not JSON as a TransportError too', async () => {
    answer = (response) => response.writeHead(200).end('<html>');
    expect(await failure(client().call(api.banks.get), TransportError)).toMatchObject({ status: 200 });
  });

  it('a connection cut in the middle of an answer as a TransportError', async () => {
    answer = (response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('[', () => response.destroy());
    };
    await failure(client().call(api.banks.get), TransportError);
  });

  it('status 0 when no server answers', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    const caller = client({ baseUrl: `http://127.0.0.1:${String(port)}` });
    const thrown = await failure(caller.call(api.banks.get), TransportError);
    expect(thrown).toMatchObject({ status: 0, message: 'unreachable' });
    expect(thrown.cause).toBeDefined();
  });

  it('the abort itself when the caller gives up', async () => {
    const controller = new AbortController();
    answer = () => {
      controller.abort();
    };
    const thrown = await failure(client().call(api.banks.get, { signal: controller.signal }), DOMException);
    expect(thrown.name).toBe('AbortError');
    expect(thrown).not.toBeInstanceOf(TransportError);
  });
});

test('types follow the contract', () => {
  const caller = client();
  // Never run: each line has to be refused by the compiler, or the directive itself is an error.
  const refused = (): void => {
    // @ts-expect-error a required path parameter is missing
    void caller.call(api.banks.delete);
    // @ts-expect-error the body lacks its date
    void caller.call(api.quarters.init, { body: {} });
    // @ts-expect-error no such field
    void caller.call(api.quarters.init, { body: { date: '2027-04-01', other: 1 } });
    // @ts-expect-error the answer is a list
    void caller.call(api.banks.get).then((banks) => banks.name);
  };
  expect(refused).toBeInstanceOf(Function);
  expect(seen).toEqual([]);
});
