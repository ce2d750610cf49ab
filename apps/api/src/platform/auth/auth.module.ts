import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { ProxyWatch } from '../http/proxy-watch.js';
import { ApiKeyStore } from './api-key.store.js';
import { Demonstration } from './demonstration.js';
import { RateLimits } from './rate-limits.js';
import { SessionGuard } from './session.guard.js';
import { SessionStore } from './session.store.js';
import { SessionStrategy } from './session.strategy.js';
import { SigningKeys } from './signing-keys.js';
import { TokenService } from './token.service.js';

/** Sessions and their tokens, and the guard in front of every route. */
@Global()
@Module({
  imports: [PassportModule],
  providers: [
    SessionStore,
    SigningKeys,
    TokenService,
    ApiKeyStore,
    RateLimits,
    ProxyWatch,
    Demonstration,
    SessionStrategy,
    { provide: APP_GUARD, useClass: SessionGuard },
  ],
  exports: [SessionStore, SigningKeys, TokenService, ApiKeyStore, RateLimits, ProxyWatch, Demonstration],
})
export class AuthModule {}
