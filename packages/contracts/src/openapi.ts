import { z } from 'zod';
import { keyScopesOf } from './api-keys.js';
import type { EndpointShape } from './endpoint.js';
import { errorsOf } from './endpoint.js';
import { allEndpoints } from './endpoints.js';
import { ERROR_STATUS, errorBody, type ErrorCode } from './errors.js';
import { HEADERS } from './headers.js';
import { BODY_EXAMPLES, errorExample, exampleOf, namedExample } from './openapi-examples.js';
import { type Json, resolved, schemaOf } from './openapi-schema.js';

/**
 * The version of the HTTP contract, apart from the program's. A change that breaks a caller raises the major
 * number, or the minor one while the major is 0; `npm run docs:openapi` refuses to write one otherwise.
 */
export const API_VERSION = '0.4.0';

interface Components {
  readonly schemas: Json;
  readonly responses: Json;
}

/** The OpenAPI 3.1 document of every endpoint, made from the contracts alone. */
export function openApiDocument(): Json {
  const components: Components = { schemas: {}, responses: {} };
  const paths: Record<string, Json> = {};
  schemaOf(errorBody, 'output', components.schemas);
  for (const endpoint of allEndpoints) {
    paths[endpoint.path] ??= {};
    (paths[endpoint.path] as Json)[endpoint.method.toLowerCase()] = operation(endpoint, components);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fibado',
      version: API_VERSION,
      summary: 'The Bank Deposit Optimizer',
      description:
        'Amounts are integer euro cents, days `YYYY-MM-DD`, a quarter is its first day. A failure answers ' +
        '`{ error, params }` with a code of a closed list; each operation names the ones it answers with.',
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(allEndpoints.map(familyOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas: withExamples(components.schemas),
      responses: components.responses,
      parameters: HEADER_PARAMETERS,
      headers: HEADER_COMPONENTS,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A session token of token/generate, or an API key.',
        },
        msfauth: {
          type: 'apiKey',
          in: 'header',
          name: HEADERS.auth,
          description: 'The word Bearer, a space, the session token or API key',
        },
      },
    },
  };
}

const HEADER_COMPONENTS: Json = {
  RetryAfter: { description: 'Seconds to wait', schema: { type: 'string', pattern: '^\\d+$' } },
  WwwAuthenticate: { description: 'Bearer', schema: { type: 'string' } },
  RateLimitLimit: {
    description: 'With an API key: requests a window',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  RateLimitRemaining: {
    description: 'With an API key: requests left in the window',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  RateLimitReset: {
    description: 'With an API key: seconds until the window ends',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
};
const header = (name: string): Json => ({ $ref: `#/components/headers/${name}` });
const RATE_HEADERS: Json = {
  'RateLimit-Limit': header('RateLimitLimit'),
  'RateLimit-Remaining': header('RateLimitRemaining'),
  'RateLimit-Reset': header('RateLimitReset'),
};

function withExamples(schemas: Json): Json {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const example = namedExample(name);
      return [name, example === undefined ? schema : { ...(schema as Json), examples: [example] }];
    }),
  );
}

const familyOf = (endpoint: EndpointShape): string => endpoint.id.split('.')[0] ?? endpoint.id;

/** Who may call, for people and for programs. */
function accessOf(endpoint: EndpointShape): Json {
  if (endpoint.access.kind === 'public') return { description: 'Public: no authentication.', security: [] };
  const roles = endpoint.access.kind === 'anyOf' ? endpoint.access.roles : undefined;
  const scopes = keyScopesOf(endpoint);
  const keys =
    scopes === undefined
      ? 'A session is needed; API keys are refused.'
      : scopes.length === 0
        ? 'Any API key is accepted.'
        : `API keys need any of the scopes: ${scopes.join(', ')}.`;
  return {
    description: `${roles ? `Any of the roles: ${roles.join(', ')}.` : 'For every signed-in user.'} ${keys}`,
    security: [{ bearer: [] }, { msfauth: [] }],
    ...(roles ? { 'x-roles': roles } : {}),
    ...(scopes ? { 'x-api-key-scopes': scopes } : {}),
  };
}

function operation(endpoint: EndpointShape, components: Components): Json {
  const parameters = [...parametersOf(endpoint, components), ...headersOf(endpoint)];
  const body = requestBody(endpoint, components);
  return {
    operationId: endpoint.id,
    tags: [familyOf(endpoint)],
    summary: endpoint.summary,
    ...accessOf(endpoint),
    parameters,
    ...(body ? { requestBody: body } : {}),
    responses: responsesOf(endpoint, components),
  };
}

function parametersOf(endpoint: EndpointShape, { schemas }: Components): Json[] {
  const list = (schema: z.ZodObject | undefined, place: 'path' | 'query') =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) => {
      const required = place === 'path' || !(field as z.ZodType).safeParse(undefined).success;
      const made = schemaOf(field as z.ZodType, 'input', schemas);
      const example = required ? { example: exampleOf(made, schemas, name) } : {};
      return { name, in: place, required, schema: made, ...example };
    });
  return [...list(endpoint.params, 'path'), ...list(endpoint.query, 'query')];
}

function headerParameter(name: string, description: string, schema: Json = { type: 'string' }): Json {
  return { name, in: 'header', required: false, description, schema };
}

/** Request headers that most operations share, by component name. */
const HEADER_PARAMETERS: Json = {
  Client: headerParameter(HEADERS.client, 'Which program calls.'),
  InternalHost: headerParameter(HEADERS.internalHost, 'The host the program believes it calls.'),
  Tenant: headerParameter(HEADERS.tenant, "The tenant's code; has to be the session's."),
  IdempotencyKey: headerParameter(
    HEADERS.idempotencyKey,
    'The same key and body answer the first answer again.',
    {
      type: 'string',
      pattern: '^[\\x21-\\x7e]{1,200}$',
    },
  ),
};

function headersOf(endpoint: EndpointShape): Json[] {
  const names = ['Client', 'InternalHost'];
  if (endpoint.access.kind !== 'public') names.push('Tenant');
  if (endpoint.idempotent) names.push('IdempotencyKey');
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

function requestBody(endpoint: EndpointShape, { schemas }: Components): Json | undefined {
  if (!endpoint.body && !endpoint.file) return undefined;
  const body = endpoint.body && schemaOf(endpoint.body, 'input', schemas);
  const content: Json = {};
  if (endpoint.file) content['multipart/form-data'] = { schema: formOf(endpoint.file, body, schemas) };
  if (body && !endpoint.file?.required) {
    const example = BODY_EXAMPLES[endpoint.id] ?? exampleOf(body, schemas);
    const media = endpoint.form ? 'application/x-www-form-urlencoded' : 'application/json';
    content[media] = { schema: body, example };
  }
  return { required: true, content };
}

/** A body's fields with the file beside them. */
function formOf(file: NonNullable<EndpointShape['file']>, body: Json | undefined, schemas: Json): Json {
  const fields = body ? resolved(body, schemas) : { properties: {}, required: [] };
  const required = [...((fields['required'] as string[] | undefined) ?? [])];
  if (file.required) required.push(file.field);
  const part = { type: 'string', format: 'binary', description: `At most ${String(file.maxBytes)} bytes.` };
  return {
    type: 'object',
    properties: { ...(fields['properties'] as Json), [file.field]: part },
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

function responsesOf(endpoint: EndpointShape, components: Components): Json {
  const responses: Json = {};
  const headers = keyScopesOf(endpoint) && endpoint.access.kind !== 'public' ? { headers: RATE_HEADERS } : {};
  if (endpoint.download)
    responses['200'] = {
      description: 'The file',
      ...headers,
      content: {
        [endpoint.download]: { schema: { type: 'string', contentMediaType: endpoint.download } },
      },
    };
  else if (endpoint.response) {
    const schema = schemaOf(endpoint.response, 'output', components.schemas);
    const example = exampleOf(schema, components.schemas);
    responses['200'] = {
      description: 'Done',
      ...headers,
      content: { 'application/json': { schema, example } },
      ...linksOf(endpoint),
    };
  } else responses['204'] = { description: 'Done', ...headers };
  // Answers about a household's finances carry an ETag.
  if (endpoint.method === 'GET' && endpoint.path.startsWith('/api/finance/'))
    responses['304'] = { description: 'Unchanged since the ETag sent as If-None-Match' };
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(endpoint)) {
    const status = ERROR_STATUS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code].sort());
  }
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b))
    responses[String(status)] = errorResponse(status, codes, components);
  return responses;
}

/**
 * What can be done next with a row that was saved: read, change, delete it. Clients and testers follow these links with
 * the answer's own id and version.
 */
function linksOf({ id, response }: EndpointShape): Json {
  const family = id.slice(0, -'.save'.length);
  const saved = id.endsWith('.save') ? savedRow(response) : undefined;
  if (!saved) return {};
  const next = (action: string) => allEndpoints.find((one) => one.id === `${family}.${action}`);
  const takesId = (one: EndpointShape) => Object.keys(one.params?.shape ?? {}).join() === 'id';
  const parameters = { id: `$response.body#${saved.at}/id` };
  const links: Json = {};
  for (const action of ['get', 'getOne', 'delete']) {
    const one = next(action);
    if (!one) continue;
    if (takesId(one)) links[action] = { operationId: one.id, parameters };
    else if (!one.params) links[action] = { operationId: one.id };
  }
  if (saved.hasVersion) {
    const version = `$response.body#${saved.at}/version`;
    links['update'] = { operationId: id, requestBody: { ...parameters, version } };
  }
  return Object.keys(links).length > 0 ? { links } : {};
}

/** Where an answer has the row that was saved: the answer itself, or a field of it. */
function savedRow(
  response: z.ZodType | undefined,
): { readonly at: string; readonly hasVersion: boolean } | undefined {
  if (!(response instanceof z.ZodObject)) return undefined;
  const candidates: [string, unknown][] = [['', response]];
  for (const [name, field] of Object.entries(response.shape)) candidates.push([`/${name}`, field]);
  for (const [at, schema] of candidates)
    if (schema instanceof z.ZodObject && 'id' in schema.shape)
      return { at, hasVersion: 'version' in schema.shape };
  return undefined;
}

/** One response for all endpoints that answer a status with the same codes. */
function errorResponse(status: number, codes: readonly ErrorCode[], { responses }: Components): Json {
  const name = `E${String(status)}_${codes.join('-')}`;
  responses[name] ??= {
    description: codes.join(', '),
    ...(status === 401 ? { headers: { 'WWW-Authenticate': header('WwwAuthenticate') } } : {}),
    ...(status === 429 ? { headers: { 'Retry-After': header('RetryAfter') } } : {}),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Error' }],
          properties: { error: { enum: codes } },
        },
        examples: Object.fromEntries(codes.map((code) => [code, { value: errorExample(code) }])),
      },
    },
  };
  return { $ref: `#/components/responses/${name}` };
}

/** A list of strings as `JSON.stringify` writes it over several lines. */
const STRINGS = /\[\n\s+("(?:[^"\\\n]|\\.)*"(?:,\n\s+"(?:[^"\\\n]|\\.)*")*)\n\s*\]/g;
/** An object with one scalar member, a reference for instance, as `JSON.stringify` writes it over three lines. */
const SINGLE_MEMBER = /\{\n\s+("(?:[^"\\\n]|\\.)*": (?:"(?:[^"\\\n]|\\.)*"|[\w.+-]+))\n\s+\}/g;

/**
 * The document as it is committed: one space of indentation, lists of strings and objects with one scalar member on
 * one line, which keeps it under 1 MiB.
 */
export const openApiText = (document: unknown): string =>
  `${JSON.stringify(document, null, 1)
    .replaceAll(STRINGS, (_, list: string) => `[${list.replaceAll(/,\n\s+/g, ', ')}]`)
    .replaceAll(SINGLE_MEMBER, '{ $1 }')}\n`;
