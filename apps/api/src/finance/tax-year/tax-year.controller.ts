import { taxYear } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, CallParam, Endpoint, type TenantCall } from '../../platform/http/endpoint.js';
import { fileOf } from '../shared/file-of.js';
import { TaxYearService } from './tax-year.service.js';
import { YearStatementsService } from './year-statements.service.js';

@Controller()
export class TaxYearController {
  constructor(
    private readonly service: TaxYearService,
    private readonly statements: YearStatementsService,
  ) {}

  @Endpoint(taxYear.get, 'read')
  get(@CallParam() { scope, params }: TenantCall<typeof taxYear.get>) {
    return this.service.report(scope, params.year);
  }

  @Endpoint(taxYear.savePersons, 'write')
  savePersons(@CallParam() { scope, body }: TenantCall<typeof taxYear.savePersons>) {
    return this.service.savePersons(scope, body.persons);
  }

  @Endpoint(taxYear.saveTyped, 'write')
  saveTyped(@CallParam() { scope, body }: TenantCall<typeof taxYear.saveTyped>) {
    return this.service.saveTyped(scope, body);
  }

  @Endpoint(taxYear.readStatement)
  readStatement(@CallParam() { session, body, file, signal }: Call<typeof taxYear.readStatement>) {
    return this.statements.read(session, body, fileOf(file), signal);
  }
}
