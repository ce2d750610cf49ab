/** The OpenAPI document as a whole: valid, with examples that hold, committed, and honest about what breaks. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { allEndpoints, API_VERSION, ERROR_STATUS, errorsOf, HEADERS, openApiDocument } from '../src/index.js';
import { openApiText } from '../src/openapi.js';
import { breakingChanges, saysItBreaks } from '../src/openapi-changes.js';

type Json = Record<string, unknown>;

const root = fileURLToPath(new URL('../../..', import.meta.url));
const document = openApiDocument();
const text = openApiText(document);
const at = (node: unknown, ...keys: string[]): Json =>
  keys.reduce<unknown>((inner, key) => (inner as Json)[key], node) as Json;
const operationOf = ({ path, method }: { path: string; method: string }): Json =>
  at(document, 'paths', path, method.toLowerCase());
const each = allEndpoints.map((endpoint) => ({ id: endpoint.id, endpoint }));

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, 'api');
/** A part of the document as a validator, with its references in place. */
const validatorAt = (...keys: string[]) => {
  const pointer = keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')));
  const found = ajv.getSchema(`api#/${pointer.join('/')}`);
  if (!found) throw new Error(`No schema at ${keys.join(' ')}`);
  return found;
};
const problems = (validate: ReturnType<typeof validatorAt>, value: unknown): unknown =>
  validate(value) ? [] : validate.errors;

it('is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(JSON.parse(text) as Json);
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
});

it.each(each)('$id documents every status and every error code', ({ endpoint }) => {
  const responses = operationOf(endpoint)['responses'] as Record<string, Json>;
  const documented = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, reference]) => {
      const response = at(document, ...String(reference['$ref']).split('/').slice(1));
      const schema = at(response, 'content', 'application/json', 'schema');
      return (at(schema, 'properties', 'error')['enum'] as string[]).map((code) => [code, status]);
    });
  const wanted = errorsOf(endpoint).map((code) => [code, String(ERROR_STATUS[code])]);
  expect(documented.sort()).toEqual(wanted.sort());
});

it.each(each)('$id: examples hold, by the document and by the contract', ({ endpoint }) => {
  const here = ['paths', endpoint.path, endpoint.method.toLowerCase()];
  const operation = operationOf(endpoint);
  const body = (operation['requestBody'] as Json | undefined)?.['content'] as Json | undefined;
  if (body?.['application/json']) {
    const { example } = body['application/json'] as Json;
    const schema = validatorAt(...here, 'requestBody', 'content', 'application/json', 'schema');
    expect(problems(schema, example)).toEqual([]);
    expect(endpoint.body?.safeParse(example).error?.issues ?? []).toEqual([]);
  }
  if (endpoint.response) {
    const { example } = at(operation, 'responses', '200', 'content', 'application/json');
    const schema = validatorAt(...here, 'responses', '200', 'content', 'application/json', 'schema');
    expect(example).toBeDefined();
    expect(problems(schema, example)).toEqual([]);
    expect(endpoint.response.safeParse(example).error?.issues ?? []).toEqual([]);
  }
  for (const place of ['params', 'query'] as const) {
    const parameters = (operation['parameters'] as Json[])
      .filter((one) => one['in'] === (place === 'params' ? 'path' : 'query'))
      .filter((one) => 'example' in one);
    const values = Object.fromEntries(parameters.map((one) => [one['name'], one['example']]));
    expect(endpoint[place]?.safeParse(values).error?.issues ?? []).toEqual([]);
  }
});

it.each(each)('$id names every header that may come with it', ({ endpoint }) => {
  const named = (operationOf(endpoint)['parameters'] as Json[])
    .map((one) => (typeof one['$ref'] === 'string' ? at(document, ...one['$ref'].split('/').slice(1)) : one))
    .flatMap((one) => (one['in'] === 'header' ? [one['name']] : []));
  const wanted: string[] = [HEADERS.client, HEADERS.internalHost];
  if (endpoint.access.kind !== 'public') wanted.push(HEADERS.tenant);
  if (endpoint.idempotent) wanted.push(HEADERS.idempotencyKey);
  expect(named).toEqual(wanted);
});

it('links of saved rows lead to operations there are, by parameters these take', () => {
  const linked = allEndpoints.flatMap((endpoint) => {
    const { 200: done } = operationOf(endpoint)['responses'] as Record<string, Json>;
    const links = done?.['links'] ?? {};
    return Object.values(links as Record<string, Json>).map((link) => ({ from: endpoint.id, link }));
  });
  expect(linked.map(({ from }) => from)).toEqual(
    expect.arrayContaining(['banks.save', 'accounts.save', 'operations.save', 'adminUsers.save']),
  );
  for (const { link } of linked) {
    const target = allEndpoints.find(({ id }) => id === link['operationId']);
    const given = Object.keys(link['parameters'] ?? {});
    expect([link, given]).toEqual([link, Object.keys(target?.params?.shape ?? {})]);
  }
});

it('examples of named schemas and of errors hold', () => {
  const schemas = at(document, 'components', 'schemas') as Record<string, Json>;
  const named = Object.entries(schemas).filter(([, schema]) => schema['examples']);
  expect(named.length).toBeGreaterThan(20);
  for (const [name, schema] of named)
    for (const example of schema['examples'] as unknown[])
      expect([name, problems(validatorAt('components', 'schemas', name), example)]).toEqual([name, []]);
  const responses = at(document, 'components', 'responses') as Record<string, Json>;
  for (const [name, response] of Object.entries(responses)) {
    const validate = validatorAt('components', 'responses', name, 'content', 'application/json', 'schema');
    const { examples } = at(response, 'content', 'application/json') as { examples: Record<string, Json> };
    for (const [code, { value }] of Object.entries(examples)) {
      expect(problems(validate, value)).toEqual([]);
      expect(value).toMatchObject({ error: code });
    }
    expect(validate({ error: 'SOMETHING_ELSE', params: [] })).toBe(false);
  }
});

describe('the committed file', () => {
  it('is the document as it is: npm run docs:openapi', () => {
    expect(readFileSync(`${root}docs/openapi.json`, 'utf8')).toBe(text);
    expect(JSON.parse(text)).toEqual(document);
    expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
  });

  it('has the version of the contracts', () => {
    const own = createRequire(import.meta.url)('../package.json') as { version: string };
    expect(API_VERSION).toBe(own.version);
    expect(at(document, 'info')['version']).toBe(API_VERSION);
  });

  it('breaks no version committed before it under the same number', () => {
    const check = execFileSync(process.execPath, ['scripts/openapi.mjs', '--check'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(check).toMatch(/^docs\/openapi\.json breaks none of \d+ earlier versions|No history/m);
  });
});

describe('what counts as a break', () => {
  /** The document with one thing changed. */
  const changed = (change: (copy: Json) => void): Json => {
    const copy = JSON.parse(text) as Json;
    change(copy);
    return copy;
  };
  const save = (copy: Json) => at(copy, 'paths', '/api/finance/banks/save', 'post');
  const schema = (copy: Json, name: string) => at(copy, 'components', 'schemas', name);

  it('nothing, where nothing changed', () => {
    expect(breakingChanges(document, document)).toEqual([]);
  });

  it.each<[string, (copy: Json) => void, string]>([
    ['an endpoint gone', (d) => delete at(d, 'paths')['/api/finance/banks/save'], 'gone'],
    ['another name', (d) => (save(d)['operationId'] = 'banks.put'), 'is called banks.put'],
    [
      'a session needed',
      (d) => (at(d, 'paths', '/api/user/config', 'get')['security'] = [{ bearer: [] }]),
      'needs a session',
    ],
    [
      'a role locked out',
      (d) => (at(d, 'paths', '/api/finance/banks/get', 'get')['x-roles'] = ['FBDO_FIBADO']),
      'FBDO_READ',
    ],
    [
      'a field required',
      (d) => (schema(d, 'SaveBankInput')['required'] as string[]).push('abi'),
      'abi: is required now',
    ],
    [
      'a field refused',
      (d) => delete at(schema(d, 'SaveBankInput'), 'properties')['color'],
      'color: is refused now',
    ],
    [
      'a narrower bound',
      (d) => (at(schema(d, 'SaveBankInput'), 'properties', 'name')['maxLength'] = 10),
      'maxLength',
    ],
    [
      'a choice less',
      (d) => (at(schema(d, 'SaveBankInput'), 'properties', 'stampDutyMethod')['enum'] = ['TWELFTHS']),
      'no longer takes ACTUAL_DAYS',
    ],
    [
      'another type',
      (d) => (at(schema(d, 'SaveBankInput'), 'properties', 'name')['type'] = 'integer'),
      'string is not integer',
    ],
    [
      'a field gone from an answer',
      (d) => {
        const bank = schema(d, 'Bank');
        delete at(bank, 'properties')['name'];
        bank['required'] = (bank['required'] as string[]).filter((name) => name !== 'name');
      },
      'name: may be missing now',
    ],
    [
      'an optional field gone from an answer',
      (d) => delete at(schema(d, 'Bank'), 'properties')['color'],
      'color: is gone',
    ],
    [
      'a body no longer taken',
      (d) => (at(save(d), 'requestBody')['content'] = {}),
      'no longer takes application/json',
    ],
    [
      'a required parameter',
      (d) => (save(d)['parameters'] as Json[]).push({ name: 'x', in: 'query', required: true, schema: {} }),
      'query parameter x is required now',
    ],
  ])('%s', (_, change, words) => {
    const found = breakingChanges(document, changed(change));
    expect(found.join('\n')).toContain(words);
  });

  it.each<[string, (copy: Json) => void]>([
    [
      'a new optional field',
      (d) => (at(schema(d, 'SaveBankInput'), 'properties')['swift'] = { type: 'string' }),
    ],
    [
      'a new field of an answer',
      (d) => {
        at(schema(d, 'Bank'), 'properties')['swift'] = { type: 'string' };
        (schema(d, 'Bank')['required'] as string[]).push('swift');
      },
    ],
    [
      'a new value in an answer',
      (d) =>
        (at(schema(d, 'Bank'), 'properties', 'stampDutyMethod')['enum'] = [
          'ACTUAL_DAYS',
          'TWELFTHS',
          'DAILY',
        ]),
    ],
    ['a wider bound', (d) => (at(schema(d, 'SaveBankInput'), 'properties', 'name')['maxLength'] = 500)],
    [
      'a new endpoint',
      (d) => (at(d, 'paths')['/api/finance/new'] = { get: { operationId: 'new.get', responses: {} } }),
    ],
    ['a field no longer required', (d) => (schema(d, 'SaveBankInput')['required'] = ['name'])],
  ])('but not %s', (_, change) => {
    expect(breakingChanges(document, changed(change))).toEqual([]);
  });

  it('and what the version says', () => {
    expect(saysItBreaks('0.1.0', '0.1.9')).toBe(false);
    expect(saysItBreaks('0.1.0', '0.2.0')).toBe(true);
    expect(saysItBreaks('1.1.0', '1.2.0')).toBe(false);
    expect(saysItBreaks('1.9.0', '2.0.0')).toBe(true);
  });
});
