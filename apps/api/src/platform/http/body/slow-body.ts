import type { IncomingMessage } from 'node:http';

/** How fast a body has to arrive. */
export interface BodyPace {
  /** Length of the window in which bytes are counted, milliseconds. */
  readonly windowMs: number;
  /** Bytes that have to arrive in each window. */
  readonly windowBytes: number;
  /** Time for the whole body, milliseconds. */
  readonly totalMs: number;
}

/**
 * Watches a request's body arrive. Bytes are counted at the socket, so that watching neither starts the stream nor
 * takes part in its back-pressure; a receiver that stops reading is not mistaken for a slow sender, since the
 * windows count only while the request's own buffer has room.
 * @param onSlow called once when the body arrives too slowly.
 * @returns the function that ends the watch.
 */
export function watchPace(request: IncomingMessage, pace: BodyPace, onSlow: () => void): () => void {
  const began = performance.now();
  let counted = request.socket.bytesRead;
  const look = () => {
    const arrived = request.socket.bytesRead - counted;
    counted = request.socket.bytesRead;
    const blocked = request.readableLength >= request.readableHighWaterMark;
    const stalled = !blocked && arrived < pace.windowBytes;
    if (!stalled && performance.now() - began < pace.totalMs) return;
    end();
    if (!request.complete) onSlow();
  };
  const timer = setInterval(look, pace.windowMs).unref();
  const end = () => clearInterval(timer);
  return end;
}
