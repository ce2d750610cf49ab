/** What one owner may have in use at a time. */
export interface Allowance {
  readonly bytes: number;
  readonly count: number;
}

/** One owner of a reservation and what it may have in use: a person, a household, the whole instance. */
export interface Claim {
  readonly owner: string;
  readonly allowance: Allowance;
}

interface Usage {
  bytes: number;
  count: number;
}

/** Counts bytes and requests in use for each owner, and refuses what exceeds an owner's allowance. */
export class Quota {
  readonly #usage = new Map<string, Usage>();

  /**
   * Reserves bytes for every claim, or for none of them.
   * @returns the function that ends the reservation; nothing when one of the owners would exceed its allowance.
   */
  reserve(claims: readonly Claim[], bytes: number): (() => void) | undefined {
    const exceeded = claims.some(({ owner, allowance }) => {
      const { bytes: used, count } = this.usageOf(owner);
      return used + bytes > allowance.bytes || count + 1 > allowance.count;
    });
    if (exceeded) return undefined;
    for (const { owner } of claims) this.add(owner, bytes, 1);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      for (const { owner } of claims) this.add(owner, -bytes, -1);
    };
  }

  /** What an owner has in use now. */
  usageOf(owner: string): Readonly<Usage> {
    return this.#usage.get(owner) ?? { bytes: 0, count: 0 };
  }

  private add(owner: string, bytes: number, count: number): void {
    const before = this.usageOf(owner);
    const after = { bytes: before.bytes + bytes, count: before.count + count };
    if (after.count > 0) this.#usage.set(owner, after);
    else this.#usage.delete(owner);
  }
}
