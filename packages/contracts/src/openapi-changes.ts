import { type Json, portablePattern } from './openapi-schema.js';

/**
 * What of a newer OpenAPI document a caller of the older one may trip over: something asked for that was not,
 * something refused that was taken, something gone from an answer. New endpoints, new optional fields, new fields
 * of answers, new values of an answer's choice and new error codes are no break: callers have to bear them.
 */
export function breakingChanges(before: Json, after: Json): string[] {
  const found: string[] = [];
  const old = operationsOf(before);
  const now = operationsOf(after);
  for (const [route, operation] of old) {
    const next = now.get(route);
    if (!next) found.push(`${route}: gone`);
    else found.push(...compareOperations(route, operation, next, { before, after }));
  }
  return found;
}

/**
 * Whether a document may break callers of another: its version says so when the major number differs, or the
 * minor one while the major is 0.
 */
export function saysItBreaks(before: string, after: string): boolean {
  const [major, minor] = before.split('.');
  const [nextMajor, nextMinor] = after.split('.');
  return major !== nextMajor || (major === '0' && minor !== nextMinor);
}

interface Documents {
  readonly before: Json;
  readonly after: Json;
}

const METHODS = ['get', 'post', 'put', 'delete', 'patch'];
const json = (value: unknown): Json => (value ?? {}) as Json;
const list = (value: unknown): Json[] => (value ?? []) as Json[];

function operationsOf(document: Json): Map<string, Json> {
  const found = new Map<string, Json>();
  for (const [path, item] of Object.entries(json(document['paths'])))
    for (const method of METHODS) {
      const operation = json(item)[method];
      if (operation) found.set(`${method.toUpperCase()} ${path}`, operation as Json);
    }
  return found;
}

function compareOperations(route: string, old: Json, now: Json, documents: Documents): string[] {
  const found: string[] = [];
  const say = (text: string) => found.push(`${route}: ${text}`);
  if (old['operationId'] !== now['operationId'])
    say(`is called ${String(now['operationId'])} instead of ${String(old['operationId'])}`);
  if (list(old['security']).length === 0 && list(now['security']).length > 0) say('now needs a session');
  for (const key of ['x-roles', 'x-api-key-scopes']) {
    const kept = now[key] as string[] | undefined;
    const lost = ((old[key] as string[] | undefined) ?? []).filter((one) => kept && !kept.includes(one));
    if (lost.length > 0) say(`no longer open to ${lost.join(', ')}`);
  }
  if (old['x-api-key-scopes'] && !now['x-api-key-scopes']) say('no longer open to API keys');
  compareParameters(old, now, documents, say);
  compareBodies(old, now, documents, say);
  compareAnswers(old, now, documents, say);
  return found;
}

type Say = (text: string) => void;

function compareParameters(old: Json, now: Json, documents: Documents, say: Say): void {
  const key = (parameter: Json) => `${String(parameter['in'])} parameter ${String(parameter['name'])}`;
  const byKey = (operation: Json, document: Json) =>
    new Map(
      list(operation['parameters']).map((one) => {
        const parameter = follow(one, document);
        return [key(parameter), parameter];
      }),
    );
  const before = byKey(old, documents.before);
  const after = byKey(now, documents.after);
  for (const [name, parameter] of after) {
    const earlier = before.get(name);
    if (parameter['required'] === true && earlier?.['required'] !== true) say(`${name} is required now`);
    if (earlier)
      requests(documents).compare(json(earlier['schema']), json(parameter['schema']), name).forEach(say);
  }
  for (const name of before.keys()) if (!after.has(name)) say(`${name} is gone`);
}

const contentOf = (holder: unknown): Json => json(json(holder)['content']);

function compareBodies(old: Json, now: Json, documents: Documents, say: Say): void {
  if (!old['requestBody'] && now['requestBody']) say('now needs a body');
  const after = contentOf(now['requestBody']);
  for (const [type, media] of Object.entries(contentOf(old['requestBody']))) {
    if (!after[type]) say(`no longer takes ${type}`);
    else
      requests(documents)
        .compare(json(json(media)['schema']), json(json(after[type])['schema']), 'body')
        .forEach(say);
  }
}

function compareAnswers(old: Json, now: Json, documents: Documents, say: Say): void {
  for (const [status, response] of Object.entries(json(old['responses']))) {
    if (!status.startsWith('2')) continue;
    const next = json(now['responses'])[status];
    if (!next) {
      say(`no longer answers ${status}`);
      continue;
    }
    for (const [type, media] of Object.entries(contentOf(response))) {
      const answer = contentOf(next)[type];
      if (!answer) say(`no longer answers ${type}`);
      else
        answers(documents)
          .compare(json(json(answer)['schema']), json(json(media)['schema']), 'answer')
          .forEach(say);
    }
  }
}

/** What was sent has to be taken still. */
const requests = ({ before, after }: Documents) => new Comparison(before, after, 'request');
/** What comes has to be what was promised. */
const answers = ({ before, after }: Documents) => new Comparison(after, before, 'answer');

/** Whether every value of one schema fits another, each with the document its references lead into. */
class Comparison {
  readonly #seen = new Set<string>();

  constructor(
    private readonly givenIn: Json,
    private readonly takenIn: Json,
    private readonly direction: 'request' | 'answer',
  ) {}

  /** @returns what does not fit, in words; empty when everything does. */
  compare(given: Json, taken: Json, at: string): string[] {
    const pair = `${JSON.stringify(given)} ${JSON.stringify(taken)}`;
    if (this.#seen.has(pair)) return [];
    this.#seen.add(pair);
    const a = follow(given, this.givenIn);
    const b = follow(taken, this.takenIn);
    const choices = alternatives(a);
    if (choices) return choices.flatMap((choice) => this.compare(choice, b, at));
    const targets = alternatives(b);
    if (targets) {
      const misfits = targets.map((target) =>
        new Comparison(this.givenIn, this.takenIn, this.direction).compare(a, target, at),
      );
      return misfits.some((misfit) => misfit.length === 0) ? [] : [`${at}: fits none of the choices`];
    }
    return [
      ...this.kinds(a, b, at),
      ...(this.direction === 'request' ? bounds(a, b, at) : []),
      ...this.fields(a, b, at),
      ...this.items(a, b, at),
    ];
  }

  private kinds(a: Json, b: Json, at: string): string[] {
    const values = valuesOf(b);
    if (values) {
      const given = valuesOf(a);
      if (!given) return [`${at}: is a choice on one side only`];
      const lost = given.filter((value) => !values.includes(value));
      // A new value in an answer is something callers have to bear.
      if (lost.length > 0 && this.direction === 'request')
        return [`${at}: no longer takes ${lost.map(String).join(', ')}`];
      return [];
    }
    const types = typesOf(b);
    if (!types) return [];
    const odd = typesOf(a)?.filter(
      (type) => !types.includes(type) && !(type === 'integer' && types.includes('number')),
    );
    if (!odd && !valuesOf(a)) return [`${at}: anything on one side, ${types.join(' or ')} on the other`];
    return odd && odd.length > 0 ? [`${at}: ${odd.join(', ')} is not ${types.join(' or ')}`] : [];
  }

  private fields(a: Json, b: Json, at: string): string[] {
    const found: string[] = [];
    const [given, taken] = [json(a['properties']), json(b['properties'])] as Record<string, Json>[];
    const sure = (a['required'] ?? []) as string[];
    for (const name of (b['required'] ?? []) as string[])
      if (typesOf(a)?.includes('object') && !sure.includes(name))
        found.push(
          `${at}.${name}: ${this.direction === 'request' ? 'is required now' : 'may be missing now'}`,
        );
    for (const [name, schema] of Object.entries(given ?? {})) {
      const other = taken?.[name];
      if (other) found.push(...this.compare(schema, other, `${at}.${name}`));
      else if (this.direction === 'request' && b['additionalProperties'] === false)
        found.push(`${at}.${name}: is refused now`);
    }
    if (this.direction === 'answer')
      for (const name of Object.keys(taken ?? {}))
        if (given?.[name] === undefined && !((b['required'] ?? []) as string[]).includes(name))
          found.push(`${at}.${name}: is gone`);
    return found;
  }

  private items(a: Json, b: Json, at: string): string[] {
    const [given, taken] = [a['items'], b['items']] as (Json | undefined)[];
    if (given && taken) return this.compare(given, taken, `${at}[]`);
    const [values, other] = [a['additionalProperties'], b['additionalProperties']];
    if (values && other && typeof values === 'object' && typeof other === 'object')
      return this.compare(values as Json, other as Json, `${at}.*`);
    return [];
  }
}

const UPPER = ['maximum', 'maxLength', 'maxItems', 'maxProperties', 'exclusiveMaximum'];
const LOWER = ['minimum', 'minLength', 'minItems', 'minProperties', 'exclusiveMinimum'];

function bounds(a: Json, b: Json, at: string): string[] {
  const found: string[] = [];
  const number = (schema: Json, key: string, otherwise: number) => Number(schema[key] ?? otherwise);
  for (const key of UPPER)
    if (number(a, key, Infinity) > number(b, key, Infinity)) found.push(`${at}: ${key} is lower`);
  for (const key of LOWER)
    if (number(a, key, -Infinity) < number(b, key, -Infinity)) found.push(`${at}: ${key} is higher`);
  for (const key of ['pattern', 'format', 'multipleOf'])
    if (b[key] !== undefined && comparable(a[key]) !== comparable(b[key]))
      found.push(`${at}: another ${key}`);
  return found;
}

const comparable = (value: unknown): unknown => (typeof value === 'string' ? portablePattern(value) : value);

function follow(schema: Json, document: Json): Json {
  const ref = schema['$ref'];
  if (typeof ref !== 'string') return schema;
  const found = ref
    .split('/')
    .slice(1)
    .reduce<unknown>((node, key) => json(node)[key], document);
  return follow(json(found), document);
}

const alternatives = (schema: Json): Json[] | undefined =>
  (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;

const valuesOf = (schema: Json): unknown[] | undefined =>
  'const' in schema ? [schema['const']] : (schema['enum'] as unknown[] | undefined);

function typesOf(schema: Json): string[] | undefined {
  const type = schema['type'];
  return type === undefined ? undefined : ([type].flat() as string[]);
}
