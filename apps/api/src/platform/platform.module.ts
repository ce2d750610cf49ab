import { Global, Module } from '@nestjs/common';
import { Audit } from './audit.js';
import { Chores } from './chores.js';
import { SecurityEvents } from './security-events.js';
import { SecretBox } from './secret-box.js';
import { Metrics } from './metrics/metrics.js';
import { Idempotency } from './idempotency/idempotency.js';

/** Small services every feature writes through. */
@Global()
@Module({
  providers: [Audit, Chores, Idempotency, Metrics, SecretBox, SecurityEvents],
  exports: [Audit, Chores, Idempotency, Metrics, SecretBox, SecurityEvents],
})
export class PlatformModule {}
