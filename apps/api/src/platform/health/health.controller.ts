import { health } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { Endpoint } from '../http/endpoint.js';
import { Readiness } from './readiness.js';

@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Endpoint(health.live)
  live() {
    return { status: 'ok' as const };
  }

  @Endpoint(health.ready)
  ready() {
    return this.readiness.check();
  }
}
