import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InstanceSecret } from './secrets.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals what has to be readable again (a mail server's password) before it is stored: AES-256-GCM under a key
 * derived from the instance's secret for one purpose, so that a stolen database opens nothing.
 */
@Injectable()
export class SecretBox {
  constructor(private readonly secret: InstanceSecret) {}

  /** @returns base64url of nonce, tag and cipher text. */
  seal(purpose: string, text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.secret.key(`seal:${purpose}`), nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** @throws Error when it was sealed under another secret or purpose, or changed since. */
  open(purpose: string, sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64url');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.secret.key(`seal:${purpose}`), nonce, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      const text = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
      return Buffer.concat(text).toString('utf8');
    } catch {
      throw new Error(
        'Stored under another secret of the instance: enter it again, or give the old secret back',
      );
    }
  }
}
