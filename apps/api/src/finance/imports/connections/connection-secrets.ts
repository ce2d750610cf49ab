import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../../platform/secret-box.js';
import { InstanceSecret } from '../../../platform/secrets.js';

const KEY = 'bank-key';
const CONSENT = 'bank-consent';

/** What a stolen database must not open: private keys, the provider's ids of consents, and states under way. */
@Injectable()
export class ConnectionSecrets {
  constructor(
    private readonly box: SecretBox,
    private readonly secret: InstanceSecret,
  ) {}

  sealKey(pem: string): string {
    return this.box.seal(KEY, pem);
  }

  /** @returns undefined when it was sealed under another secret of the instance */
  openKey(sealed: string): string | undefined {
    return this.opened(KEY, sealed);
  }

  sealConsent(consentId: string): string {
    return this.box.seal(CONSENT, consentId);
  }

  /** @returns undefined when it was sealed under another secret of the instance */
  openConsent(sealed: string): string | undefined {
    return this.opened(CONSENT, sealed);
  }

  fingerprint(state: string): string {
    return this.secret.fingerprint(CONSENT, state);
  }

  private opened(purpose: string, sealed: string): string | undefined {
    try {
      return this.box.open(purpose, sealed);
    } catch {
      return undefined;
    }
  }
}
