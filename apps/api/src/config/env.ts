import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { role, username } from '@fibado/contracts';
import { z } from 'zod';
import { about, bankAddress, flag, names, openIdProviders, roleMapping, url } from './setting-types.js';

/**
 * The one reader of `process.env`. Every setting of an instance is here, with its default; an empty string
 * counts as unset, as docker compose passes `${NAME:-}`.
 */
const shape = {
  PORT: about(z.coerce.number().int().min(0).max(65_535).default(8080), 'port of the product'),
  HOST: about(
    z.string().default('127.0.0.1'),
    'address it listens on; loopback unless told otherwise: an instance is put on a network by a decision',
  ),
  PUBLIC_URL: about(
    url('http', 'https').optional(),
    "address people use, for links in e-mail and the socket; the request's own when unset; https adds HSTS",
  ),
  FIBADO_DATA: about(z.string().default('data'), 'folder of the secret, backups and the embedded database'),
  UPLOAD_DISK_MB: about(
    z.coerce.number().int().min(300).max(1_048_576).default(1024),
    'disk in the data folder that files being uploaded may take together, MB: an eighth of it for one person, a quarter for one household; more are refused until some are done',
  ),
  DATABASE_URL: about(
    url('postgres', 'postgresql').optional(),
    'a PostgreSQL of your own, as the owner of its database; unset: the embedded one',
  ),
  DATABASE_POOL: about(z.coerce.number().int().min(2).max(200).default(10), 'connections a process keeps'),
  DATABASE_APP_ROLE: about(
    z
      .string()
      .regex(/^[a-z_][a-z0-9_]{0,62}$/)
      .optional(),
    'role the API works under, made by the migrations; `<database>_app` when unset',
  ),
  DATABASE_APP_PASSWORD: about(
    z.string().min(16).optional(),
    'its password, where an administrator made the role because the owner lacks CREATEROLE; derived from the secret when unset',
  ),
  SECRET_KEY: about(
    z.string().min(32).optional(),
    'the secret every key is derived from, 32 characters or more; unset: one is made in the data folder',
  ),
  TOKEN_MINUTES: about(z.coerce.number().min(0.05).max(1440).default(15), 'life of a session token'),
  SESSION_HOURS: about(
    z.coerce
      .number()
      .min(0.01)
      .max(24 * 90)
      .default(12),
    'how long a session can be refreshed',
  ),
  SECURITY_EVENT_DAYS: about(
    z.coerce.number().int().min(1).max(3650).default(180),
    'how long security events (sign-ins, refusals, exports) are kept, days',
  ),
  DEMO: about(
    flag.default(true),
    'demonstration household on an instance without users, with a published login; only on loopback, without `PUBLIC_URL` and `TRUST_PROXY`',
  ),
  ADMIN_USERNAME: about(username.default('admin'), 'first administrator of a new instance'),
  ADMIN_PASSWORD: about(
    z.string().min(12).optional(),
    'their password, 12 characters or more; unset: each start prints a link to choose one, until it is used',
  ),
  LOCAL_SIGN_IN: about(flag.default(true), 'sign-in with user name and password'),
  KEYCLOAK_URL: about(
    url('http', 'https').optional(),
    'Keycloak as browsers reach it; unset: no single sign-on',
  ),
  KEYCLOAK_REALM: about(z.string().default('fibado'), 'its realm'),
  KEYCLOAK_CLIENT_ID: about(z.string().default('fibado-web'), 'the web application in that realm'),
  KEYCLOAK_AUDIENCE: about(
    z.string().optional(),
    "audience the provider's token must name; the client id when unset",
  ),
  KEYCLOAK_INTERNAL_URL: about(
    url('http', 'https').optional(),
    'Keycloak as the API reaches it, when that differs',
  ),
  SSO_FIRST_SIGN_IN: about(
    z.string().default('refuse'),
    '`refuse`, or the code of the tenant in which an unknown identity becomes a user',
  ),
  SSO_FIRST_ROLES: about(
    z
      .string()
      .default('FBDO_READ')
      .transform((list) =>
        list
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== ''),
      )
      .pipe(z.array(role.exclude(['SADMIN']))),
    'roles such a user begins with, separated by commas; never SADMIN',
  ),
  SSO_ROLES: about(
    roleMapping.optional(),
    'roles that groups of Keycloak give in the tenant of `SSO_FIRST_SIGN_IN`, e.g. `family=FBDO_READ,FBDO_FIBADO;admins=MSF_USERS`; never SADMIN. The roles named here follow the groups at every check',
  ),
  SSO_GROUPS_CLAIM: about(
    z.string().min(1).default('groups'),
    "claim of Keycloak's access token that names the groups, e.g. `realm_access.roles`",
  ),
  SSO_STEP_UP_ACR: about(
    names.optional(),
    '`acr` values, separated by commas, one of which a sign-in at Keycloak has to show to count as a proof before sensitive changes; unset: any recent sign-in',
  ),
  OPENID_PROVIDERS: about(
    openIdProviders.optional(),
    'other OpenID Connect providers, a JSON array of `{ id, name, icon, issuer, clientId, clientSecret, scopes, groupsClaim, roles, stepUpAcr }`: see Single sign-on below',
  ),
  SSO_CHECK_MINUTES: about(
    z.coerce.number().min(1).max(1440).default(60),
    'longest time a session opened by single sign-on goes on without the provider confirming the person',
  ),
  ENABLE_BANKING_URL: about(
    bankAddress.optional(),
    'address of the Enable Banking API (`https://api.enablebanking.com`) that households may connect their banks through, each with its own application and key; unset: no bank connections',
  ),
  WEBHOOK_NETWORKS: about(
    z.enum(['public', 'lan', 'local']).default('public'),
    'where webhooks of households and notifications to devices may be sent: `public` addresses; `lan`: private networks as well; `local`: this machine as well',
  ),
  VAPID_PRIVATE_KEY: about(
    z
      .string()
      .regex(/^[\w-]{43}$/, 'needs 32 bytes as Base64url')
      .optional(),
    'private key (VAPID) that notifications to devices are signed with, 32 bytes of P-256 as Base64url; derived from the secret when unset. With another key each device has to open Fibado once',
  ),
  PUSH_CONTACT: about(
    url('https', 'mailto').optional(),
    'whom push services may write to about these notifications, `mailto:` or https; `PUBLIC_URL` when unset',
  ),
  OFFERS_URL: about(
    url('http', 'https').optional(),
    'https address of a file of term deposit offers that households see, fetched once a day; unset: none',
  ),
  OFFERS_PRIVATE: about(flag.default(false), 'whether `OFFERS_URL` may be of a private network, or http'),
  AMQP_URL: about(
    url('amqp', 'amqps').optional(),
    'RabbitMQ for the notifications; unset: the API itself carries them',
  ),
  STOMP_URL: about(
    url('ws', 'wss').optional(),
    "RabbitMQ's Web-STOMP address as browsers reach it; unset: port 15674 of the host they use, without TLS",
  ),
  BROKER_AUTH_SECRET: about(
    z
      .string()
      .regex(/^[\w-]{16,200}$/, 'needs 16 or more letters, digits, - or _')
      .optional(),
    'secret the broker sends with every question who may read what',
  ),
  BROKER_AUTH_HOST: about(z.string().default('127.0.0.1'), 'where the broker asks, off the public port'),
  BROKER_AUTH_PORT: about(z.coerce.number().int().min(0).max(65_535).default(8081), 'the same, its port'),
  BROKER_MANAGEMENT_URL: about(
    url('http', 'https').optional(),
    "RabbitMQ's management address, asked as the user of `AMQP_URL` to end the lines of sessions that ended; unset: these end when the page leaves",
  ),
  TRUST_PROXY: about(
    z.coerce.number().int().min(0).max(10).default(0),
    'reverse proxies in front whose `X-Forwarded-For` is believed',
  ),
  SOLVER_THREADS: about(
    z.coerce.number().int().min(1).max(64).optional(),
    'plans solved at the same time, and beside them half as many questions about plans; one less than the processors when unset',
  ),
  SOLVER_MEMORY_MB: about(
    z.coerce.number().int().min(16).max(65_536).default(1024),
    "what each of them may keep in its heap, MB, before it alone is ended; the engine's own memory comes on top",
  ),
  SOLVER_IN_API: about(
    flag.default(true),
    'whether API processes solve plans, too; `false` leaves them to worker processes',
  ),
  SOLVER_WARM_UP: about(
    flag.default(true),
    'whether a process that solves starts a solver and compiles its code when the planning page is opened, so that the first plan comes sooner',
  ),
  AUTOMATIC_PLANS: about(
    flag.default(true),
    'whether a plan is made in the background, for three seconds at most, after each save that changes what plans rest on; households can turn it off for themselves',
  ),
  SOLVER_QUEUE: about(
    z.coerce.number().int().min(1).max(10_000).default(64),
    'plans of the instance that may wait for a solver, and as many questions about plans; a quarter of each of one household; more are refused',
  ),
  SOLVER_WAIT_SECONDS: about(
    z.coerce.number().min(0.1).max(600).default(20),
    'how long a caller waits for a plan while no solver works on anything; then the answer is SERVICE_UNAVAILABLE. While solvers work, callers wait for their turn',
  ),
  SOLVER_SLICE_SECONDS: about(
    z.coerce.number().min(1).max(600).default(30),
    'how long a plan or question may be worked on while other households wait; then it ends with the best found so far',
  ),
  WORKER_PORT: about(
    z.coerce.number().int().min(0).max(65_535).default(8082),
    "port of a worker process's health pages; 0: a free one",
  ),
  METRICS_PORT: about(
    z.coerce.number().int().min(1).max(65_535).optional(),
    'port of `/metrics` for Prometheus; unset: none',
  ),
  UPGRADE_BACKUP: about(
    flag.default(true),
    'write a backup into the data folder before a newer version changes the schema',
  ),
  BACKUP_PASSPHRASE: about(
    z.string().min(12).optional(),
    'passphrase backups are encrypted with and read with, 12 characters or more: four random words do',
  ),
  BACKUP_RECIPIENT: about(
    z.string().startsWith('age1').optional(),
    'age recipient (`age1…`) backups are encrypted to instead: the machine that makes them cannot read them',
  ),
  BACKUP_IDENTITY: about(
    z.string().startsWith('AGE-SECRET-KEY-1').optional(),
    'age identity (`AGE-SECRET-KEY-1…`) an encrypted backup is read with',
  ),
  LOG_LEVEL: about(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('warn'),
    '`info` writes a line a request',
  ),
  FIBADO_NOW: about(z.iso.datetime().optional(), 'fixes the clock, for demonstrations: an ISO moment'),
};

const schema = z.object(shape);
type Given = Readonly<Record<string, string>>;

/** Settings that are wrong without another, whatever their values. */
const NEEDS: readonly {
  readonly name: string;
  readonly why: string;
  readonly isMissing: (given: Given) => boolean;
}[] = [
  {
    name: 'BROKER_AUTH_SECRET',
    why: 'needed with AMQP_URL',
    isMissing: ({ AMQP_URL, BROKER_AUTH_SECRET }) => Boolean(AMQP_URL) && !BROKER_AUTH_SECRET,
  },
  {
    name: 'OFFERS_URL',
    why: 'needs https, or OFFERS_PRIVATE=true',
    isMissing: ({ OFFERS_URL, OFFERS_PRIVATE }) =>
      OFFERS_URL?.startsWith('http:') === true && OFFERS_PRIVATE !== 'true',
  },
  {
    name: 'KEYCLOAK_URL',
    why: 'needed with LOCAL_SIGN_IN=false, or sign-in would be impossible; OPENID_PROVIDERS does, too',
    isMissing: ({ LOCAL_SIGN_IN, KEYCLOAK_URL, OPENID_PROVIDERS }) =>
      LOCAL_SIGN_IN === 'false' && !KEYCLOAK_URL && !OPENID_PROVIDERS,
  },
];

export interface Env extends z.output<typeof schema> {
  /** Absolute path of the data folder. */
  readonly dataDir: string;
}

/** A setting that cannot be used; the message names it and never its value. */
export class EnvError extends Error {}

/**
 * @param source the environment, `process.env` unless a test brings its own.
 * @throws EnvError naming every wrong variable, without values: they may be secrets.
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const { given, unreadable } = withFiles(source);
  const parsed = schema.safeParse(given);
  // All errors at once, so that settings can be corrected in one pass.
  const missing = NEEDS.filter(({ isMissing }) => isMissing(given)).map(({ name, why }) => `${name}: ${why}`);
  if (!parsed.success || unreadable.length > 0 || missing.length > 0) {
    const wrong = parsed.error?.issues.map((i) => `${i.path.join('.')}: ${i.message}`) ?? [];
    throw new EnvError(`Wrong setting. ${[...unreadable, ...wrong, ...missing].join('; ')}.`);
  }
  return { ...parsed.data, dataDir: resolve(parsed.data.FIBADO_DATA) };
}

/** Any setting can come from a file named by `<NAME>_FILE`, as container secrets do. */
function withFiles(source: NodeJS.ProcessEnv): { given: Record<string, string>; unreadable: string[] } {
  const given: Record<string, string> = {};
  const unreadable: string[] = [];
  for (const name of Object.keys(shape)) {
    const value = source[name];
    const file = source[`${name}_FILE`];
    if (value) given[name] = value;
    else if (file) {
      try {
        given[name] = readFileSync(file, 'utf8').trim();
      } catch {
        unreadable.push(`${name}_FILE: cannot be read`);
      }
    }
  }
  return { given, unreadable };
}

/** Every setting with default and meaning, as a table in Markdown. */
export function settingsTable(): string {
  const defaults: Record<string, string | number | boolean | readonly string[] | undefined> = {
    ...schema.parse({}),
    // Have no default, and no short form.
    SSO_ROLES: undefined,
    OPENID_PROVIDERS: undefined,
  };
  const rows = Object.entries<z.ZodType>(shape).map(([name, type]) => {
    const value = defaults[name];
    return `| \`${name}\` | ${value === undefined ? '' : `\`${String(value)}\``} | ${type.description ?? ''} |`;
  });
  return ['| Setting | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
