import {
  HEARTBEAT_MS,
  MAX_FRAME_CHARACTERS,
  NOTIFY_EXCHANGE,
  RECONNECT_DELAY_MS,
  routingKeyOf,
  type SocketMessage,
} from '@fibado/contracts';
import type { Client, StompConfig } from '@stomp/stompjs';
import { ACCOUNT_BLOCK_WAIT_MS } from '../../config/constants';
import { log } from '../../lib/log';
import { createStore } from '../../lib/store';

export type SocketStatus = 'CONNECTED' | 'DISCONNECT';

export interface NotifyState {
  readonly status: SocketStatus;
  /** Notifications that came since the last connect and were not read or deleted. */
  readonly unread: number;
  /** The account's roles changed: the token has to be renewed. */
  readonly blocked: boolean;
}

export interface ConnectionDetails {
  readonly hostSocket: string;
  readonly username: string;
  readonly password: string;
}

/** What the socket needs from around it. */
export interface NotifySocketPorts {
  readonly tenant: string;
  readonly username: string;
  /** Asked before each connect: the secret serves once. */
  details(): Promise<ConnectionDetails>;
  /** Whether the account is blocked because its roles changed. */
  isBlocked(): Promise<boolean>;
  /** A STOMP client, not yet activated. */
  stomp(config: StompConfig): Promise<Pick<Client, 'activate' | 'deactivate' | 'subscribe'>>;
  /** Something new is in the list. */
  onSimple(): void;
}

/** The address of the socket, where the API may name a path of this origin or an http address. */
export function socketUrl(hostSocket: string, page: string): string {
  const url = new URL(hostSocket, page);
  if (url.protocol === 'http:') url.protocol = 'ws:';
  if (url.protocol === 'https:') url.protocol = 'wss:';
  return url.href;
}

/** RabbitMQ's queue of the subscription is this connection's alone and ends with it. */
const SUBSCRIPTION = { durable: 'false', 'auto-delete': 'true', exclusive: 'true' };

/**
 * The user's line to the broker: connects with a fresh secret each time, tries again five seconds after it broke,
 * counts what arrives, and raises the block flag.
 */
export class NotifySocket {
  readonly state = createStore<NotifyState>({ status: 'DISCONNECT', unread: 0, blocked: false });
  private stomp: Pick<Client, 'activate' | 'deactivate' | 'subscribe'> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the connects; whatever belongs to an earlier one is ignored. */
  private attempt = 0;
  private readonly counted = new Set<string>();

  constructor(private readonly ports: NotifySocketPorts) {}

  async connect(): Promise<void> {
    this.cancelTimer();
    const attempt = ++this.attempt;
    const isCurrent = (): boolean => attempt === this.attempt;
    try {
      if (await this.ports.isBlocked()) {
        if (isCurrent()) this.after(ACCOUNT_BLOCK_WAIT_MS, () => this.patch({ blocked: true }));
        return;
      }
      if (!isCurrent()) return;
      const details = await this.ports.details();
      if (!isCurrent()) return;
      const stomp = await this.ports.stomp(this.configOf(details, isCurrent));
      if (!isCurrent()) return;
      this.stomp = stomp;
      stomp.activate();
    } catch (error) {
      log.warn('Notifications cannot connect', error);
      if (isCurrent()) this.lost();
    }
  }

  /** Closes the line and cancels a pending reconnect. */
  disconnect(): void {
    this.attempt += 1;
    this.cancelTimer();
    void this.stomp?.deactivate();
    this.stomp = undefined;
    this.patch({ status: 'DISCONNECT' });
  }

  /** One was marked read, or an unread one deleted. */
  countDown(): void {
    this.state.set((state) => ({ ...state, unread: Math.max(0, state.unread - 1) }));
  }

  /** All were deleted. */
  countNone(): void {
    this.patch({ unread: 0 });
  }

  clearBlock(): void {
    this.patch({ blocked: false });
  }

  private configOf(details: ConnectionDetails, isCurrent: () => boolean): StompConfig {
    const lost = (): void => {
      if (isCurrent()) this.lost();
    };
    return {
      brokerURL: socketUrl(details.hostSocket, window.location.href),
      connectHeaders: { login: details.username, passcode: details.password, host: '/' },
      heartbeatIncoming: HEARTBEAT_MS,
      heartbeatOutgoing: HEARTBEAT_MS,
      splitLargeFrames: true,
      maxWebSocketChunkSize: MAX_FRAME_CHARACTERS,
      // The client's own reconnect would use the same secret again.
      reconnectDelay: 0,
      onConnect: () => {
        if (!isCurrent()) return;
        this.counted.clear();
        this.patch({ status: 'CONNECTED', unread: 0 });
        const key = routingKeyOf(this.ports.tenant, this.ports.username);
        this.stomp?.subscribe(
          `/exchange/${NOTIFY_EXCHANGE}/${key}`,
          (frame) => this.receive(frame.body),
          SUBSCRIPTION,
        );
        // What was sent while the line was down is in the list.
        this.ports.onSimple();
      },
      onStompError: lost,
      onWebSocketError: lost,
      onWebSocketClose: lost,
    };
  }

  private receive(body: string): void {
    const parsed = parse(body);
    if (!parsed) {
      log.error('Invalid socket message ignored', body);
      return;
    }
    if (parsed.type === 'ACCOUNT_BLOCK') {
      this.patch({ blocked: true });
      return;
    }
    // Delivery is at least once: a notification counts once.
    if (parsed.idNotify !== undefined) {
      if (this.counted.has(parsed.idNotify)) return;
      this.counted.add(parsed.idNotify);
    }
    this.state.set((state) => ({ ...state, unread: state.unread + 1 }));
    this.ports.onSimple();
  }

  private lost(): void {
    this.attempt += 1;
    void this.stomp?.deactivate();
    this.stomp = undefined;
    this.patch({ status: 'DISCONNECT' });
    this.after(RECONNECT_DELAY_MS, () => void this.connect());
  }

  private after(ms: number, work: () => void): void {
    this.cancelTimer();
    this.timer = setTimeout(work, ms);
  }

  private cancelTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private patch(patch: Partial<NotifyState>): void {
    this.state.set((state) => ({ ...state, ...patch }));
  }
}

/** Checked by hand: the schema would bring its library to every page. */
function isMessage(value: unknown): value is SocketMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { type, idNotify } = value as Partial<Record<keyof SocketMessage, unknown>>;
  return (
    (type === 'ACCOUNT_BLOCK' || type === 'SIMPLE') &&
    (idNotify === undefined || typeof idNotify === 'string')
  );
}

function parse(body: string): SocketMessage | undefined {
  try {
    const message: unknown = JSON.parse(body);
    return isMessage(message) ? message : undefined;
  } catch {
    return undefined;
  }
}
