import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

/**
 * The one reader of `process.env`. Every setting of an instance is here, with its default; an empty string
 * counts as unset, as docker compose passes `${NAME:-}`.
 */
const flag = z.enum(['true', 'false']).transform((v) => v === 'true');
const url = (...schemes: string[]) =>
  z.url().refine((v) => schemes.some((s) => v.startsWith(`${s}:`)), `not a ${schemes.join(' or ')} address`);

const schema = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
    /** Loopback unless told otherwise: an instance is put on a network by a decision. */
    HOST: z.string().default('127.0.0.1'),
    /** Address people use, for links in e-mail and the socket; defaults to the request's own. */
    PUBLIC_URL: url('http', 'https').optional(),
    FIBADO_DATA: z.string().default('data'),
    DATABASE_URL: url('postgres', 'postgresql').optional(),
    DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
    /** Name of the role the API itself works under; created by the migrations. */
    DATABASE_APP_ROLE: z
      .string()
      .regex(/^[a-z_][a-z0-9_]{0,62}$/)
      .optional(),
    /** 32 bytes or more; without it one is made and kept in the data folder. */
    SECRET_KEY: z.string().min(32).optional(),
    TOKEN_MINUTES: z.coerce.number().min(0.05).max(1440).default(15),
    SESSION_HOURS: z.coerce
      .number()
      .min(0.01)
      .max(24 * 90)
      .default(12),
    /** Create the demonstration household and show its login while the instance has no user yet. */
    DEMO: flag.default(true),
    /** First administrator of an instance without demonstration household. */
    ADMIN_USERNAME: z.string().default('admin'),
    ADMIN_PASSWORD: z.string().min(12).optional(),
    LOCAL_SIGN_IN: flag.default(true),
    KEYCLOAK_URL: url('http', 'https').optional(),
    KEYCLOAK_REALM: z.string().default('fibado'),
    KEYCLOAK_CLIENT_ID: z.string().default('fibado-web'),
    /** Audience the identity provider's token must name; the client id itself by default. */
    KEYCLOAK_AUDIENCE: z.string().optional(),
    /** Where the API reaches the identity provider when that differs from what browsers use. */
    KEYCLOAK_INTERNAL_URL: url('http', 'https').optional(),
    /** `refuse`, or the code of the tenant in which an unknown identity becomes a user. */
    SSO_FIRST_SIGN_IN: z.string().default('refuse'),
    AMQP_URL: url('amqp', 'amqps').optional(),
    /** Web-STOMP address browsers connect to when RabbitMQ carries the notifications. */
    STOMP_URL: url('ws', 'wss').optional(),
    /** Secret the broker sends with every authorisation question. */
    BROKER_AUTH_SECRET: z
      .string()
      .regex(/^[\w-]{16,200}$/, 'needs 16 or more letters, digits, - or _')
      .optional(),
    /** Where the broker asks; kept off the public port so that nobody else can. */
    BROKER_AUTH_HOST: z.string().default('127.0.0.1'),
    BROKER_AUTH_PORT: z.coerce.number().int().min(0).max(65_535).default(8081),
    /** Reverse proxies in front whose `X-Forwarded-For` is believed. */
    TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
    SOLVER_THREADS: z.coerce.number().int().min(1).max(64).optional(),
    /** Port of `/metrics` for Prometheus, on HOST; unset: none. */
    METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
    /** An age recipient (`age1…`) backups are encrypted to. */
    BACKUP_RECIPIENT: z.string().startsWith('age1').optional(),
    /** The age identity (`AGE-SECRET-KEY-1…`) to read an encrypted backup with. */
    BACKUP_IDENTITY: z.string().startsWith('AGE-SECRET-KEY-1').optional(),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('warn'),
    /** Fixes the clock, for demonstrations and tests: an ISO moment. */
    FIBADO_NOW: z.iso.datetime().optional(),
  })
  .refine((env) => env.AMQP_URL === undefined || env.BROKER_AUTH_SECRET !== undefined, {
    path: ['BROKER_AUTH_SECRET'],
    message: 'needed with AMQP_URL',
  });

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
  if (!parsed.success || unreadable.length > 0) {
    const wrong = parsed.error?.issues.map((i) => `${i.path.join('.')}: ${i.message}`) ?? [];
    throw new EnvError(`Wrong setting. ${[...unreadable, ...wrong].join('; ')}.`);
  }
  return { ...parsed.data, dataDir: resolve(parsed.data.FIBADO_DATA) };
}

/** Any setting can come from a file named by `<NAME>_FILE`, as container secrets do. */
function withFiles(source: NodeJS.ProcessEnv): { given: Record<string, string>; unreadable: string[] } {
  const given: Record<string, string> = {};
  const unreadable: string[] = [];
  for (const name of Object.keys(schema.shape)) {
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
