import type { StompConfig } from '@stomp/stompjs';
import { NotifySocket, socketUrl } from './notify-socket';

const jest = import.meta.jest;
const ID = ['0f8fad5b-d9cb-469f-a165-70867728950e', '7c9e6679-7425-40de-944b-e07fc1f90ae7'] as const;
const simple = (idNotify?: string): string => JSON.stringify({ type: 'SIMPLE', idNotify });

/** A broker at the other end of every STOMP client the socket makes. */
function aBroker(overrides: Partial<ConstructorParameters<typeof NotifySocket>[0]> = {}) {
  const lines: { config: StompConfig; active: boolean; key?: string; deliver?: (body: string) => void }[] =
    [];
  let asked = 0;
  let news = 0;
  const socket = new NotifySocket({
    tenant: 'rossi',
    username: 'anna',
    details: async () => ({
      hostSocket: '/api/notify/stomp',
      username: 'rossi-anna',
      password: `secret-${++asked}`,
    }),
    isBlocked: async () => false,
    onSimple: () => void (news += 1),
    stomp: async (config) => {
      const line: (typeof lines)[number] = { config, active: false };
      lines.push(line);
      return {
        activate: () => void (line.active = true),
        deactivate: async () => void (line.active = false),
        subscribe: (key: string, callback: (message: never) => void) => {
          line.key = key;
          line.deliver = (body) => callback({ body } as never);
          return { id: '1', unsubscribe: () => undefined };
        },
      };
    },
    ...overrides,
  });
  const last = () => lines.at(-1) ?? { config: {}, active: false };
  const accept = async (): Promise<void> => {
    await socket.connect();
    last().config.onConnect?.({} as never);
  };
  return { socket, lines, last, accept, state: () => socket.state.get(), news: () => news };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('the line to the broker', () => {
  it('signs in with the credentials of the list and reads the own key alone', async () => {
    const broker = aBroker();
    await broker.accept();
    const { config, key } = broker.last() as { config: StompConfig; key?: string };
    expect(config.connectHeaders).toEqual({ login: 'rossi-anna', passcode: 'secret-1', host: '/' });
    expect(config.brokerURL).toBe('ws://localhost/api/notify/stomp');
    expect([config.heartbeatIncoming, config.heartbeatOutgoing, config.maxWebSocketChunkSize]).toEqual([
      10_000, 10_000, 16_384,
    ]);
    expect(key).toBe('/exchange/web-notify-exchange/rossi-anna');
    expect(broker.state().status).toBe('CONNECTED');
  });

  it('tries again 5000 ms after it broke, with fresh credentials', async () => {
    const broker = aBroker();
    await broker.accept();
    broker.last().config.onWebSocketClose?.({});
    expect(broker.state().status).toBe('DISCONNECT');
    await jest.advanceTimersByTimeAsync(4999);
    expect(broker.lines).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(broker.lines).toHaveLength(2);
    expect(broker.last().config.connectHeaders?.['passcode']).toBe('secret-2');
    expect(broker.lines[0]?.active).toBe(false);
  });

  it('reconnects once when error and close come together', async () => {
    const broker = aBroker();
    await broker.accept();
    const { config } = broker.last();
    config.onStompError?.({} as never);
    config.onWebSocketError?.({});
    config.onWebSocketClose?.({});
    await jest.advanceTimersByTimeAsync(5000);
    expect(broker.lines).toHaveLength(2);
  });

  it('tries again when the credentials cannot be had', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    let down = true;
    const broker = aBroker({
      details: async () => {
        if (down) throw new Error('503');
        return { hostSocket: 'wss://b/ws', username: 'u', password: 'p' };
      },
    });
    await broker.socket.connect();
    expect(broker.state().status).toBe('DISCONNECT');
    down = false;
    await jest.advanceTimersByTimeAsync(5000);
    expect(broker.lines).toHaveLength(1);
    warn.mockRestore();
  });

  it('is closed by a logout, which cancels the pending reconnect', async () => {
    const broker = aBroker();
    await broker.accept();
    broker.last().config.onWebSocketClose?.({});
    broker.socket.disconnect();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(broker.lines).toHaveLength(1);
  });

  it('ignores a connect that a logout overtook', async () => {
    const broker = aBroker();
    const connecting = broker.socket.connect();
    broker.socket.disconnect();
    await connecting;
    expect(broker.lines.every((line) => !line.active)).toBe(true);
  });

  it('finds the socket on this origin or where the API says', () => {
    expect(socketUrl('/api/notify/stomp', 'https://casa.example/fibado')).toBe(
      'wss://casa.example/api/notify/stomp',
    );
    expect(socketUrl('http://h:15674/ws', 'https://casa.example/')).toBe('ws://h:15674/ws');
    expect(socketUrl('wss://mq.example/ws', 'https://casa.example/')).toBe('wss://mq.example/ws');
  });
});

describe('the unread count', () => {
  it('goes up by one for each SIMPLE message, and once for one delivered twice', async () => {
    const broker = aBroker();
    await broker.accept();
    const { deliver } = broker.lines[0] ?? {};
    deliver?.(simple(ID[0]));
    deliver?.(simple(ID[0]));
    deliver?.(simple(ID[1]));
    deliver?.(simple());
    expect(broker.state().unread).toBe(3);
  });

  it('goes down, never below 0, and to 0 when all are deleted', async () => {
    const broker = aBroker();
    await broker.accept();
    broker.lines[0]?.deliver?.(simple(ID[0]));
    broker.socket.countDown();
    broker.socket.countDown();
    expect(broker.state().unread).toBe(0);
    broker.lines[0]?.deliver?.(simple(ID[1]));
    broker.lines[0]?.deliver?.(simple());
    broker.socket.countNone();
    expect(broker.state().unread).toBe(0);
  });

  it('starts at 0 on each connect', async () => {
    const broker = aBroker();
    await broker.accept();
    broker.lines[0]?.deliver?.(simple());
    broker.last().config.onWebSocketClose?.({});
    expect(broker.state().unread).toBe(1);
    await jest.advanceTimersByTimeAsync(5000);
    broker.last().config.onConnect?.({} as never);
    expect(broker.state().unread).toBe(0);
  });

  it.each(['no json', '{"type":"OTHER"}', '{}', '[]', ''])('ignores and logs %p', async (body) => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const broker = aBroker();
    await broker.accept();
    const before = broker.news();
    broker.lines[0]?.deliver?.(body);
    expect(broker.state()).toEqual({ status: 'CONNECTED', unread: 0, blocked: false });
    expect(broker.news()).toBe(before);
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
  });
});

describe('a blocked account', () => {
  it('is told by an ACCOUNT_BLOCK message', async () => {
    const broker = aBroker();
    await broker.accept();
    broker.lines[0]?.deliver?.(JSON.stringify({ type: 'ACCOUNT_BLOCK' }));
    expect(broker.state()).toMatchObject({ blocked: true, unread: 0 });
    broker.socket.clearBlock();
    expect(broker.state().blocked).toBe(false);
  });

  it('is flagged after 10 s instead of connecting when the check says Y', async () => {
    const broker = aBroker({ isBlocked: async () => true });
    await broker.socket.connect();
    await jest.advanceTimersByTimeAsync(9999);
    expect(broker.state().blocked).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(broker.state().blocked).toBe(true);
    expect(broker.lines).toHaveLength(0);
  });

  it('is not flagged any more after a logout', async () => {
    const broker = aBroker({ isBlocked: async () => true });
    await broker.socket.connect();
    broker.socket.disconnect();
    await jest.advanceTimersByTimeAsync(20_000);
    expect(broker.state().blocked).toBe(false);
  });
});
