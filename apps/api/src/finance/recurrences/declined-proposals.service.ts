import { type BodyOf, type DeclinedProposal, MAX_RECURRENCES, type recurrences } from '@fibado/contracts';
import { seriesKey } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { RecurrenceStore } from '../ledger/recurrence-store.js';
import { orAbsent, orNull } from '../shared/absent.js';
import type { DeclinedProposalEntity } from './declined-proposal.entity.js';
import { DeclinedProposalsRepository } from './declined-proposals.repository.js';

/** Proposals a household does not want to see again. */
@Injectable()
export class DeclinedProposals {
  constructor(
    private readonly rows: DeclinedProposalsRepository,
    private readonly store: RecurrenceStore,
    private readonly audit: Audit,
  ) {}

  async list(scope: TenantScope): Promise<DeclinedProposal[]> {
    return (await this.rows.list(scope)).map(toDeclined);
  }

  /** @throws DomainError NOT_FOUND for an account that is none of the household's, ALREADY_EXISTS, VALIDATION for too many. */
  async decline(scope: TenantScope, body: BodyOf<typeof recurrences.decline>): Promise<DeclinedProposal> {
    await this.store.expectAccounts(scope, body);
    const present = await this.list(scope);
    if (present.length >= MAX_RECURRENCES) throw new DomainError('VALIDATION', 'declined');
    const key = seriesKey(body);
    if (present.some((one) => one.id === body.id || seriesKey(one) === key))
      throw new DomainError('ALREADY_EXISTS', 'declined');
    const row = toRow(scope, body);
    await this.rows.insert(scope, row);
    const after = toDeclined(row);
    await this.audit.record(scope, {
      action: 'recurrences.decline',
      entity: 'declinedProposal',
      entityId: body.id,
      after,
    });
    return after;
  }

  /** Into a household that has none. */
  async restore(scope: TenantScope, declined: readonly DeclinedProposal[]): Promise<void> {
    await this.rows.insert(scope, ...declined.map((one) => toRow(scope, one)));
  }

  /** The movements alike are proposed again. @throws DomainError NOT_FOUND */
  async undo(scope: TenantScope, id: string): Promise<void> {
    const before = await this.rows.lock(scope, id);
    if (!before) throw new DomainError('NOT_FOUND');
    await this.rows.remove(scope, id);
    await this.audit.record(scope, {
      action: 'recurrences.undoDecline',
      entity: 'declinedProposal',
      entityId: id,
      before: toDeclined(before),
    });
  }
}

const toRow = ({ tenantId }: TenantScope, body: DeclinedProposal): DeclinedProposalEntity => ({
  ...body,
  toAccountId: orNull(body.toAccountId),
  tenantId,
  version: 1,
});

const toDeclined = ({
  id,
  kind,
  accountId,
  toAccountId,
  description,
}: DeclinedProposalEntity): DeclinedProposal => ({
  id,
  kind,
  accountId,
  toAccountId: orAbsent(toAccountId),
  description,
});
