import * as contracts from '@fibado/contracts';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Compiled at build time; the schemas themselves are taken from the sources. */
const SOURCE = fileURLToPath(new URL('../../../packages/contracts/src/index.ts', import.meta.url));
const INDEX = '\0contracts';
/** Of the modules that hold one table of endpoints. */
const TABLE = '\0contracts/';

type Declared = contracts.EndpointShape;

const isEndpoint = (value: unknown): value is Declared =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

const isTable = (value: unknown): value is Record<string, Declared> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isEndpoint);

/** What the client reads of an endpoint: how to call it, whether it answers, whether it may be repeated. */
const callOf = ({ id, method, path, access, file, download, idempotent, response }: Declared) => ({
  id,
  method,
  path,
  access,
  file,
  download,
  idempotent,
  response: response ? true : undefined,
});

/** Whether a value is data: it can be written down as JSON. Schemas and functions cannot. */
function isData(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function';
  if ('_zod' in value) return false;
  return Object.values(value).every(isData);
}

/** The code of one export; a table of endpoints is a module of its own, loaded with the pages that use it. */
function codeOf([name, value]: [string, unknown]): string {
  if (isTable(value)) return `export { ${name} } from ${JSON.stringify(TABLE + name)};`;
  if (isData(value)) return `export const ${name} = ${JSON.stringify(value)};`;
  return `export { ${name} } from ${JSON.stringify(SOURCE)};`;
}

function tableOf(name: string): string {
  const table = contracts[name as keyof typeof contracts] as unknown as Record<string, Declared>;
  const calls = Object.entries(table).map(([key, one]) => [key, callOf(one)] as const);
  return `export const ${name} = ${JSON.stringify(Object.fromEntries(calls))};`;
}

/**
 * Gives the browser the contracts' endpoints as plain routes. It sends requests and trusts the answers of its own
 * origin, which the API has checked against the schemas: only forms that check what a person types import schemas,
 * and with them the library, which is a tenth of the dashboard's script.
 */
export const contractsWithoutSchemas: Plugin = {
  name: 'contracts-without-schemas',
  enforce: 'pre',
  resolveId(source) {
    if (source === '@fibado/contracts') return { id: INDEX, moduleSideEffects: false };
    return source.startsWith(TABLE) ? { id: source, moduleSideEffects: false } : null;
  },
  load(id) {
    if (id === INDEX) return Object.entries(contracts).map(codeOf).join('\n');
    return id.startsWith(TABLE) ? tableOf(id.slice(TABLE.length)) : null;
  },
};
