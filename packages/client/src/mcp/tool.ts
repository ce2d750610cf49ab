import { type EndpointShape, keyScopesOf, type UserLogged } from '@fibado/contracts';
import type { Client } from '../client.js';
import { NAMES } from './answer.js';
import type { InputSchema, Json } from './input-schema.js';

/** What an assistant may ask for. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: InputSchema;
  /** Every endpoint it calls beside those that name what is in the answer: who may not call one of them is not offered the tool. */
  readonly calls: readonly EndpointShape[];
  /** It changes something in the household; other tools read, or compute and store nothing. */
  readonly writes?: true;
  run(client: Client, given: Json): Promise<unknown>;
}

/** Whether a key opens the endpoint, and its person's roles too. An instance that does not say the scopes opens none. */
function mayCall({ roles, scopes = [] }: UserLogged, endpoint: EndpointShape): boolean {
  const opening = keyScopesOf(endpoint);
  if (!opening?.some((scope) => scopes.includes(scope))) return false;
  const { access } = endpoint;
  return access.kind !== 'anyOf' || access.roles.some((role) => roles.includes(role));
}

export const isOpenTo = (tool: Tool, user: UserLogged): boolean =>
  [...NAMES, ...tool.calls].every((endpoint) => mayCall(user, endpoint));
