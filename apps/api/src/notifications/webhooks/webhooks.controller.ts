import { webhooks } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, CallParam, Endpoint, type TenantCall } from '../../platform/http/endpoint.js';
import { WebhooksService } from './webhooks.service.js';

@Controller()
export class WebhooksController {
  constructor(private readonly service: WebhooksService) {}

  @Endpoint(webhooks.get, 'read')
  get(@CallParam() { scope }: TenantCall<typeof webhooks.get>) {
    return this.service.list(scope);
  }

  @Endpoint(webhooks.save, 'write')
  save(@CallParam() { scope, session, body }: TenantCall<typeof webhooks.save>) {
    return this.service.save(scope, session, body);
  }

  @Endpoint(webhooks.rotateSecret, 'write')
  rotateSecret(@CallParam() { scope, session, params }: TenantCall<typeof webhooks.rotateSecret>) {
    return this.service.rotateSecret(scope, session, params.id);
  }

  @Endpoint(webhooks.test)
  test(@CallParam() { session, params, signal }: Call<typeof webhooks.test>) {
    return this.service.test(session, params.id, signal);
  }

  @Endpoint(webhooks.delete, 'write')
  delete(@CallParam() { scope, params }: TenantCall<typeof webhooks.delete>) {
    return this.service.delete(scope, params.id);
  }

  @Endpoint(webhooks.deliveries, 'read')
  deliveries(@CallParam() { scope, params }: TenantCall<typeof webhooks.deliveries>) {
    return this.service.deliveries(scope, params.id);
  }
}
