import { allEndpoints, type EndpointShape } from '@fibado/contracts';
import { Injectable, Module, type OnModuleInit } from '@nestjs/common';
import {
  APP_FILTER,
  APP_INTERCEPTOR,
  DiscoveryModule,
  DiscoveryService,
  MetadataScanner,
} from '@nestjs/core';
import { BodyReader } from './body/body-reader.js';
import { UploadFolder } from './body/upload-folder.js';
import { contractOf, transactionOf } from './endpoint.js';
import { EndpointInterceptor } from './endpoint.interceptor.js';
import { ErrorFilter } from './error.filter.js';

/** Refuses to boot with a route that declares no contract: permission and validation come from nowhere else. */
@Injectable()
export class RouteAudit implements OnModuleInit {
  readonly served = new Map<string, EndpointShape>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    for (const { instance } of this.discovery.getControllers()) {
      const prototype = Object.getPrototypeOf(instance ?? {}) as Record<string, unknown>;
      for (const name of this.scanner.getAllMethodNames(prototype)) {
        const handler = prototype[name];
        if (typeof handler !== 'function' || !Reflect.hasMetadata('path', handler)) continue;
        const contract = contractOf(handler);
        const where = `${prototype.constructor.name}.${name}`;
        if (!contract) throw new Error(`${where} is a route without @Endpoint(contract)`);
        if (contract.access.kind === 'public' && transactionOf(handler) !== 'none')
          throw new Error(`${where} is public and declares a transaction in a tenant`);
        if (this.served.has(contract.id)) throw new Error(`${where} serves ${contract.id} a second time`);
        this.served.set(contract.id, contract);
      }
    }
  }

  /** Contracts without a handler; a test keeps this empty. */
  get missing(): string[] {
    return allEndpoints.filter((contract) => !this.served.has(contract.id)).map((contract) => contract.id);
  }
}

@Module({
  imports: [DiscoveryModule],
  providers: [
    RouteAudit,
    UploadFolder,
    BodyReader,
    { provide: APP_INTERCEPTOR, useClass: EndpointInterceptor },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
  exports: [RouteAudit],
})
export class HttpModule {}
