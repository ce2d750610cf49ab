import { accountGroups } from './account-groups.js';
import { accounts } from './accounts.js';
import { adminAudit } from './admin-audit.js';
import { adminDeadLetters } from './admin-dead-letters.js';
import { adminEmailServer } from './admin-email-server.js';
import { adminGroups } from './admin-groups.js';
import { adminServices } from './admin-services.js';
import { adminTenants } from './admin-tenants.js';
import { adminUsers } from './admin-users.js';
import { apiKeys } from './api-keys.js';
import { bankConnections } from './bank-connections.js';
import { banks } from './banks.js';
import { dashboard } from './dashboard.js';
import type { EndpointShape } from './endpoint.js';
import { dataExports } from './exports.js';
import { identities } from './identities.js';
import { imports } from './imports.js';
import { insights } from './insights.js';
import { health } from './health.js';
import { goals } from './goals.js';
import { lots } from './lots.js';
import { notify } from './notify.js';
import { operations } from './operations.js';
import { optimizer } from './optimizer.js';
import { passwordLinks } from './password-links.js';
import { persons } from './persons.js';
import { profile } from './profile.js';
import { push } from './push.js';
import { quarters } from './quarters.js';
import { recurrences } from './recurrences.js';
import { tokens } from './tokens.js';
import { scenarios } from './scenarios.js';
import { securityEvents } from './security-events.js';
import { secondFactors } from './second-factors.js';
import { sessionEndpoints } from './sessions.js';
import { settings } from './settings.js';
import { termOffers } from './term-offers.js';
import { taxYear } from './tax-year.js';
import { foreignInterest } from './foreign-interest.js';
import { reconciliation } from './reconciliation.js';
import { webhooks } from './webhooks.js';
import { yearEnd } from './year-end.js';

/** Every family of endpoints; what is not here is not served. */
export const api = {
  tokens,
  passwordLinks,
  account: { ...sessionEndpoints, ...profile },
  apiKeys,
  adminTenants,
  adminUsers,
  adminGroups,
  adminServices,
  adminEmailServer,
  adminDeadLetters,
  adminAudit,
  securityEvents,
  secondFactors,
  identities,
  banks,
  persons,
  accountGroups,
  accounts,
  termOffers,
  lots,
  goals,
  quarters,
  dashboard,
  operations,
  recurrences,
  optimizer,
  insights,
  scenarios,
  imports,
  bankConnections,
  exports: dataExports,
  taxYear,
  yearEnd,
  reconciliation,
  foreignInterest,
  settings,
  webhooks,
  notify,
  push,
  health,
} as const;

/** All endpoints in a row, for the router, OpenAPI and tests that walk every route. */
export const allEndpoints: readonly EndpointShape[] = Object.values<Record<string, EndpointShape>>(
  api,
).flatMap((family) => Object.values(family));
