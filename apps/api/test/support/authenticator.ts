import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { PasskeyAssertion, PasskeyRegistration } from '@fibado/contracts';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

interface Asked {
  readonly challenge: string;
  readonly origin: string;
}

/** A passkey in software (WebAuthn level 2, attestation "none", ES256), with a counter of its own. */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(32);
  counter = 0;
  verifiesUser = true;

  get id(): string {
    return this.#id.toString('base64url');
  }

  register({ challenge, origin }: Asked): PasskeyRegistration {
    const jwk = this.#keys.publicKey.export({ format: 'jwk' });
    const coordinate = (text: string | undefined) => Buffer.from(text ?? '', 'base64url');
    // COSE: {1: EC2, 3: ES256, -1: P-256, -2: x, -3: y}.
    const publicKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      coordinate(jwk.x),
      Buffer.from('225820', 'hex'),
      coordinate(jwk.y),
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.#id, publicKey]);
    const data = Buffer.concat([this.data(origin, ATTESTED), attested]);
    // CBOR: {fmt: "none", attStmt: {}, authData: data}.
    const head = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from('fmt'),
      Buffer.from([0x64]),
      Buffer.from('none'),
      Buffer.from([0x67]),
      Buffer.from('attStmt'),
      Buffer.from([0xa0, 0x68]),
      Buffer.from('authData'),
      Buffer.from([0x58, data.length]),
    ]);
    return {
      ...this.credential(),
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, origin),
        attestationObject: Buffer.concat([head, data]).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  sign({ challenge, origin }: Asked): PasskeyAssertion {
    this.counter += 1;
    const data = this.data(origin, 0);
    const client = clientData('webauthn.get', challenge, origin);
    const signed = Buffer.concat([data, sha256(Buffer.from(client, 'base64url'))]);
    const signature = createSign('sha256').update(signed).sign(this.#keys.privateKey);
    return {
      ...this.credential(),
      response: {
        clientDataJSON: client,
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    };
  }

  private credential() {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, clientExtensionResults: {} };
  }

  private data(origin: string, more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flags = USER_PRESENT | (this.verifiesUser ? USER_VERIFIED : 0) | more;
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), counter]);
  }
}

const clientData = (type: string, challenge: string, origin: string): string =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
