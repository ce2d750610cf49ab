import { NOTIFY_EXCHANGE, routingKeyOf, type SocketMessage } from '@fibado/contracts';
import { Client, type StompConfig, Versions } from '@stomp/stompjs';
import { WebSocket } from 'ws';
import type { TestApp, TestUser } from '../support/app.js';

export interface ConnectionDetails {
  readonly hostSocket: string;
  readonly username: string;
  readonly password: string;
}

/** Asks the API where and with what to connect, as the web application does. */
export async function connectionDetails(app: TestApp, user: TestUser): Promise<ConnectionDetails> {
  const { body } = await app.as(user).get('/api/notify/web-notify/list/true').expect(200);
  return body as ConnectionDetails;
}

export const keyOf = (user: TestUser): string => routingKeyOf(user.tenant, user.username);
export const destinationOf = (key: string): string => `/exchange/${NOTIFY_EXCHANGE}/${key}`;

/** A browser's STOMP client, with what happened to it kept for looking at. */
export class Line {
  readonly received: SocketMessage[] = [];
  readonly errors: string[] = [];
  readonly client: Client;
  readonly sockets: WebSocket[] = [];
  closed = false;
  closeReason = '';
  #opened: Promise<void>;
  #ended: Promise<void>;

  constructor(details: ConnectionDetails, config: StompConfig = {}) {
    let end: () => void = () => undefined;
    this.#ended = new Promise((resolve) => (end = resolve));
    let opened: () => void = () => undefined;
    this.#opened = new Promise((resolve) => (opened = resolve));
    this.client = new Client({
      webSocketFactory: () => {
        const socket = new WebSocket(details.hostSocket, ['v11.stomp', 'v10.stomp']);
        this.sockets.push(socket);
        return socket;
      },
      stompVersions: new Versions([Versions.V1_1, Versions.V1_0]),
      connectHeaders: { login: details.username, passcode: details.password, host: '/' },
      heartbeatIncoming: 10_000,
      heartbeatOutgoing: 10_000,
      reconnectDelay: 0,
      ...config,
      onConnect: () => opened(),
      onStompError: (frame) => {
        this.errors.push(frame.headers['message'] ?? '');
        // RabbitMQ may leave the socket open after an ERROR; no client uses it any more.
        end();
      },
      onWebSocketClose: (event) => {
        this.closed = true;
        this.closeReason = (event as { reason?: string }).reason ?? '';
        end();
      },
    });
  }

  /** @returns true when connected, false when refused. */
  async open(): Promise<boolean> {
    this.client.activate();
    return Promise.race([this.#opened.then(() => true), this.#ended.then(() => false)]);
  }

  /** Subscribes and waits until the carrier has taken it, or has ended the connection. */
  async subscribe(destination: string): Promise<boolean> {
    const receipt = `r${Math.random()}`;
    const taken = new Promise<boolean>((resolve) =>
      this.client.watchForReceipt(receipt, () => resolve(true)),
    );
    this.client.subscribe(destination, ({ body }) => this.received.push(JSON.parse(body) as SocketMessage), {
      receipt,
    });
    return Promise.race([taken, this.#ended.then(() => false)]);
  }

  ended(): Promise<void> {
    return this.#ended;
  }

  async close(): Promise<void> {
    await this.client.deactivate({ force: true });
    for (const socket of this.sockets) socket.terminate();
  }
}

/** A line of a user, subscribed to the user's own key. */
export async function openLine(app: TestApp, user: TestUser): Promise<Line> {
  const line = new Line(await connectionDetails(app, user));
  if (!(await line.open())) throw new Error(`Refused: ${line.errors.join()} ${line.closeReason}`);
  if (!(await line.subscribe(destinationOf(keyOf(user))))) throw new Error('The subscription was refused');
  return line;
}
