import { taxYear } from '@fibado/contracts';
import { Controller } from '@nestjs/common';
import { type Call, CallParam, Endpoint, type TenantCall } from '../../platform/http/endpoint.js';
import { PersonsService } from '../persons/persons.service.js';
import { fileOf } from '../shared/file-of.js';
import { TaxAssetsService } from './tax-assets.service.js';
import { toTaxPerson } from './tax-year-report.js';
import { TaxYearService } from './tax-year.service.js';
import { TypedFiguresService } from './typed-figures.service.js';
import { YearStatementsService } from './year-statements.service.js';

@Controller()
export class TaxYearController {
  constructor(
    private readonly service: TaxYearService,
    private readonly statements: YearStatementsService,
    private readonly typed: TypedFiguresService,
    private readonly persons: PersonsService,
    private readonly assets: TaxAssetsService,
  ) {}

  @Endpoint(taxYear.get, 'read')
  get(@CallParam() { scope, params }: TenantCall<typeof taxYear.get>) {
    return this.service.report(scope, params.year);
  }

  @Endpoint(taxYear.savePersons, 'write')
  async savePersons(@CallParam() { scope, body }: TenantCall<typeof taxYear.savePersons>) {
    return (await this.persons.saveAll(scope, body.persons)).map(toTaxPerson);
  }

  @Endpoint(taxYear.saveTyped, 'write')
  saveTyped(@CallParam() { scope, body }: TenantCall<typeof taxYear.saveTyped>) {
    return this.typed.save(scope, body);
  }

  @Endpoint(taxYear.saveAssets, 'write')
  saveAssets(@CallParam() { scope, body }: TenantCall<typeof taxYear.saveAssets>) {
    return this.assets.save(scope, body);
  }

  @Endpoint(taxYear.readStatement)
  readStatement(@CallParam() { session, body, file, signal }: Call<typeof taxYear.readStatement>) {
    return this.statements.read(session, body, fileOf(file), signal);
  }
}
