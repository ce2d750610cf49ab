import { accountGroups } from './account-groups.js';
import { accounts } from './accounts.js';
import { banks } from './banks.js';
import type { EndpointShape } from './endpoint.js';
import { dataExports } from './exports.js';
import { imports } from './imports.js';
import { health } from './health.js';
import { notify } from './notify.js';
import { operations } from './operations.js';
import { optimizer } from './optimizer.js';
import { profile } from './profile.js';
import { quarters } from './quarters.js';
import { sessionEndpoints, tokens } from './tokens.js';
import { settings } from './settings.js';

/** Every family of endpoints; what is not here is not served. */
export const api = {
  tokens,
  account: { ...sessionEndpoints, ...profile },
  banks,
  accountGroups,
  accounts,
  quarters,
  operations,
  optimizer,
  imports,
  exports: dataExports,
  settings,
  notify,
  health,
} as const;

/** All endpoints in a row, for the router, OpenAPI and tests that walk every route. */
export const allEndpoints: readonly EndpointShape[] = Object.values<Record<string, EndpointShape>>(
  api,
).flatMap((family) => Object.values(family));
