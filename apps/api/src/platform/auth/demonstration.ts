import { type EndpointShape, type Role } from '@fibado/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { SYSTEM_ACTOR, Transactions } from '../database/transactions.js';
import { ProxyWatch } from '../http/proxy-watch.js';
import { RateLimits, tooMany } from './rate-limits.js';

/** Everything else a demonstration account might be granted is ignored. */
const ROLES: readonly Role[] = ['FBDO_FIBADO', 'FBDO_READ'];

/** Plans and questions the demonstration may ask the solver for, all its visitors together. */
export const WORK_PER_WINDOW = 60;
const WORK_WINDOW_SECONDS = 600;

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

/**
 * The account whose password is published. It is usable only while no one but the machine's own users can reach the
 * instance, and then within bounds: no role of administration, no mail, a quota of solver work.
 */
@Injectable()
export class Demonstration {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly proxies: ProxyWatch,
    private readonly transactions: Transactions,
    private readonly limits: RateLimits,
  ) {}

  /** Listening on loopback alone, under no published address, behind no proxy, declared or seen. */
  get open(): boolean {
    const { DEMO, HOST, PUBLIC_URL, TRUST_PROXY } = this.env;
    return DEMO && isLoopback(HOST) && PUBLIC_URL === undefined && TRUST_PROXY === 0 && !this.proxies.seen;
  }

  /** The roles of an account that count. */
  rolesOf(account: { readonly roles: readonly Role[]; readonly demonstration: boolean }): Role[] {
    return account.roles.filter((role) => !account.demonstration || ROLES.includes(role));
  }

  /** @throws DomainError TOO_MANY_REQUESTS when the demonstration's quota of solver work is used up. */
  async boundWork(contract: EndpointShape): Promise<void> {
    // Every endpoint that takes a solver can find all of them busy.
    if (!contract.errors?.includes('SOLVER_BUSY')) return;
    const usage = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      this.limits.hit(scope, 'demonstration work', WORK_WINDOW_SECONDS),
    );
    if (usage.points > WORK_PER_WINDOW) throw tooMany(usage);
  }
}
