import { notify } from '@fibado/contracts';
import { Controller, Req } from '@nestjs/common';
import type { Request } from 'express';
import { type Call, Called, Endpoint } from '../platform/http/endpoint.js';
import { originOf } from '../platform/http/origin.js';
import { NotificationsService } from './notifications.service.js';

@Controller()
export class NotificationsController {
  constructor(private readonly service: NotificationsService) {}

  @Endpoint(notify.list)
  async list(@Called() { session, params }: Call<typeof notify.list>, @Req() request: Request) {
    if (params.flag === 'false') return { list: await this.service.list(session) };
    return { list: [], ...(await this.service.connection(session, originOf(request))) };
  }

  @Endpoint(notify.markRead)
  markRead(@Called() { session, params }: Call<typeof notify.markRead>) {
    return this.service.markRead(session, params.id);
  }

  @Endpoint(notify.cancel)
  cancel(@Called() { session, params }: Call<typeof notify.cancel>) {
    return this.service.cancel(session, params.idNotify);
  }

  @Endpoint(notify.cancelAll)
  cancelAll(@Called() { session }: Call<typeof notify.cancelAll>) {
    return this.service.cancelAll(session);
  }
}
