import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Clock } from '../platform/clock.js';
import { InstanceSecret } from '../platform/secrets.js';
import type { Env } from './env.js';

/** Token of the instance's settings: `@Inject(ENV) private readonly env: Env`. */
export const ENV = Symbol('env');

/** What everything else is made from: settings, the clock, the secret. */
@Global()
@Module({})
export class InstanceModule {
  static with(env: Env, clock: Clock, secret: InstanceSecret): DynamicModule {
    return {
      module: InstanceModule,
      providers: [
        { provide: ENV, useValue: env },
        { provide: Clock, useValue: clock },
        { provide: InstanceSecret, useValue: secret },
      ],
      exports: [ENV, Clock, InstanceSecret],
    };
  }
}
