import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { InstanceSecret } from '../../platform/secrets.js';

const PURPOSE = 'calendar-feed';

/** Addresses of calendars, derived from the instance's secret: the database alone gives none away. */
@Injectable()
export class CalendarAddress {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly secret: InstanceSecret,
  ) {}

  /** @param origin the address people use, where the settings do not name it. */
  of(tenantId: string, nonce: string, origin: string): string {
    const base = (this.env.PUBLIC_URL ?? origin).replace(/\/$/, '');
    return `${base}/api/finance/exports/calendar/${this.secretOf(tenantId, nonce)}/fibado.ics`;
  }

  /** What is stored of an address, to find it by. */
  fingerprintOf(tenantId: string, nonce: string): string {
    return this.fingerprint(this.secretOf(tenantId, nonce));
  }

  /** @param secret the part of an address that was asked for. */
  fingerprint(secret: string): string {
    return this.secret.fingerprint(PURPOSE, secret);
  }

  private secretOf(tenantId: string, nonce: string): string {
    return this.secret.password(`${PURPOSE} ${tenantId} ${nonce}`);
  }
}
