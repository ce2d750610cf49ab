import { adminAudit } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, CallParam, Endpoint } from '../../platform/http/endpoint.js';
import { AuditReader } from './audit-reader.js';

@Controller()
export class AuditController {
  constructor(private readonly reader: AuditReader) {}

  @Endpoint(adminAudit.get)
  get(@CallParam() { session, query }: Call<typeof adminAudit.get>) {
    return this.reader.page(session, query);
  }
}
