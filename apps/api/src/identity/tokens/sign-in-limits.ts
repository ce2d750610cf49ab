import { Injectable } from '@nestjs/common';
import { networkOf } from '../../platform/auth/network.js';
import { RateLimits, tooMany, type Usage } from '../../platform/auth/rate-limits.js';
import { type PlatformScope, SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';

/** Mistakes that cost no wait, and the wait before the next attempt from then on: it doubles up to a longest one. */
interface Rule {
  readonly free: number;
  readonly firstSeconds: number;
  readonly longestSeconds: number;
  /** Without a mistake for so long, the count begins anew. */
  readonly memorySeconds: number;
}

const MINUTE = 60;
/** One account tried from one place: a person who mistypes, or a single guesser. */
const HERE: Rule = { free: 5, firstSeconds: 5, longestSeconds: 15 * MINUTE, memorySeconds: 30 * MINUTE };
/** One account tried from many addresses. The longest wait is what its owner may have to wait on a new device. */
const ACCOUNT: Rule = { free: 10, firstSeconds: 1, longestSeconds: 2 * MINUTE, memorySeconds: 30 * MINUTE };
/** Many accounts tried from one address, which all clients share behind an undeclared proxy. */
const ADDRESS: Rule = { free: 30, firstSeconds: 1, longestSeconds: MINUTE, memorySeconds: 15 * MINUTE };
/** Many accounts tried from many addresses: a list of leaked passwords tried by a botnet. */
const INSTANCE: Rule = { free: 200, firstSeconds: 1, longestSeconds: 10, memorySeconds: 10 * MINUTE };

interface Counter {
  readonly name: string;
  readonly rule: Rule;
}

/**
 * Slows guessing down, in all processes together, with growing delays and never a wall: per account and place, per
 * account, per address, and for the whole instance. A device on which the account signed in before is counted by itself
 * and waits for none of the others, so that an attack does not lock an account's owner out.
 *
 * An attempt is counted as a mistake before anything is looked at and taken back afterwards: guesses sent at the same
 * moment are counted one after the other, and what is done for a name does not depend on whether it exists.
 */
@Injectable()
export class SignInLimits {
  constructor(
    private readonly transactions: Transactions,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Counts an attempt.
   * @param device what proves that the account was signed in there before: a device's id, or an open session's.
   * @throws DomainError TOO_MANY_REQUESTS with the seconds to wait; it is then not counted.
   */
  attempt(username: string, address: string, device?: string): Promise<void> {
    return this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      // Always in this order: two attempts that share counters wait for each other, and never both.
      for (const { name, rule } of countersOf(username, address, device)) {
        const mistakes = await this.limits.hit(scope, name, rule.memorySeconds, true);
        const waiting = await this.limits.find(scope, waitOf(name));
        if (waiting) throw tooMany(waiting);
        await this.delay(scope, name, rule, mistakes);
      }
    });
  }

  /** Takes an attempt back that was no mistake; those before it stay counted. */
  takeBack(username: string, address: string, device?: string): Promise<void> {
    return this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      for (const { name, rule } of countersOf(username, address, device)) {
        await this.limits.giveBack(scope, name);
        // The waits of others' mistakes stay: a good sign-in elsewhere must not free a guesser.
        if (rule === HERE) await this.limits.forget(scope, waitOf(name));
      }
    });
  }

  /** Forgets the mistakes made at a place by a person who knows the password after all. */
  async succeeded(username: string, address: string, device?: string): Promise<void> {
    await this.takeBack(username, address, device);
    await this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      for (const { name, rule } of countersOf(username, address, device))
        if (rule === HERE) await this.limits.forget(scope, name);
    });
  }

  private async delay(scope: PlatformScope, name: string, rule: Rule, mistakes: Usage): Promise<void> {
    const beyond = mistakes.points - rule.free;
    if (beyond < 0) return;
    const seconds = Math.min(rule.firstSeconds * 2 ** beyond, rule.longestSeconds);
    await this.limits.hit(scope, waitOf(name), seconds);
  }
}

const waitOf = (name: string): string => `${name} wait`;

function countersOf(username: string, address: string, device: string | undefined): Counter[] {
  if (device !== undefined) return [{ name: `sign-in device ${device} ${username}`, rule: HERE }];
  const network = networkOf(address);
  return [
    { name: `sign-in pair ${network} ${username}`, rule: HERE },
    { name: `sign-in account ${username}`, rule: ACCOUNT },
    { name: `sign-in address ${network}`, rule: ADDRESS },
    { name: 'sign-in instance', rule: INSTANCE },
  ];
}
