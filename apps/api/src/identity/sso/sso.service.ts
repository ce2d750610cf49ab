import type { BodyOf, SignInResult, tokens } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { networkOf } from '../../platform/auth/network.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { SignInLimits } from '../tokens/sign-in-limits.js';
import type { Origin } from '../tokens/sign-ins.service.js';
import { IdentityProvider } from './identity-provider.js';
import { IdentitySignIn } from './identity-sign-in.js';

/** Exchanges an access token of Keycloak for a session of the application. */
@Injectable()
export class SsoService {
  constructor(
    private readonly provider: IdentityProvider,
    private readonly limits: SignInLimits,
    private readonly signIn: IdentitySignIn,
  ) {}

  /** @throws DomainError see `tokens.fromKeycloakAuth` */
  async exchange(body: BodyOf<typeof tokens.fromKeycloakAuth>, origin: Origin): Promise<SignInResult> {
    const username = body.username.trim().toLowerCase();
    // A token cannot be guessed as a password can: what others try on the account's password does not matter here.
    const device = `sso ${networkOf(origin.address)}`;
    await this.limits.attempt(username, origin.address, device);
    const identity = await this.provider.verify(body.keycloakToken).catch(async (error: unknown) => {
      // A provider that does not answer says nothing about who asks.
      if (!(error instanceof DomainError && error.code === 'BAD_CREDENTIALS'))
        await this.limits.takeBack(username, origin.address, device);
      throw error;
    });
    await this.limits.takeBack(username, origin.address, device);
    // The page names whom it believes to be signed in; another one's token is a mix-up or worse.
    if (identity.username !== username) throw new DomainError('IDENTITY_REFUSED');
    const known = await this.signIn.recognise(identity, body.refreshToken);
    return this.signIn.open(known, origin, body.cdTenant);
  }
}
