import { z } from 'zod';

export type Json = Record<string, unknown>;

export interface InputSchema extends Json {
  readonly type: 'object';
  readonly properties: Json;
  readonly required: readonly string[];
}

const ID = { type: 'string', description: 'Id or name.' };
const REF = '#/$defs/';

/**
 * A body of the contract as the input of a tool: some of its fields, with names allowed where the contract has ids, and
 * without references, which not every host of tools follows.
 */
export function inputOf(
  body: z.ZodType,
  fields: readonly string[],
  required: readonly string[] = fields,
): InputSchema {
  const made = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Json;
  const definitions = (made['$defs'] ?? {}) as Json;
  const plain = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((item) => plain(item));
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, id: _id, ...rest } = value as Json;
    if (typeof $ref === 'string')
      return plain({ ...(definitions[$ref.replace(REF, '')] as Json), ...rest }, key);
    if (key === 'properties') return mapped(value as Json, plain);
    return rest['format'] === 'uuid' ? ID : mapped(rest, plain);
  };
  const properties = (made['properties'] ?? {}) as Json;
  return object(Object.fromEntries(fields.map((name) => [name, plain(properties[name])])), required);
}

const mapped = (value: Json, change: (inner: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner, key)]));

export const object = (
  properties: Json,
  required: readonly string[] = Object.keys(properties),
): InputSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

export const QUARTER = { type: 'string', description: 'A quarter: 2027-Q1, or its first day 2027-01-01.' };
