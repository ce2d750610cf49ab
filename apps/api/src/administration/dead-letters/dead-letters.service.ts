import type { adminDeadLetters, DeadLetter as DeadLetterBody, QueryOf, ResponseOf } from '@fibado/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { actorOf, type Session } from '../../platform/auth/session.js';
import { type PlatformScope, SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { type DeadLetter, DeadLetters } from '../../platform/jobs/dead-letters.js';
import { MaintenanceJobs } from '../../platform/maintenance-jobs.js';
import { Metrics } from '../../platform/metrics/metrics.js';

/** The dead letters of every queue, as the administrator decides on them. */
@Injectable()
export class DeadLettersService implements OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly deadLetters: DeadLetters,
    private readonly audit: Audit,
    private readonly metrics: Metrics,
    private readonly maintenance: MaintenanceJobs,
  ) {}

  onModuleInit(): void {
    this.maintenance.addOnPlatform((scope) => this.deadLetters.prune(scope));
    this.metrics.gauge('fibado_jobs_dead', 'Background jobs of the instance that failed for good', () =>
      this.transactions.onPlatform(SYSTEM_ACTOR, (scope) => this.deadLetters.count(scope)),
    );
  }

  list(
    session: Session,
    { queue, page, size }: QueryOf<typeof adminDeadLetters.list>,
  ): Promise<ResponseOf<typeof adminDeadLetters.list>> {
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const { items, total } = await this.deadLetters.page(scope, queue, { page, size });
      return { items: items.map(toBody), page, size, total };
    });
  }

  /** @throws DomainError NOT_FOUND */
  retry(session: Session, id: string): Promise<void> {
    return this.decide(session, 'deadLetters.retry', (scope) => this.deadLetters.retry(scope, id));
  }

  /** @throws DomainError NOT_FOUND */
  discard(session: Session, id: string): Promise<void> {
    return this.decide(session, 'deadLetters.discard', (scope) => this.deadLetters.discard(scope, id));
  }

  private decide(
    session: Session,
    action: string,
    work: (scope: PlatformScope) => Promise<DeadLetter | undefined>,
  ): Promise<void> {
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const letter = await work(scope);
      if (!letter) throw new DomainError('NOT_FOUND');
      const { id, queue, topic, attempts, reason } = letter;
      await this.audit.record(scope, {
        action,
        entity: 'deadLetter',
        entityId: id,
        before: { queue, topic, attempts, reason },
        ...(letter.tenantId === null ? {} : { tenantId: letter.tenantId }),
      });
    });
  }
}

const toBody = ({
  id,
  queue,
  topic,
  tenantCode,
  attempts,
  createdAt,
  diedAt,
  reason,
}: DeadLetter): DeadLetterBody => ({
  id,
  queue,
  attempts,
  createdAt: createdAt.toISOString(),
  diedAt: diedAt.toISOString(),
  ...(topic === null ? {} : { topic }),
  ...(tenantCode === null ? {} : { tenant: tenantCode }),
  ...(reason === null ? {} : { reason }),
});
