import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../src/platform/database/free-port.js';
import { pause } from '../support/waiting.js';

const SERVER = '/usr/lib/rabbitmq/bin/rabbitmq-server';
const START_MS = 60_000;

/** A RabbitMQ of the test's own: own node, ports, folders and port mapper, all on loopback. */
export interface Broker {
  readonly amqpUrl: string;
  readonly stompUrl: string;
  readonly secret: string;
  /** Where it asks who may do what; an application has to listen there. */
  readonly authPort: number;
  /** Settings of an application that uses it. */
  readonly env: Readonly<Record<string, string>>;
  start(): Promise<void>;
  /** The leader of its group of processes, while it runs. */
  pid(): number | undefined;
  /** Ends it the hard way. */
  kill(): Promise<void>;
  /** Ends it and removes everything it left. */
  remove(): Promise<void>;
}

export async function createBroker(): Promise<Broker> {
  const folder = mkdtempSync(join(tmpdir(), 'fibado-mq-'));
  const [amqp, stomp, tcpStomp, distribution, mapper, authPort, management] = await freePorts();
  const secret = randomBytes(16).toString('hex');
  const password = randomBytes(12).toString('hex');
  const questions = `http://127.0.0.1:${authPort}/${secret}`;
  mkdirSync(join(folder, 'log'));
  writeFileSync(
    join(folder, 'plugins'),
    '[rabbitmq_web_stomp,rabbitmq_management,rabbitmq_auth_backend_http,rabbitmq_auth_backend_cache].\n',
  );
  writeFileSync(
    join(folder, 'rabbitmq.conf'),
    [
      `listeners.tcp.1 = 127.0.0.1:${amqp}`,
      `stomp.listeners.tcp.1 = 127.0.0.1:${tcpStomp}`,
      'web_stomp.tcp.ip = 127.0.0.1',
      `web_stomp.tcp.port = ${stomp}`,
      'management.tcp.ip = 127.0.0.1',
      `management.tcp.port = ${management}`,
      'default_user = fibado',
      `default_pass = ${password}`,
      'auth_backends.1 = internal',
      // Secrets are good once, so identities are never cached; permissions are, for a while.
      'auth_backends.2.authn = http',
      'auth_backends.2.authz = cache',
      'auth_cache.cached_backend = http',
      'auth_cache.cache_ttl = 5000',
      'auth_http.http_method = post',
      ...['user', 'vhost', 'resource', 'topic'].map(
        (name) => `auth_http.${name}_path = ${questions}/${name}`,
      ),
      '',
    ].join('\n'),
  );
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    ERL_EPMD_PORT: String(mapper),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: `fibado_${randomBytes(4).toString('hex')}@localhost`,
    RABBITMQ_DIST_PORT: String(distribution),
    RABBITMQ_MNESIA_BASE: join(folder, 'mnesia'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'plugins'),
    RABBITMQ_GENERATED_CONFIG_DIR: join(folder, 'generated'),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
  };
  const amqpUrl = `amqp://fibado:${password}@127.0.0.1:${amqp}`;
  const stompUrl = `ws://127.0.0.1:${stomp}/ws`;
  let server: ChildProcess | undefined;

  const start = async () => {
    server = spawn(SERVER, { env, cwd: folder, detached: true, stdio: 'ignore' });
    const end = Date.now() + START_MS;
    for (const port of [amqp, stomp, management]) {
      while (!(await answers(port))) {
        if (Date.now() > end || server.exitCode !== null)
          throw new Error(`RabbitMQ did not start; see ${join(folder, 'log')}`);
        await pause(100);
      }
    }
  };
  const kill = async () => {
    const running = server;
    server = undefined;
    if (running?.pid === undefined || running.exitCode !== null) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    process.kill(-running.pid, 'SIGKILL');
    await gone;
    while (await answers(amqp)) await pause(50);
  };
  return {
    amqpUrl,
    stompUrl,
    secret,
    authPort,
    start,
    kill,
    pid: () => server?.pid,
    env: {
      AMQP_URL: amqpUrl,
      STOMP_URL: stompUrl,
      BROKER_AUTH_SECRET: secret,
      BROKER_AUTH_PORT: String(authPort),
      BROKER_MANAGEMENT_URL: `http://127.0.0.1:${management}`,
    },
    remove: async () => {
      await kill();
      // The port mapper outlives its nodes; this one is the test's own.
      for (let attempt = 0; attempt < 50 && (await answers(mapper)); attempt += 1) {
        await promisify(execFile)('epmd', ['-port', String(mapper), '-kill'], { env }).catch(() => undefined);
        await pause(100);
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Seven<T> = [T, T, T, T, T, T, T];

async function freePorts(): Promise<Seven<number>> {
  const ports = new Set<number>();
  while (ports.size < 7) ports.add(await freePort());
  return [...ports] as Seven<number>;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
