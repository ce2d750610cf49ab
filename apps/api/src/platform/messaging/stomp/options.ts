import { HEARTBEAT_MS, MAX_FRAME_CHARACTERS } from '@fibado/contracts';

/** Limits of the embedded STOMP server. */
export interface StompOptions {
  /** Heart-beats offered and asked for, milliseconds. */
  readonly heartbeatMs: number;
  readonly maxFrameCharacters: number;
  /** A client for which more than this waits is too slow, bytes. */
  readonly maxBufferedBytes: number;
  readonly connectionsPerUser: number;
  /** All sockets of one process. */
  readonly connections: number;
  /** Those that have not signed in; one more ends the oldest. */
  readonly pendingConnections: number;
  readonly subscriptionsPerConnection: number;
  /** Time from opening a socket to a CONNECT that was accepted, milliseconds. */
  readonly connectTimeoutMs: number;
  /** How often beats and silences are looked at, milliseconds. */
  readonly tickMs: number;
}

export const STOMP_OPTIONS: StompOptions = {
  heartbeatMs: HEARTBEAT_MS,
  maxFrameCharacters: MAX_FRAME_CHARACTERS,
  maxBufferedBytes: 256 * 1024,
  connectionsPerUser: 20,
  connections: 10_000,
  pendingConnections: 2000,
  subscriptionsPerConnection: 10,
  connectTimeoutMs: 10_000,
  tickMs: 1000,
};
