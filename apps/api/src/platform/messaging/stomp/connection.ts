import { randomUUID } from 'node:crypto';
import { WebSocket, type RawData } from 'ws';
import type { NotifyGrant } from '../notify-logins.js';
import {
  FrameError,
  FrameReader,
  type StompFrame,
  type StompHeaders,
  type StompVersion,
  writeFrame,
} from './codec.js';
import type { StompOptions } from './options.js';

/** What a connection asks before it lets its client do anything. */
export interface StompAuthority {
  /** Uses the login's one-time secret up. */
  redeem(login: string, passcode: string): Promise<NotifyGrant | undefined>;
  /** Whether a connected login may read this destination, asked anew for each subscription. */
  mayRead(login: string, destination: string): Promise<boolean>;
}

/** Told about a connection's life by the server that owns it. */
export interface ConnectionEvents {
  /** @returns a reason to refuse the connection, if there is one. */
  admit(connection: StompConnection, grant: NotifyGrant): string | undefined;
  dropped(reason: string): void;
}

/** Close codes of RFC 6455. */
const POLICY = 1008;
const TOO_BIG = 1009;
const GOING_AWAY = 1001;
const NORMAL = 1000;
/** How long a client has to take its ERROR frame before the socket is cut, milliseconds. */
const CLOSE_GRACE_MS = 2000;
const MAX_WAITING_FRAMES = 100;

/** A refusal a client is told in an ERROR frame, after which its connection ends. */
class Refusal extends Error {
  constructor(
    message: string,
    readonly code = POLICY,
  ) {
    super(message);
  }
}

/** One client: reads its frames one after the other, answers, and delivers what it subscribed to. */
export class StompConnection {
  grant: NotifyGrant | undefined;
  readonly #reader: FrameReader;
  readonly #subscriptions = new Map<string, string>();
  readonly #openedAt = Date.now();
  #version: StompVersion = '1.0';
  #work: Promise<void> = Promise.resolve();
  #waiting = 0;
  #ended = false;
  #lastIn = Date.now();
  #lastOut = Date.now();
  /** Milliseconds between beats this side owes and expects; 0: none. */
  #beatOut = 0;
  #beatIn = 0;

  constructor(
    private readonly socket: WebSocket,
    private readonly authority: StompAuthority,
    private readonly events: ConnectionEvents,
    private readonly options: StompOptions,
  ) {
    this.#reader = new FrameReader(options.maxFrameCharacters);
    socket.on('message', (data) => this.receive(data));
    socket.on('error', () => this.socket.terminate());
  }

  get subscribed(): boolean {
    return this.#subscriptions.size > 0;
  }

  /** Sends a message on each of the connection's subscriptions; a client that does not take them is dropped. */
  deliver(destination: string, body: string): void {
    for (const [subscription, wanted] of this.#subscriptions) {
      if (wanted !== destination || this.#ended) continue;
      if (this.socket.bufferedAmount > this.options.maxBufferedBytes) {
        this.drop('slow consumer');
        return;
      }
      this.send(
        'MESSAGE',
        { subscription, 'message-id': randomUUID(), destination, 'content-type': 'application/json' },
        body,
      );
    }
  }

  /** Beats, and drops clients that are silent, or that opened a socket and never signed in. */
  tick(now: number): void {
    if (this.#ended) return;
    if (!this.grant) {
      if (now - this.#openedAt > this.options.connectTimeoutMs) this.drop('no CONNECT in time');
      return;
    }
    // Twice the interval agreed: one beat may be under way.
    if (this.#beatIn > 0 && now - this.#lastIn > 2 * this.#beatIn) {
      this.drop('heart-beat missed');
      return;
    }
    if (this.#beatOut > 0 && now - this.#lastOut >= this.#beatOut - this.options.tickMs) this.write('\n');
  }

  /** Tells the client why, and ends the connection. */
  drop(reason: string, code = POLICY): void {
    if (this.#ended) return;
    this.events.dropped(reason);
    this.send('ERROR', { message: reason, 'content-type': 'text/plain' }, reason);
    this.end(code, reason);
  }

  goAway(reason: string): void {
    this.drop(reason, GOING_AWAY);
  }

  private receive(data: RawData): void {
    if (this.#ended) return;
    this.#lastIn = Date.now();
    try {
      const frames = this.#reader.read(textOf(data));
      this.#waiting += frames.length;
      if (this.#waiting > MAX_WAITING_FRAMES) throw new Refusal('too many frames at once');
      for (const frame of frames) this.#work = this.#work.then(() => this.take(frame));
    } catch (error) {
      this.refuse(error);
    }
  }

  private async take(frame: StompFrame): Promise<void> {
    this.#waiting -= 1;
    if (this.#ended) return;
    try {
      await this.handle(frame);
    } catch (error) {
      this.refuse(error);
    }
  }

  private refuse(error: unknown): void {
    if (error instanceof FrameError) this.drop(error.message, TOO_BIG);
    else if (error instanceof Refusal) this.drop(error.message, error.code);
    // The database does not answer: the client comes back and asks again.
    else this.drop('temporarily unavailable', GOING_AWAY);
  }

  private async handle(frame: StompFrame): Promise<void> {
    const { command, headers } = frame;
    if (command === 'CONNECT' || command === 'STOMP') {
      await this.connect(headers);
      return;
    }
    if (!this.grant) throw new Refusal('not connected');
    switch (command) {
      case 'SUBSCRIBE':
        await this.subscribe(this.grant, headers);
        break;
      case 'UNSUBSCRIBE':
        this.#subscriptions.delete(subscriptionId(headers));
        break;
      case 'ACK':
      case 'NACK':
        // Everything is delivered without waiting for an answer.
        break;
      case 'DISCONNECT':
        break;
      case 'SEND':
        throw new Refusal('access refused');
      default:
        throw new Refusal('unsupported command');
    }
    if (headers['receipt'] !== undefined) this.send('RECEIPT', { 'receipt-id': headers['receipt'] });
    if (command === 'DISCONNECT') this.end(NORMAL, '');
  }

  private async connect(headers: StompHeaders): Promise<void> {
    if (this.grant) throw new Refusal('already connected');
    const version = negotiate(headers['accept-version']);
    if (!version) throw new Refusal('supported versions are 1.0, 1.1');
    if (headers['host'] !== undefined && headers['host'] !== '/') throw new Refusal('bad CONNECT');
    const { login, passcode } = headers;
    const grant =
      login !== undefined && passcode !== undefined
        ? await this.authority.redeem(login, passcode)
        : undefined;
    if (!grant || this.socket.readyState !== WebSocket.OPEN) throw new Refusal('access refused');
    const refused = this.events.admit(this, grant);
    if (refused !== undefined) throw new Refusal(refused);
    this.grant = grant;
    this.#version = version;
    this.#reader.version = version;
    const { heartbeatMs } = this.options;
    const [offered, wanted] = beatsOf(headers['heart-beat']);
    this.#beatOut = wanted === 0 ? 0 : Math.max(wanted, heartbeatMs);
    this.#beatIn = offered === 0 ? 0 : Math.max(offered, heartbeatMs);
    this.send('CONNECTED', {
      version,
      session: randomUUID(),
      server: 'fibado',
      'heart-beat': `${heartbeatMs},${heartbeatMs}`,
    });
  }

  private async subscribe(grant: NotifyGrant, headers: StompHeaders): Promise<void> {
    const destination = headers['destination'] ?? '';
    const id = subscriptionId(headers);
    if (this.#version !== '1.0' && headers['id'] === undefined)
      throw new Refusal('a subscription needs an id');
    if (this.#subscriptions.size >= this.options.subscriptionsPerConnection)
      throw new Refusal('too many subscriptions');
    if (!(await this.authority.mayRead(grant.login, destination))) throw new Refusal('access refused');
    this.#subscriptions.set(id, destination);
  }

  private send(command: string, headers: StompHeaders, body?: string): void {
    this.write(writeFrame(this.#version, command, headers, body));
  }

  private write(text: string): void {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.#lastOut = Date.now();
    this.socket.send(text);
  }

  private end(code: number, reason: string): void {
    this.#ended = true;
    this.#subscriptions.clear();
    this.socket.close(code, reason);
    setTimeout(() => this.socket.terminate(), CLOSE_GRACE_MS).unref();
  }
}

/** In 1.0 a subscription may go by its destination. */
const subscriptionId = (headers: StompHeaders): string => headers['id'] ?? headers['destination'] ?? '';

function negotiate(accepted: string | undefined): StompVersion | undefined {
  // A client of version 1.0 does not say which it speaks.
  if (accepted === undefined) return '1.0';
  const versions = accepted.split(',').map((version) => version.trim());
  return (['1.1', '1.0'] as const).find((version) => versions.includes(version));
}

/** What the client offers to send and wants to get, milliseconds. */
function beatsOf(header: string | undefined): [offered: number, wanted: number] {
  const match = /^\s*(\d{1,9})\s*,\s*(\d{1,9})\s*$/.exec(header ?? '0,0');
  if (!match) throw new Refusal('bad heart-beat');
  return [Number(match[1]), Number(match[2])];
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
