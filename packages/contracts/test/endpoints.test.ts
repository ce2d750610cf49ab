/** What holds for every endpoint: the router, the guard, OpenAPI and the client all stand on it. */

import { z } from 'zod';
import {
  allEndpoints,
  api,
  type EndpointShape,
  ERROR_STATUS,
  errorBody,
  errorCodes,
  errorsOf,
  openApiDocument,
  ROLES,
} from '../src/index.js';

type Json = Record<string, unknown>;
const each = allEndpoints.map((endpoint) => ({ id: endpoint.id, endpoint }));

test('names and routes are unique', () => {
  const ids = allEndpoints.map(({ id }) => id);
  const routes = allEndpoints.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(routes).size).toBe(routes.length);
  expect(ids.length).toBeGreaterThan(60);
});

test.each(each)('$id: path, parameters, method and access fit together', ({ endpoint }) => {
  const { path, params, method, body, file, access, id } = endpoint;
  expect(id).toMatch(/^[a-z]\w+\.[a-z]\w+$/i);
  expect(path).toMatch(/^\/api\/(user|finance|notify|health|admin)(\/|$)/);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  expect(Object.keys(params?.shape ?? {}).sort()).toEqual(inPath.sort());
  if (method === 'GET' || method === 'DELETE') expect([body, file]).toEqual([undefined, undefined]);
  if (access.kind === 'anyOf') {
    expect(access.roles.length).toBeGreaterThan(0);
    expect(access.roles.every((role) => ROLES.includes(role))).toBe(true);
  }
  // The whole finance area asks for one of its roles. A calendar program cannot: its path holds the secret.
  if (path.startsWith('/api/finance/') && id !== 'exports.calendar') {
    expect(access).toMatchObject({ kind: 'anyOf' });
    expect(
      access.kind === 'anyOf' && access.roles.some((role) => ['FBDO_FIBADO', 'FBDO_CONNECT'].includes(role)),
    ).toBe(true);
  }
});

test('a reader of the finance area cannot reach what writes', () => {
  const computing = ['optimizer.whatIf', 'optimizer.evaluate', 'scenarios.tryOut'];
  const readable = allEndpoints.filter(
    ({ access, path }) =>
      path.startsWith('/api/finance/') && access.kind === 'anyOf' && access.roles.includes('FBDO_READ'),
  );
  const writing = readable.filter(({ method, id }) => method !== 'GET' && !computing.includes(id));
  // Reading a file without keeping anything of it is reading.
  expect(
    writing
      .map(({ id }) => id)
      // Asking questions of a plan keeps nothing either.
      .filter((id) => !id.startsWith('imports.') && !id.startsWith('insights.')),
  ).toEqual([]);
});

/** Every object with named fields inside a JSON Schema, with where it is. */
function* objectsIn(schema: unknown, at: string): Generator<[string, Json]> {
  if (schema === null || typeof schema !== 'object') return;
  const node = schema as Json;
  if (node['type'] === 'object' && node['properties'] !== undefined) yield [at, node];
  for (const [key, inner] of Object.entries(node)) yield* objectsIn(inner, `${at}.${key}`);
}

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): unknown =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' });

// A form is of another protocol, whose senders may add fields to it.
const ours = each.filter(({ endpoint }) => !endpoint.form);
test.each(ours.filter(({ endpoint }) => endpoint.body ?? endpoint.query ?? endpoint.params))(
  '$id: unknown keys are refused at every depth',
  ({ endpoint }) => {
    for (const schema of [endpoint.body, endpoint.query, endpoint.params]) {
      if (schema === undefined) continue;
      const loose = [...objectsIn(jsonSchema(schema, 'input'), endpoint.id)].filter(
        ([, object]) => object['additionalProperties'] !== false,
      );
      expect(loose.map(([at]) => at)).toEqual([]);
    }
  },
);

test('an unknown key is refused by the schema itself, not only on paper', () => {
  const unknown = api.quarters.init.body.safeParse({ date: '2027-04-01', extra: 1 });
  expect(unknown.success).toBe(false);
  expect(unknown.error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['extra'] }]);
});

describe('errors', () => {
  it('have a status in the 4xx or 5xx, and one body', () => {
    for (const status of Object.values(ERROR_STATUS)) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
    }
    for (const error of errorCodes) expect(errorBody.parse({ error, params: ['x'] }).error).toBe(error);
    expect(errorBody.safeParse({ error: 'NO_SUCH_CODE', params: [] }).success).toBe(false);
    expect(errorBody.safeParse({ error: 'VALIDATION' }).success).toBe(false);
  });

  it.each(each)('$id answers codes that follow from its shape', ({ endpoint }) => {
    const codes = errorsOf(endpoint);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes).toContain('UNEXPECTED');
    expect(codes.includes('UNAUTHENTICATED')).toBe(endpoint.access.kind !== 'public');
    if (endpoint.access.kind === 'anyOf') expect(codes).toContain('FORBIDDEN');
    if (endpoint.body ?? endpoint.params) expect(codes).toContain('VALIDATION');
    // What is looked up by id can be missing, and then says so, whichever tenant owns it.
    if (endpoint.path.includes('{id}')) expect(codes).toContain('NOT_FOUND');
  });
});

describe('the OpenAPI document', () => {
  const document = openApiDocument();
  const paths = document['paths'] as Record<string, Record<string, Json>>;
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

  it('describes every endpoint once', () => {
    expect(document['openapi']).toBe('3.1.0');
    expect(operations.map((operation) => operation['operationId']).sort()).toEqual(
      allEndpoints.map(({ id }) => id).sort(),
    );
    const of = ({ path, method }: EndpointShape): Json | undefined => paths[path]?.[method.toLowerCase()];
    expect(allEndpoints.every((endpoint) => of(endpoint)?.['operationId'] === endpoint.id)).toBe(true);
  });

  it('refers to nothing that is not there', () => {
    const referred = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref ?? '');
    expect(referred.length).toBeGreaterThan(100);
    const find = (ref: string): unknown =>
      ref
        .split('/')
        .slice(1)
        .reduce<unknown>((node, key) => (node as Json | undefined)?.[key], document);
    const missing = referred.filter((ref) => find(ref) === undefined);
    expect([...new Set(missing)]).toEqual([]);
  });

  it('asks for a session exactly where the contract does', () => {
    for (const endpoint of allEndpoints) {
      const security = paths[endpoint.path]?.[endpoint.method.toLowerCase()]?.['security'] as unknown[];
      expect(security.length === 0).toBe(endpoint.access.kind === 'public');
    }
  });

  it('answers 200 with a body or a file, 204 without', () => {
    for (const endpoint of allEndpoints) {
      const responses = paths[endpoint.path]?.[endpoint.method.toLowerCase()]?.['responses'] as Json;
      const hasBody = endpoint.response !== undefined || endpoint.download !== undefined;
      expect(responses['200'] !== undefined).toBe(hasBody);
      expect(responses['204'] !== undefined).toBe(!hasBody);
    }
  });
});
