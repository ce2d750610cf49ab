import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import type { PlatformScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { SecretBox } from '../../platform/secret-box.js';
import type { ProvenIdentity } from './proven-identity.js';

const PURPOSE = 'provider-token';
/** Longer than a provider can take to answer. */
const LEASE_MS = 30_000;
/** Longer than any access token is accepted after it was issued. */
const LOGOUTS_KEPT = "interval '1 day'";
const ENDED_KEPT = "interval '30 days'";

export interface ProviderSession {
  readonly id: string;
  readonly userId: string;
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  readonly checkedAt: Date;
  /** Since the provider last confirmed the person. */
  readonly ageMs: number;
  readonly endedAt: Date | null;
  readonly refreshToken: string | undefined;
}

/** Which sessions a provider ends: by its own session's id, by the person, or by both. */
export interface ProviderLogout {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly sid: string | undefined;
}

type Row = Omit<ProviderSession, 'refreshToken' | 'ageMs'> & { readonly sealedToken: string | null };

const COLUMNS = `p.id, p.user_id as "userId", p.provider, p.issuer, p.subject, p.checked_at as "checkedAt",
  p.ended_at as "endedAt", p.sealed_token as "sealedToken"`;

/** Sessions of the identity providers, and the sessions here that stand on them. */
@Injectable()
export class ProviderSessions {
  constructor(
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError IDENTITY_REFUSED when the provider ended the session, or the person's, since the token. */
  async open(
    scope: PlatformScope,
    userId: string,
    identity: ProvenIdentity,
    refreshToken: string | undefined,
  ): Promise<string> {
    const { issuer, subject, sid, issuedAt } = identity;
    const ended = await scope.manager.query<unknown[]>(
      `select 1 from provider_logouts where issuer = $1
         and case when sid is null then subject = $2 and at >= $4 else sid = $3 end limit 1`,
      [issuer, subject, sid ?? null, issuedAt],
    );
    if (ended.length > 0) throw new DomainError('IDENTITY_REFUSED');
    const id = randomUUID();
    const now = this.clock.now();
    await scope.manager.query(
      `insert into provider_sessions (id, user_id, provider, issuer, subject, sid, sealed_token, created_at, checked_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
      [id, userId, identity.provider.id, issuer, subject, sid ?? null, this.seal(refreshToken), now],
    );
    return id;
  }

  async find(scope: PlatformScope, id: string): Promise<ProviderSession | undefined> {
    return this.read(scope, 'where p.id = $1', id);
  }

  /** What a session here stands on. */
  async ofSession(scope: PlatformScope, sessionId: string): Promise<ProviderSession | undefined> {
    return this.read(scope, 'join sessions s on s.provider_session_id = p.id where s.id = $1', sessionId);
  }

  /** Reserves the refresh token for one process. @returns false while another one uses it, or has used it since. */
  async lease(scope: PlatformScope, { id, checkedAt }: ProviderSession): Promise<boolean> {
    const now = this.clock.now();
    const rows = await scope.manager.query<unknown[]>(
      `with leased as (
         update provider_sessions set leased_until = $3
         where id = $1 and ended_at is null and checked_at = $2 and (leased_until is null or leased_until < $4)
         returning id
       ) select id from leased`,
      [id, checkedAt, new Date(now.getTime() + LEASE_MS), now],
    );
    return rows.length > 0;
  }

  async release(scope: PlatformScope, id: string): Promise<void> {
    await scope.manager.query('update provider_sessions set leased_until = null where id = $1', [id]);
  }

  async confirmed(scope: PlatformScope, id: string, refreshToken: string | undefined): Promise<void> {
    await scope.manager.query(
      `update provider_sessions set checked_at = $2, sealed_token = $3, leased_until = null
       where id = $1 and ended_at is null`,
      [id, this.clock.now(), this.seal(refreshToken)],
    );
  }

  /** Ends one, with every session here that stands on it: also those in which its person acts as another. */
  async end(scope: PlatformScope, id: string): Promise<void> {
    await this.endWhere(scope, 'id = $2', [id]);
  }

  /** Ends those of a user that stand on an identity. */
  async endOfUser(scope: PlatformScope, userId: string): Promise<void> {
    await this.endWhere(scope, 'user_id = $2', [userId]);
  }

  /** @returns whose sessions ended. */
  async endBy(scope: PlatformScope, { issuer, subject, sid }: ProviderLogout): Promise<string[]> {
    return this.endWhere(
      scope,
      'issuer = $2 and ($3::text is null or subject = $3) and ($4::text is null or sid = $4)',
      [issuer, subject ?? null, sid ?? null],
    );
  }

  async rememberLogout(scope: PlatformScope, { issuer, subject, sid }: ProviderLogout): Promise<void> {
    await scope.manager.query(
      'insert into provider_logouts (issuer, subject, sid, at) values ($1, $2, $3, $4)',
      [issuer, subject ?? null, sid ?? null, this.clock.now()],
    );
  }

  /** Forgets old logouts, and sessions of providers on which nothing stands any more. */
  async prune(scope: PlatformScope): Promise<void> {
    const now = this.clock.now();
    await scope.manager.query(`delete from provider_logouts where at < $1::timestamptz - ${LOGOUTS_KEPT}`, [
      now,
    ]);
    await scope.manager.query(
      `delete from provider_sessions p where (p.ended_at < $1::timestamptz - ${ENDED_KEPT}
           or p.created_at < $1::timestamptz - ${LOGOUTS_KEPT})
         and not exists (select 1 from sessions s where s.provider_session_id = p.id and s.expires_at > $1)`,
      [now],
    );
  }

  private async endWhere(
    scope: PlatformScope,
    condition: string,
    values: readonly unknown[],
  ): Promise<string[]> {
    const rows = await scope.manager.query<{ userId: string }[]>(
      `with ended as (
         update provider_sessions set ended_at = $1, sealed_token = null, leased_until = null
         where ended_at is null and ${condition} returning id, user_id
       ), revoked as (
         update sessions s set revoked_at = $1 from ended
         where s.provider_session_id = ended.id and s.revoked_at is null returning s.id
       ) select distinct user_id as "userId" from ended`,
      [this.clock.now(), ...values],
    );
    return rows.map((row) => row.userId);
  }

  private async read(
    scope: PlatformScope,
    condition: string,
    id: string,
  ): Promise<ProviderSession | undefined> {
    const rows = await scope.manager.query<Row[]>(`select ${COLUMNS} from provider_sessions p ${condition}`, [
      id,
    ]);
    const [row] = rows;
    if (!row) return undefined;
    const { sealedToken, ...session } = row;
    const ageMs = this.clock.now().getTime() - session.checkedAt.getTime();
    return { ...session, ageMs, refreshToken: sealedToken === null ? undefined : this.unseal(sealedToken) };
  }

  private seal(token: string | undefined): string | null {
    return token === undefined ? null : this.box.seal(PURPOSE, token);
  }

  /** Sealed under another secret of the instance: as if the provider had given none. */
  private unseal(sealed: string): string | undefined {
    try {
      return this.box.open(PURPOSE, sealed);
    } catch {
      return undefined;
    }
  }
}
