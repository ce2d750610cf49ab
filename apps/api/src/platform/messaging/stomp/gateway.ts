import type { IncomingMessage } from 'node:http';
import { MAX_FRAME_CHARACTERS } from '@fibado/contracts';
import { type OnGatewayConnection, WebSocketGateway } from '@nestjs/websockets';
import type { WebSocket } from 'ws';
import { EmbeddedTransport, STOMP_PATH } from '../embedded-transport.js';
import { UpgradeGuard } from './upgrade-guard.js';

const PROTOCOLS = ['v11.stomp', 'v10.stomp'];

/** Accepts the embedded server's sockets on the API's own port. */
@WebSocketGateway({
  path: STOMP_PATH,
  // Bytes, where the limit on frames is characters of up to four bytes.
  maxPayload: 4 * MAX_FRAME_CHARACTERS,
  perMessageDeflate: false,
  handleProtocols: (offered: Set<string>) => PROTOCOLS.find((protocol) => offered.has(protocol)) ?? false,
})
export class StompGateway implements OnGatewayConnection<WebSocket> {
  constructor(
    private readonly transport: EmbeddedTransport,
    private readonly guard: UpgradeGuard,
  ) {}

  handleConnection(socket: WebSocket, request: IncomingMessage): void {
    this.transport.accept(socket, this.guard.admissionOf(request));
  }
}
