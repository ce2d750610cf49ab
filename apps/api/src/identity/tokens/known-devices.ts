import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { InstanceSecret } from '../../platform/secrets.js';

const PURPOSE = 'known-device';
/** Browsers keep no cookie longer (RFC 6265bis, 5.5). */
const LIFE_MS = 400 * 24 * 3_600_000;
/** The only addresses that look at it. */
const PATH = '/api/user/token';

/**
 * Device cookies (OWASP): a browser that signed an account in before shows so, and is not slowed by guesses made
 * elsewhere. The cookie authorises nothing. One cookie an account, so that a household can share a browser.
 */
@Injectable()
export class KnownDevices {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly secret: InstanceSecret,
  ) {}

  /** The device's id, when the browser signed this account in before. */
  idOf(request: Request, username: string): string | undefined {
    const name = this.nameOf(username);
    const cookies = (request.headers.cookie ?? '').split(/;\s*/);
    const value = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
    const [id, proof] = value?.split('.') ?? [];
    if (id === undefined || proof === undefined) return undefined;
    const expected = Buffer.from(this.proofOf(id, username));
    const given = Buffer.from(proof);
    return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
  }

  /** Makes the browser known for an account that has just signed in on it. */
  remember(request: Request, response: Response, username: string): void {
    const id = this.idOf(request, username) ?? randomBytes(16).toString('base64url');
    response.cookie(this.nameOf(username), `${id}.${this.proofOf(id, username)}`, {
      httpOnly: true,
      sameSite: 'strict',
      secure: request.secure || (this.env.PUBLIC_URL?.startsWith('https:') ?? false),
      path: PATH,
      maxAge: LIFE_MS,
    });
  }

  private nameOf(username: string): string {
    return `fibado-device-${this.secret.fingerprint(PURPOSE, username).slice(0, 12)}`;
  }

  private proofOf(id: string, username: string): string {
    return this.secret.fingerprint(PURPOSE, `${id} ${username}`);
  }
}
