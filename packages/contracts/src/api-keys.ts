import { z } from 'zod';
import { endpoint, type EndpointShape } from './endpoint.js';
import { byId, id, instant, text } from './primitives.js';
import { isSignedIn } from './roles.js';
import type { Input, Output } from './readonly.js';

/** What every key begins with, so that people and scanners recognise one. */
export const API_KEY_PREFIX = 'fbd_';

/** Parts of a person's rights a key carries; a key never does what its person cannot do at that moment. */
export const API_KEY_SCOPES = ['FINANCE_READ', 'FINANCE_WRITE', 'IMPORT', 'OPTIMIZE', 'ADMIN_READ'] as const;
export const apiKeyScope = z.enum(API_KEY_SCOPES).meta({ id: 'ApiKeyScope' });
export type ApiKeyScope = Output<typeof apiKeyScope>;

/**
 * The scopes of which a key needs one to call an endpoint; `undefined` where no key is accepted (sessions, the
 * profile's secrets, administration that writes, real-time), and an empty list where any key is.
 */
export function keyScopesOf({ id: name, method, path }: EndpointShape): readonly ApiKeyScope[] | undefined {
  if (name === 'account.userLogged') return [];
  if (path.startsWith('/api/user/admin/')) return method === 'GET' ? ['ADMIN_READ'] : undefined;
  if (!path.startsWith('/api/finance/')) return undefined;
  const family = name.split('.')[0];
  // A consent is a person's, and a key would spend a day's few fetches unseen.
  if (family === 'bankConnections') return undefined;
  // Where events go, and the tokens of their receivers, a person decides.
  if (family === 'webhooks') return undefined;
  if (family === 'imports') return method === 'GET' ? ['IMPORT', 'FINANCE_READ'] : ['IMPORT'];
  if (family === 'optimizer' || family === 'insights' || name === 'scenarios.tryOut') return ['OPTIMIZE'];
  return method === 'GET' ? ['FINANCE_READ', 'FINANCE_WRITE'] : ['FINANCE_WRITE'];
}

export const apiKey = z
  .strictObject({
    id,
    name: z.string(),
    /** The key's first characters, to recognise it by. */
    prefix: z.string(),
    scopes: z.array(apiKeyScope),
    createdAt: instant,
    expiresAt: instant,
    /** To the minute. */
    lastUsedAt: instant.optional(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = Output<typeof apiKey>;

export const saveApiKey = z
  .strictObject({
    name: text(80),
    scopes: z.array(apiKeyScope).min(1).max(API_KEY_SCOPES.length),
    /** How long it works, days. */
    days: z.int().min(1).max(366).default(90),
  })
  .meta({ id: 'SaveApiKey' });
export type SaveApiKey = Input<typeof saveApiKey>;

export const apiKeys = {
  get: endpoint({
    id: 'apiKeys.get',
    beforeSecondFactor: true,
    method: 'GET',
    path: '/api/user/account/api-keys/get',
    summary: "The user's own API keys in this tenant, newest first",
    access: isSignedIn,
    response: z.array(apiKey),
  }),
  save: endpoint({
    id: 'apiKeys.save',
    stepUp: true,
    method: 'POST',
    path: '/api/user/account/api-keys/save',
    summary: 'Make an API key; the key itself is in this answer and never again',
    access: isSignedIn,
    body: saveApiKey,
    response: z.strictObject({ apiKey, key: z.string() }).meta({ id: 'ApiKeyMade' }),
    errors: ['FORBIDDEN', 'ALREADY_EXISTS'],
  }),
  delete: endpoint({
    id: 'apiKeys.delete',
    method: 'DELETE',
    path: '/api/user/account/api-keys/delete/{id}',
    summary: 'Revoke an API key; it stops working at once',
    access: isSignedIn,
    params: byId,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
} as const;
