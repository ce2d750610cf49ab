import { createHmac, randomBytes, timingSafeEqual, createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One secret an instance; every key is derived from it for one purpose, so that nothing else has to be stored
 * and two purposes never share a key.
 */
export class InstanceSecret {
  readonly #root: Buffer;

  constructor(secret: string) {
    this.#root = createHash('sha256').update(secret, 'utf8').digest();
  }

  /** 32 bytes for one purpose. */
  key(purpose: string): Buffer {
    return createHmac('sha256', this.#root).update(purpose, 'utf8').digest();
  }

  /** The same as text that is safe in addresses and SQL literals. */
  password(purpose: string): string {
    return this.key(purpose).toString('base64url');
  }

  /** Keyed fingerprint under which a one-time token is stored: the database alone gives none away. */
  fingerprint(purpose: string, token: string): string {
    return createHmac('sha256', this.key(purpose)).update(token, 'utf8').digest('base64url');
  }
}

/** Reads the instance's secret, or makes one in `<dataDir>/secret` that only its owner can read. */
export function loadInstanceSecret(dataDir: string, fromEnvironment: string | undefined): InstanceSecret {
  if (fromEnvironment) return new InstanceSecret(fromEnvironment);
  const path = join(dataDir, 'secret');
  mkdirSync(dataDir, { recursive: true });
  try {
    // `wx` decides the race of two first starts: one writes, the other reads.
    writeFileSync(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return new InstanceSecret(readFileSync(path, 'utf8').trim());
}

/** Compares two secrets without telling by the time taken where they differ. */
export function sameSecret(a: string, b: string): boolean {
  const digest = (v: string) => createHash('sha256').update(v, 'utf8').digest();
  return timingSafeEqual(digest(a), digest(b));
}
