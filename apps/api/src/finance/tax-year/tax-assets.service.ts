import { randomUUID } from 'node:crypto';
import type { BodyOf, taxYear } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { PersonsService } from '../persons/persons.service.js';
import { TaxYearRepository } from './tax-year.repository.js';

/** What panel FC2 asks for beside accounts. */
@Injectable()
export class TaxAssetsService {
  constructor(
    private readonly rows: TaxYearRepository,
    private readonly persons: PersonsService,
    private readonly audit: Audit,
  ) {}

  /** @throws DomainError NOT_FOUND when one of the persons is none of the household's */
  async save(scope: TenantScope, body: BodyOf<typeof taxYear.saveAssets>): Promise<void> {
    const { year, assets, purchases } = body;
    const personIds = [...assets, ...purchases].map(({ personId }) => personId);
    for (const id of new Set(personIds)) await this.persons.find(scope, id);
    await this.rows.replaceAssets(
      scope,
      year,
      assets.map((asset) => ({ ...asset, id: randomUUID() })),
      purchases.map(({ personId, cents }) => ({ personId, amountCents: cents })),
    );
    await this.audit.record(scope, {
      action: 'taxYear.saveAssets',
      entity: 'tax-year',
      entityId: scope.tenantId,
      after: body,
    });
  }
}
