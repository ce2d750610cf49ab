import { Global, Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';
import { ServiceProbes } from './service-probes.js';

@Global()
@Module({ controllers: [HealthController], providers: [ServiceProbes, Readiness], exports: [ServiceProbes] })
export class HealthModule {}
