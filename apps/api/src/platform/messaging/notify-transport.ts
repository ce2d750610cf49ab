import type { SocketMessage } from '@fibado/contracts';
import type { PlatformScope } from '../database/transactions.js';

/** One message for the open pages of one user. */
export interface NotifyMessage {
  /** Routing key, `{tenant}-{username}`. */
  readonly key: string;
  readonly message: SocketMessage;
}

/** What carries messages to browsers: RabbitMQ, or the API itself. */
export abstract class NotifyTransport {
  /** False while nothing can be published; `onReady` tells when that changes. */
  abstract isReady(): boolean;

  abstract onReady(tell: () => void): void;

  /**
   * Hands messages over; when it is done the carrier has them.
   * @returns for each message in turn the reason it was not taken, if it was not.
   */
  abstract publish(
    scope: PlatformScope,
    messages: readonly NotifyMessage[],
  ): Promise<readonly (Error | undefined)[]>;

  /** Where a household's browsers connect. @param origin the address the caller used, `https://host`. */
  abstract hostSocket(origin: string, tenantId: string): string;

  /** One round trip; rejects with the carrier's own words. @returns what is there, where it says so. */
  abstract ping(): Promise<{ readonly version?: string | undefined }>;
}
