import { Global, Module } from '@nestjs/common';
import { Audit } from './audit.js';
import { SecretBox } from './secret-box.js';
import { Metrics } from './metrics/metrics.js';
import { Idempotency } from './idempotency/idempotency.js';

/** Small services every feature writes through. */
@Global()
@Module({
  providers: [Audit, Idempotency, Metrics, SecretBox],
  exports: [Audit, Idempotency, Metrics, SecretBox],
})
export class PlatformModule {}
