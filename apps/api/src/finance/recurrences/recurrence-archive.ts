import type { DeclinedProposal, Recurrence } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { RecurrenceStore } from '../ledger/recurrence-store.js';
import { DeclinedProposals } from './declined-proposals.service.js';

/** Absent where there are none, and from archives older than they are. */
export interface ArchivedRecurrences {
  readonly recurrences?: readonly Recurrence[] | undefined;
  readonly declinedProposals?: readonly DeclinedProposal[] | undefined;
}

/** The rules of a household and the proposals it declined, to be put away and brought back. */
@Injectable()
export class RecurrenceArchive {
  constructor(
    private readonly rules: RecurrenceStore,
    private readonly declined: DeclinedProposals,
  ) {}

  async all(scope: TenantScope): Promise<ArchivedRecurrences> {
    const recurrences = await this.rules.list(scope);
    const declinedProposals = await this.declined.list(scope);
    return {
      ...(recurrences.length > 0 ? { recurrences } : {}),
      ...(declinedProposals.length > 0 ? { declinedProposals } : {}),
    };
  }

  /** Into a household that has none. */
  async restore(scope: TenantScope, { recurrences, declinedProposals }: ArchivedRecurrences): Promise<void> {
    await this.rules.restore(scope, recurrences ?? []);
    await this.declined.restore(scope, declinedProposals ?? []);
  }
}
