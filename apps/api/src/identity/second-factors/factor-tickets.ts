import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import type { PlatformScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { SecretBox } from '../../platform/secret-box.js';
import { UsedTokens } from '../tokens/used-tokens.js';

const PURPOSE = 'factor-ticket';
const LIFE_MS = 5 * 60_000;

const content = z.object({
  /** What it was made for; a ticket for one step is refused by every other. */
  use: z.enum([
    'SIGN_IN',
    'PASSWORDLESS',
    'PROVED',
    'STEP_UP',
    'TOTP',
    'PASSKEY',
    'OPENID',
    'RECOGNISED',
    'TIE',
  ]),
  /** Absent for a sign-in with a passkey alone and before a provider's sign-in page. */
  userId: z.string().optional(),
  /** WebAuthn challenge. */
  challenge: z.string().optional(),
  /** TOTP secret that is being enrolled, base32. */
  secret: z.string().optional(),
  method: z.enum(['PASSWORD', 'PASSKEY']).optional(),
  /** What a provider's answer is compared with. */
  openId: z
    .object({
      provider: z.string(),
      redirectUri: z.string(),
      verifier: z.string(),
      state: z.string(),
      nonce: z.string(),
      maxAge: z.number().optional(),
    })
    .optional(),
  /** A person a provider vouched for, who has to choose a tenant. */
  recognised: z
    .object({ providerSessionId: z.string(), authenticatedAt: z.number().optional(), isStrong: z.boolean() })
    .optional(),
  nonce: z.string(),
  expiresAt: z.number(),
});
export type FactorTicket = z.infer<typeof content>;
export type TicketUse = FactorTicket['use'];

/**
 * What a sign-in or an enrolment has come to, held by the browser and encrypted by the instance: a stranger's unfinished
 * sign-ins store nothing. A ticket is burned when it is used, so that an answer counts once.
 */
@Injectable()
export class FactorTickets {
  constructor(
    private readonly box: SecretBox,
    private readonly used: UsedTokens,
    private readonly clock: Clock,
  ) {}

  make(ticket: Omit<FactorTicket, 'nonce' | 'expiresAt'>): string {
    const expiresAt = this.clock.now().getTime() + LIFE_MS;
    return this.box.seal(PURPOSE, JSON.stringify({ ...ticket, nonce: crypto.randomUUID(), expiresAt }));
  }

  /** @throws DomainError TICKET_EXPIRED */
  read(sealed: string, ...uses: readonly TicketUse[]): FactorTicket {
    let ticket: FactorTicket;
    try {
      ticket = content.parse(JSON.parse(this.box.open(PURPOSE, sealed)));
    } catch {
      throw new DomainError('TICKET_EXPIRED');
    }
    if (!uses.includes(ticket.use) || ticket.expiresAt <= this.clock.now().getTime())
      throw new DomainError('TICKET_EXPIRED');
    return ticket;
  }

  /** Uses a ticket up. @throws DomainError TICKET_EXPIRED when it was used before. */
  async burn(scope: PlatformScope, { nonce, expiresAt }: FactorTicket): Promise<void> {
    if (!(await this.used.add(scope, PURPOSE, nonce, new Date(expiresAt))))
      throw new DomainError('TICKET_EXPIRED');
  }
}
