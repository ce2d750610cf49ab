import { Global, Module } from '@nestjs/common';
import { Audit } from './audit.js';
import { Idempotency } from './idempotency/idempotency.js';

/** Small services every feature writes through. */
@Global()
@Module({ providers: [Audit, Idempotency], exports: [Audit, Idempotency] })
export class PlatformModule {}
