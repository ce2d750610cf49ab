import { Global, Module } from '@nestjs/common';
import { Audit } from './audit.js';
import { MaintenanceJobs } from './maintenance-jobs.js';
import { SecurityEvents } from './security-events.js';
import { SecretBox } from './secret-box.js';
import { Metrics } from './metrics/metrics.js';
import { Idempotency } from './idempotency/idempotency.js';

/** Small services every feature writes through. */
@Global()
@Module({
  providers: [Audit, MaintenanceJobs, Idempotency, Metrics, SecretBox, SecurityEvents],
  exports: [Audit, MaintenanceJobs, Idempotency, Metrics, SecretBox, SecurityEvents],
})
export class PlatformModule {}
