import { z } from 'zod';
import type { EndpointShape } from './endpoint.js';
import { errorsOf } from './endpoint.js';
import { allEndpoints } from './endpoints.js';
import { ERROR_STATUS, errorBody, type ErrorCode } from './errors.js';
import { HEADERS } from './headers.js';

type Json = Record<string, unknown>;

/**
 * The OpenAPI 3.1 document of every endpoint, made from the contracts alone.
 * @param version the program's version.
 */
export function openApiDocument(version: string): Json {
  const components: Json = {};
  const paths: Record<string, Json> = {};
  for (const endpoint of allEndpoints) {
    paths[endpoint.path] ??= {};
    (paths[endpoint.path] as Json)[endpoint.method.toLowerCase()] = operation(endpoint, components);
  }
  schemaOf(errorBody, 'output', components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fibado',
      version,
      summary: 'The Bank Deposit Optimizer',
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(allEndpoints.map(familyOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        msfauth: {
          type: 'apiKey',
          in: 'header',
          name: HEADERS.auth,
          description: 'The word Bearer, a space, the token',
        },
      },
    },
  };
}

const familyOf = (endpoint: EndpointShape): string => endpoint.id.split('.')[0] ?? endpoint.id;

function operation(endpoint: EndpointShape, components: Json): Json {
  const roles = endpoint.access.kind === 'anyOf' ? endpoint.access.roles : undefined;
  const parameters = [...parametersOf(endpoint, components), ...headersOf(endpoint)];
  const body = requestBody(endpoint, components);
  return {
    operationId: endpoint.id,
    tags: [familyOf(endpoint)],
    summary: endpoint.summary,
    ...(roles ? { description: `Any of: ${roles.join(', ')}.` } : {}),
    security: endpoint.access.kind === 'public' ? [] : [{ bearer: [] }, { msfauth: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: responsesOf(endpoint, components),
  };
}

function parametersOf(endpoint: EndpointShape, components: Json): Json[] {
  const list = (schema: z.ZodObject | undefined, place: 'path' | 'query') =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
      name,
      in: place,
      required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
      schema: schemaOf(field as z.ZodType, 'input', components),
    }));
  return [...list(endpoint.params, 'path'), ...list(endpoint.query, 'query')];
}

function headersOf(endpoint: EndpointShape): Json[] {
  const headers: Json[] = [
    { name: HEADERS.client, in: 'header', required: false, schema: { type: 'string' } },
    { name: HEADERS.tenant, in: 'header', required: false, schema: { type: 'string' } },
  ];
  if (endpoint.idempotent)
    headers.push({
      name: HEADERS.idempotencyKey,
      in: 'header',
      required: false,
      schema: { type: 'string', maxLength: 200 },
    });
  return headers;
}

function requestBody(endpoint: EndpointShape, components: Json): Json | undefined {
  if (!endpoint.body && !endpoint.file) return undefined;
  const body = endpoint.body && schemaOf(endpoint.body, 'input', components);
  const content: Json = {};
  if (endpoint.file) {
    const part = {
      type: 'object',
      properties: { [endpoint.file.field]: { type: 'string', format: 'binary' } },
    };
    content['multipart/form-data'] = { schema: body ? { allOf: [body, part] } : part };
  }
  if (body && !endpoint.file?.required) content['application/json'] = { schema: body };
  return { required: true, content };
}

function responsesOf(endpoint: EndpointShape, components: Json): Json {
  const responses: Json = {};
  if (endpoint.download) responses['200'] = { description: 'The file', content: { [endpoint.download]: {} } };
  else if (endpoint.response)
    responses['200'] = {
      description: 'Done',
      content: { 'application/json': { schema: schemaOf(endpoint.response, 'output', components) } },
    };
  else responses['204'] = { description: 'Done' };
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(endpoint)) {
    const status = ERROR_STATUS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[String(status)] = {
      description: codes.join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  }
  return responses;
}

/** A schema as JSON Schema 2020-12; named ones move to the components and are referred to. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json;
  const definitions = (made['$defs'] ?? {}) as Record<string, Json>;
  delete made['$defs'];
  delete made['$schema'];
  const id = made['id'] as string | undefined;
  const suffix = (name: string) => (name === 'Error' || io === 'output' ? name : `${name}Input`);
  const point = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(point);
    if (value === null || typeof value !== 'object') return value;
    const entries = Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string'
        ? [key, `#/components/schemas/${suffix(inner.replace('#/$defs/', ''))}`]
        : [key, point(inner)],
    );
    return Object.fromEntries(entries) as Json;
  };
  const publish = (name: string, body: Json) => {
    const { id: _id, ...rest } = body;
    components[suffix(name)] ??= point(rest);
  };
  for (const [name, body] of Object.entries(definitions)) publish(name, body);
  if (id === undefined) return point(made) as Json;
  publish(id, made);
  return { $ref: `#/components/schemas/${suffix(id)}` };
}
