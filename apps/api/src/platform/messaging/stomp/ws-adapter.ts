import { WsAdapter } from '@nestjs/platform-ws';
import type { WebSocket, WebSocketServer } from 'ws';

/** Sockets as they are: STOMP frames are read by the STOMP server and not by the framework as its own JSON. */
export class RawWsAdapter extends WsAdapter {
  override bindMessageHandlers(): void {
    // The connection reads its own messages.
  }

  override bindErrorHandler(server: WebSocketServer): WebSocketServer {
    // A stranger's malformed frame ends that socket and is no error of ours.
    return server.on('connection', (socket: WebSocket) => socket.on('error', () => undefined));
  }
}
