import type { INestApplicationContext } from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import type { WebSocket, WebSocketServer } from 'ws';
import type { UpgradeGuard } from './upgrade-guard.js';

/** Sockets as they are: STOMP frames are read by the STOMP server and not by the framework as its own JSON. */
export class RawWsAdapter extends WsAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly guard: UpgradeGuard,
  ) {
    super(app);
  }

  /** Sockets are admitted before anything else is done for them. */
  override create(port: number, options: Parameters<WsAdapter['create']>[1]): unknown {
    return super.create(port, { ...options, verifyClient: this.guard.verify });
  }

  override bindMessageHandlers(): void {
    // The connection reads its own messages.
  }

  override bindErrorHandler(server: WebSocketServer): WebSocketServer {
    // A stranger's malformed frame ends that socket and is no error of ours.
    return server.on('connection', (socket: WebSocket) => socket.on('error', () => undefined));
  }
}
