import { notify } from '@fibado/contracts';
import { Controller, Req } from '@nestjs/common';
import type { Request } from 'express';
import { type Call, CallParam, Endpoint, type TenantCall } from '../platform/http/endpoint.js';
import { originOf } from '../platform/http/origin.js';
import { NotificationsService } from './notifications.service.js';

@Controller()
export class NotificationsController {
  constructor(private readonly service: NotificationsService) {}

  @Endpoint(notify.list)
  async list(@CallParam() { session, params }: Call<typeof notify.list>, @Req() request: Request) {
    if (params.flag === 'false') return { list: await this.service.list(session) };
    return { list: [], ...(await this.service.connection(session, originOf(request))) };
  }

  @Endpoint(notify.markRead, 'write')
  markRead(@CallParam() { scope, params }: TenantCall<typeof notify.markRead>) {
    return this.service.markRead(scope, params.id);
  }

  @Endpoint(notify.cancel, 'write')
  cancel(@CallParam() { scope, params }: TenantCall<typeof notify.cancel>) {
    return this.service.cancel(scope, params.idNotify);
  }

  @Endpoint(notify.cancelAll, 'write')
  cancelAll(@CallParam() { scope }: TenantCall<typeof notify.cancelAll>) {
    return this.service.cancelAll(scope);
  }
}
