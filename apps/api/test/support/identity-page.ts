import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

interface Signer {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: object;
}

export async function newSigner(): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const kid = randomUUID();
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
}

/** What the token endpoint answers a refresh token with; a number is a failing status. */
type RefreshAnswer = { readonly access: string; readonly refresh?: string } | number;

/** A realm's key page and token endpoint on loopback, where a test decides what is answered. */
export class IdentityPage {
  /** Refresh tokens that were sent, in order. */
  readonly refreshed: string[] = [];
  refresh: (token: string) => RefreshAnswer | Promise<RefreshAnswer> = () => 400;
  /** Neither keys nor tokens are answered. */
  isDown = false;

  private constructor(
    readonly realm: string,
    readonly signer: Signer,
    private readonly server: Server,
  ) {}

  static async open(realm = 'casa'): Promise<IdentityPage> {
    const signer = await newSigner();
    const server = createServer();
    const page = new IdentityPage(realm, signer, server);
    server.on('request', (request, response) => void page.answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return page;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get issuer(): string {
    return `${this.url}/realms/${this.realm}`;
  }

  sign(claims: JWTPayload, typ = 'JWT', by: Signer = this.signer): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: by.kid, typ }).sign(by.privateKey);
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const base = `/realms/${this.realm}/protocol/openid-connect`;
    const reply = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (this.isDown) return reply(503, {});
    if (request.url === `${base}/certs`) return reply(200, { keys: [this.signer.jwk] });
    if (request.url !== `${base}/token`) return reply(404, {});
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const token = new URLSearchParams(text).get('refresh_token') ?? '';
    this.refreshed.push(token);
    const answer = await this.refresh(token);
    if (typeof answer === 'number') return reply(answer, { error: 'invalid_grant' });
    reply(200, {
      access_token: answer.access,
      token_type: 'Bearer',
      expires_in: 300,
      ...(answer.refresh === undefined ? {} : { refresh_token: answer.refresh }),
    });
  }
}
