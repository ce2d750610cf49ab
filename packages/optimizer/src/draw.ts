/** Chance that is the same on every machine and in every run. */

/** A whole number from 0 to `count` − 1, every one as likely, by the numbers it is asked with. */
export function draw(count: number, seed: number, sample: number, position: number): number {
  const high = mixed(mixed(mixed(seed) ^ sample) ^ position);
  const low = mixed(high ^ 0x5bd1e995);
  // 53 bits, as many as a number holds.
  const unit = ((high >>> 0) * 2 ** 21 + (low >>> 11)) / 2 ** 53;
  return Math.floor(unit * count);
}

/** Spreads every bit of a 32-bit number over all of them: multiply by an odd number, fold, and again. */
function mixed(value: number): number {
  let bits = (value + 0x9e3779b9) | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x7feb352d);
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b);
  return bits ^ (bits >>> 16);
}

/** The same as a sequence that one seed begins: quicker where many numbers are drawn. */
export class Sequence {
  constructor(private state: number) {}

  /** From 0 to below 1, 32 bits. */
  next(): number {
    this.state = (this.state + 0x9e3779b9) | 0;
    return (mixed(this.state) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to `count` − 1. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }
}
