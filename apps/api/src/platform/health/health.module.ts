import { Global, Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { ServiceProbes } from './service-probes.js';

@Global()
@Module({ controllers: [HealthController], providers: [ServiceProbes], exports: [ServiceProbes] })
export class HealthModule {}
