import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose';

/** A browser's subscription with the keys only it has. */
export class PushBrowser {
  readonly #keys = createECDH('prime256v1');
  readonly #auth = randomBytes(16);

  constructor(readonly endpoint: string) {
    this.#keys.generateKeys();
  }

  get subscription() {
    return {
      endpoint: this.endpoint,
      p256dh: this.#keys.getPublicKey('base64url'),
      auth: this.#auth.toString('base64url'),
    };
  }

  /** What a message says: RFC 8188 and 8291, written down from the receiver's side. @throws what was meant for another browser */
  decrypt(body: Buffer): { text: string; message: unknown } {
    const salt = body.subarray(0, 16);
    const length = body.readUInt8(20);
    const sender = body.subarray(21, 21 + length);
    const sealed = body.subarray(21 + length);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#keys.getPublicKey(), sender]);
    const shared = this.#keys.computeSecret(sender);
    const key = Buffer.from(hkdfSync('sha256', shared, this.#auth, info, 32));
    const derived = (name: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', key, salt, `Content-Encoding: ${name}\0`, bytes));
    const cipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
    cipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    // The last record ends with a two and zeros.
    const text = padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
    return { text, message: JSON.parse(text) };
  }
}

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A push service on loopback that answers with the statuses it is told, the last one again and again. */
export class PushServiceStub {
  readonly got: Received[] = [];
  statuses = [201];
  readonly #server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      this.got.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      const [status = 201] = this.statuses.length > 1 ? this.statuses.splice(0, 1) : this.statuses;
      response.writeHead(status).end();
    });
  });

  start(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.#server.close().closeAllConnections();
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  browser(name: string): PushBrowser {
    return new PushBrowser(`${this.origin}/send/${name}`);
  }
}

/** The claims a push service reads of the sender. @throws when it was not signed with the key the browser subscribed with */
export async function senderOf(authorization: string, publicKey: string): Promise<JWTPayload> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  expect(key).toBe(publicKey);
  const point = Buffer.from(publicKey, 'base64url');
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const keys = createLocalJWKSet({
    keys: [{ kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }],
  });
  return (await jwtVerify(token, keys, { algorithms: ['ES256'] })).payload;
}
