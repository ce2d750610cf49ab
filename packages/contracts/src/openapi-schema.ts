import { z } from 'zod';

export type Json = Record<string, unknown>;

/** Under which name a schema is published: what goes in may differ from what comes out (defaults, blanks). */
const published = (name: string, io: 'input' | 'output') =>
  name === 'Error' || io === 'output' ? name : `${name}Input`;

/** The classes of `text` in this version and the one before, which earlier documents hold. */
const PRINTABLE = /\[\^\\p\{Cc\}\\p\{Cs\}\]|\\P\{Cc\}/g;

/** Control characters by their numbers: few readers of patterns know Unicode's classes. JSON has no unpaired surrogates. */
export const portablePattern = (pattern: string): string =>
  pattern.replaceAll(PRINTABLE, String.raw`[^\u0000-\u001f\u007f-\u009f]`);

const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** A schema as JSON Schema 2020-12; named ones move to the components and are referred to. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json;
  const definitions = (made['$defs'] ?? {}) as Record<string, Json>;
  delete made['$defs'];
  delete made['$schema'];
  const id = made['id'] as string | undefined;
  const point = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(point);
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string'
        ? [key, `#/components/schemas/${published(inner.replace('#/$defs/', ''), io)}`]
        : key === 'pattern' && typeof inner === 'string'
          ? [key, portablePattern(inner)]
          : [key, point(inner)],
    );
    return Object.fromEntries(entries) as Json;
  };
  const publish = (name: string, body: Json) => {
    const { id: _id, ...rest } = body;
    components[published(name, io)] ??= point(rest);
  };
  for (const [name, body] of Object.entries(definitions)) publish(name, body);
  if (id === undefined) return point(made) as Json;
  publish(id, made);
  return { $ref: `#/components/schemas/${published(id, io)}` };
}

/** The schema behind a reference to a component. */
export function resolved(schema: Json, components: Json): Json {
  const ref = schema['$ref'];
  if (typeof ref !== 'string') return schema;
  const found = components[ref.replace('#/components/schemas/', '')];
  if (!isObject(found)) throw new Error(`${ref} leads nowhere`);
  return found;
}
