import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import proxyAddr from 'proxy-addr';
import type { Env } from '../../../config/env.js';
import { ENV } from '../../../config/instance.module.js';
import { networkOf } from '../../auth/network.js';
import { Clock } from '../../clock.js';
import { InstanceSecret, sameSecret } from '../../secrets.js';
import { type Admission, SocketAdmission } from './socket-admission.js';

const TICKET = 'ticket';
/** As long as the secret of the connection the ticket is for. */
const TICKET_LIFE_MS = 60_000;
const PURPOSE = 'socket-ticket';

/** Each refusal of a caller is held back by this for each one that waits: a flood gets some 20 refusals a second. */
const DELAY_EACH_MS = 50;
const LONGEST_DELAY_MS = 5000;
/** Refusals held back at the same time, of all callers; beyond them connections are cut without an answer. */
const MOST_DELAYED = 2000;

type Answer = (
  admitted: boolean,
  status?: number,
  message?: string,
  headers?: Record<string, string>,
) => void;

/**
 * Admits sockets before their handshake. A household counts by itself, shown by a ticket in the address the API gives to
 * its members; all others count by network, so that a flood from an address locks no member out who shares it.
 */
@Injectable()
export class UpgradeGuard {
  readonly #sockets = new SocketAdmission();
  readonly #admissions = new WeakMap<IncomingMessage, Admission>();
  readonly #delayed = new Map<string, number>();
  #delayedInAll = 0;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly clock: Clock,
    private readonly secret: InstanceSecret,
  ) {}

  /** What a member's socket address carries. */
  ticketOf(tenantId: string): string {
    const named = `${this.clock.now().getTime() + TICKET_LIFE_MS}.${tenantId}`;
    return `${TICKET}=${named}.${this.secret.fingerprint(PURPOSE, named)}`;
  }

  /** The admission of a socket whose handshake is done. */
  admissionOf(request: IncomingMessage): Admission | undefined {
    return this.#admissions.get(request);
  }

  /** For the socket server, asked before it answers a handshake. */
  readonly verify = ({ req: request }: { req: IncomingMessage }, answer: Answer): void => {
    const caller = this.callerOf(request);
    const admission = this.#sockets.admit(caller);
    if (admission) {
      this.#admissions.set(request, admission);
      // A handshake that fails after this has no socket server to tell.
      request.socket.once('close', () => admission.closed());
      answer(true);
    } else this.refuse(caller, request, answer);
  };

  private refuse(caller: string, request: IncomingMessage, answer: Answer): void {
    if (this.#delayedInAll >= MOST_DELAYED) {
      request.socket.destroy();
      return;
    }
    const count = (this.#delayed.get(caller) ?? 0) + 1;
    this.#delayed.set(caller, count);
    this.#delayedInAll += 1;
    setTimeout(
      () => {
        this.#delayedInAll -= 1;
        const left = (this.#delayed.get(caller) ?? 1) - 1;
        if (left > 0) this.#delayed.set(caller, left);
        else this.#delayed.delete(caller);
        answer(false, 429, 'Too Many Requests', { 'Retry-After': '5' });
      },
      Math.min(LONGEST_DELAY_MS, count * DELAY_EACH_MS),
    ).unref();
  }

  private callerOf(request: IncomingMessage): string {
    const ticket = new URLSearchParams(request.url?.split('?')[1]).get(TICKET);
    const [until = '', tenantId = '', proof = ''] = ticket?.split('.') ?? [];
    if (
      Number(until) > this.clock.now().getTime() &&
      sameSecret(proof, this.secret.fingerprint(PURPOSE, `${until}.${tenantId}`))
    )
      return tenantId;
    return networkOf(proxyAddr(request, (_address, hop) => hop < this.env.TRUST_PROXY));
  }
}
