import { createHash } from 'node:crypto';

/** Positions an entry sets; with 19 bits an entry a false positive is as rare as 1 in 10,000. */
const HASHES = 13;

/** A set of texts that never forgets one, and rarely claims one it was not given. */
export class BloomFilter {
  constructor(readonly bytes: Uint8Array) {}

  add(text: string): void {
    for (const bit of this.bitsOf(text)) this.bytes[bit >>> 3]! |= 1 << (bit & 7);
  }

  has(text: string): boolean {
    return this.bitsOf(text).every((bit) => (this.bytes[bit >>> 3]! & (1 << (bit & 7))) !== 0);
  }

  /** Two halves of one digest stand for all hashes (Kirsch and Mitzenmacher, 2006). */
  private bitsOf(text: string): number[] {
    const digest = createHash('sha256').update(text).digest();
    const first = digest.readUIntBE(0, 6);
    const second = digest.readUIntBE(6, 4) | 1;
    const size = this.bytes.length * 8;
    return Array.from({ length: HASHES }, (_, i) => (first + i * (second >>> 0)) % size);
  }
}
