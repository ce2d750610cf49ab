import { createSecretKey, type KeyObject, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../clock.js';
import { SYSTEM_ACTOR, Transactions } from '../database/transactions.js';
import { InstanceSecret } from '../secrets.js';

interface KeyRow {
  readonly kid: string;
  readonly createdAt: Date;
  readonly retiresAt: Date | null;
}

const ROTATE_AFTER_MS = 30 * 24 * 3600 * 1000;
/** Longer than any token lives, so that rotation ends no session. */
const KEEP_MS = 2 * 24 * 3600 * 1000;
const CACHE_MS = 60_000;

/**
 * Keys that sign the session tokens. The table holds names and dates; the key itself is derived from the
 * instance's secret and the name, so that a stolen database signs nothing.
 */
@Injectable()
export class SigningKeys {
  #rows: KeyRow[] = [];
  #readAt = -Infinity;
  /** Made once: a library that is given bytes tries them as a public key before every signature it checks. */
  readonly #derived = new Map<string, KeyObject>();

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly secret: InstanceSecret,
  ) {}

  /** The key new tokens are signed with; made or rotated when it is time. */
  async current(): Promise<{ kid: string; key: KeyObject }> {
    await this.load(false);
    const now = this.clock.now().getTime();
    const newest = this.#rows.at(-1);
    if (newest && newest.retiresAt === null && now - newest.createdAt.getTime() < ROTATE_AFTER_MS)
      return { kid: newest.kid, key: this.derive(newest.kid) };
    await this.rotate();
    return this.current();
  }

  /** The key of a token's `kid`, while it is not retired for longer than a token lives. */
  async find(kid: string): Promise<KeyObject | undefined> {
    await this.load(!this.#rows.some((row) => row.kid === kid));
    const row = this.#rows.find((candidate) => candidate.kid === kid);
    if (!row) return undefined;
    if (row.retiresAt && this.clock.now() > row.retiresAt) return undefined;
    return this.derive(kid);
  }

  /** Puts a new key in front; the old ones verify until the tokens they signed have expired. */
  async rotate(): Promise<void> {
    const now = this.clock.now();
    await this.transactions.onPlatform(SYSTEM_ACTOR, async ({ manager }) => {
      await manager.query('lock table signing_keys in share row exclusive mode');
      await manager.query('delete from signing_keys where retires_at < $1', [now]);
      await manager.query('update signing_keys set retires_at = $1 where retires_at is null', [
        new Date(now.getTime() + KEEP_MS),
      ]);
      await manager.query('insert into signing_keys (kid, created_at) values ($1, $2)', [randomUUID(), now]);
    });
    this.#readAt = -Infinity;
    await this.load(true);
  }

  private derive(kid: string): KeyObject {
    const known = this.#derived.get(kid);
    if (known) return known;
    const key = createSecretKey(this.secret.key(`session-token:${kid}`));
    this.#derived.set(kid, key);
    return key;
  }

  private async load(fresh: boolean): Promise<void> {
    // An unknown kid may be another process's new key; a stranger's invented ones must not hammer the database.
    const age = performance.now() - this.#readAt;
    if (this.#rows.length > 0 && age < (fresh ? 1000 : CACHE_MS)) return;
    this.#rows = await this.transactions.onPlatform(SYSTEM_ACTOR, ({ manager }) =>
      manager.query<KeyRow[]>(
        'select kid, created_at as "createdAt", retires_at as "retiresAt" from signing_keys order by created_at, kid',
      ),
    );
    for (const kid of this.#derived.keys())
      if (!this.#rows.some((row) => row.kid === kid)) this.#derived.delete(kid);
    this.#readAt = performance.now();
  }
}
