import { notify, sessionEndpoints, type UserLogged } from '@fibado/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { client } from '../../lib/client';
import { useStore } from '../../lib/store';
import { storedSession } from '../../lib/stored-session';
import { NotifySocket, type SocketStatus } from './notify-socket';

export const NOTIFICATIONS_KEY = ['notifications'] as const;

/** What one tab tells the others of the same user. */
type TabMessage = 'down' | 'none';

export interface NotificationsState {
  readonly status: SocketStatus;
  readonly unread: number;
  /** One was marked read, or an unread one deleted. */
  readonly countDown: () => void;
  /** All were deleted. */
  readonly countNone: () => void;
  readonly disconnect: () => void;
}

async function connectionDetails() {
  const answer = await client.call(notify.list, { params: { flag: 'true' } });
  const { hostSocket, username, password } = answer;
  if (hostSocket === undefined || username === undefined || password === undefined)
    throw new Error('The API gave no connection details');
  return { hostSocket, username, password };
}

/**
 * Connects the signed-in user to the broker while the shell is open. `onBlocked` is called when the account's roles
 * changed, with the line already closed.
 */
export function useNotifications(user: UserLogged, onBlocked: () => void): NotificationsState {
  const queryClient = useQueryClient();
  const { tenant, username } = user;

  const socket = useMemo(
    () =>
      new NotifySocket({
        tenant,
        username,
        details: connectionDetails,
        isBlocked: async () => (await client.call(sessionEndpoints.blockChangedRole)) === 'Y',
        stomp: async (config) => {
          const { Client, Versions } = await import('@stomp/stompjs');
          return new Client({
            ...config,
            stompVersions: new Versions([Versions.V1_1, Versions.V1_0]),
          });
        },
        onSimple: () => void queryClient.invalidateQueries({ queryKey: NOTIFICATIONS_KEY }),
      }),
    [tenant, username, queryClient],
  );

  useEffect(() => {
    void socket.connect();
    return () => socket.disconnect();
  }, [socket]);

  // A socket without a session would only be refused, again and again.
  useEffect(() => {
    let wasExpired = storedSession.get().expired;
    return storedSession.subscribe(() => {
      const { expired } = storedSession.get();
      if (expired === wasExpired) return;
      wasExpired = expired;
      if (expired) socket.disconnect();
      else void socket.connect();
    });
  }, [socket]);

  const channel = useRef<BroadcastChannel>(undefined);
  useEffect(() => {
    const tabs = new BroadcastChannel(`fibado-notify:${tenant}-${username}`);
    tabs.onmessage = (event: MessageEvent<TabMessage>) => {
      if (event.data === 'down') socket.countDown();
      else socket.countNone();
      void queryClient.invalidateQueries({ queryKey: NOTIFICATIONS_KEY });
    };
    channel.current = tabs;
    return () => tabs.close();
  }, [socket, tenant, username, queryClient]);

  const { status, unread, blocked } = useStore(socket.state);
  const giveWay = useEffectEvent(onBlocked);
  useEffect(() => {
    if (!blocked) return;
    socket.clearBlock();
    socket.disconnect();
    giveWay();
  }, [blocked, socket]);

  const tell = useCallback((message: TabMessage) => channel.current?.postMessage(message), []);
  const countDown = useCallback(() => {
    socket.countDown();
    tell('down');
  }, [socket, tell]);
  const countNone = useCallback(() => {
    socket.countNone();
    tell('none');
  }, [socket, tell]);
  const disconnect = useCallback(() => socket.disconnect(), [socket]);

  return useMemo(
    () => ({ status, unread, countDown, countNone, disconnect }),
    [status, unread, countDown, countNone, disconnect],
  );
}
