import { Injectable } from '@nestjs/common';
import { networkOf } from '../../platform/auth/network.js';
import { RateLimits, tooMany } from '../../platform/auth/rate-limits.js';
import { SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';

/** Wrong attempts before waiting begins, and how the wait grows. */
const FREE_ATTEMPTS = 5;
const FIRST_WAIT_SECONDS = 5;
const MAX_WAIT_SECONDS = 15 * 60;
/** Longer than the longest wait, so that a patient guesser does not begin anew after each. */
const PAIR_SECONDS = 2 * MAX_WAIT_SECONDS;
const ADDRESS_ATTEMPTS = 60;
const ADDRESS_SECONDS = 15 * 60;

/**
 * Slows guessing down, in all processes together: per account and address with waits that double, and per address
 * alone, so that trying one password on many names waits too. An attempt is counted as a mistake before anything is
 * looked at and taken back afterwards: guesses sent at the same moment are counted one after the other, and what is
 * done for a name does not depend on whether there is such a person.
 */
@Injectable()
export class SignInLimits {
  constructor(
    private readonly transactions: Transactions,
    private readonly limits: RateLimits,
  ) {}

  /** Counts an attempt. @throws DomainError TOO_MANY_REQUESTS with the seconds to wait; it is then not counted. */
  attempt(username: string, address: string): Promise<void> {
    const { pair, wait, all } = names(username, address);
    return this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      const mistakes = await this.limits.hit(scope, pair, PAIR_SECONDS, true);
      const waiting = await this.limits.find(scope, wait);
      if (waiting) throw tooMany(waiting);
      const fromThere = await this.limits.hit(scope, all, ADDRESS_SECONDS);
      if (fromThere.points > ADDRESS_ATTEMPTS) throw tooMany(fromThere);
      const beyond = mistakes.points - FREE_ATTEMPTS;
      if (beyond >= 0)
        await this.limits.hit(scope, wait, Math.min(FIRST_WAIT_SECONDS * 2 ** beyond, MAX_WAIT_SECONDS));
    });
  }

  /** Takes an attempt back that was no mistake; those before it stay counted. */
  takeBack(username: string, address: string): Promise<void> {
    const { pair, wait, all } = names(username, address);
    return this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      await this.limits.giveBack(scope, pair);
      await this.limits.forget(scope, wait);
      await this.limits.giveBack(scope, all);
    });
  }

  /** Forgets the mistakes of somebody who knows the password after all. */
  succeeded(username: string, address: string): Promise<void> {
    const { pair, wait, all } = names(username, address);
    return this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      await this.limits.forget(scope, pair);
      await this.limits.forget(scope, wait);
      await this.limits.giveBack(scope, all);
    });
  }
}

function names(username: string, address: string) {
  const network = networkOf(address);
  return {
    pair: `sign-in pair ${network} ${username}`,
    wait: `sign-in wait ${network} ${username}`,
    all: `sign-in address ${network}`,
  };
}
