import { Injectable } from '@nestjs/common';
import { type PlatformScope, SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import type { LeasedHandler, LeasedJob } from '../../platform/jobs/job.js';
import { JobRunner } from '../../platform/jobs/job-runner.js';
import { JobStore } from '../../platform/jobs/job-store.js';
import { RETRY } from '../../platform/jobs/retry-policy.js';
import { titleOf } from '../mail-texts.js';
import { type PushJob, PushDevicesRepository, type PushRow } from './push-devices.repository.js';
import { PushKeys } from './push-keys.js';
import { type PushOutcome, PushMessages } from './push-messages.js';

/** Sends notifications to devices, each an attempt of a job of the queue PUSH. */
@Injectable()
export class PushDeliveries implements LeasedHandler {
  readonly hold = 'lease';
  readonly queue = 'PUSH';
  readonly retry = RETRY.push;
  /** A push service that does not answer holds one place for ten seconds; households take turns. */
  readonly concurrency = 4;

  constructor(
    private readonly transactions: Transactions,
    private readonly rows: PushDevicesRepository,
    private readonly messages: PushMessages,
    private readonly keys: PushKeys,
    private readonly jobs: JobStore,
    runner: JobRunner,
  ) {
    runner.serve(this);
  }

  async work(job: LeasedJob, signal: AbortSignal): Promise<void> {
    const { tenantId } = job;
    if (tenantId === null) throw new Error(`Push ${job.id} has no tenant`);
    const about = job.payload as PushJob;
    const row = await this.onPlatform((scope) => this.rows.toSend(scope, tenantId, about));
    const outcome = row && (await this.send(row, signal));
    // Not an attempt: the process ends, or another one has the lease.
    signal.throwIfAborted();
    if (outcome === 'FAILED') throw new Error('The push service did not take it');
    await this.onPlatform(async (scope) => {
      if (!(await this.jobs.complete(scope, job))) return;
      if (outcome === 'GONE') await this.rows.forget(scope, row as PushRow);
      if (outcome === 'DELIVERED') await this.rows.noteDelivery(scope, tenantId, about.device);
    });
  }

  /** No dead letter: the person finds the notification in the application. */
  async giveUp(job: LeasedJob): Promise<void> {
    await this.onPlatform((scope) => this.jobs.complete(scope, job));
  }

  private send(row: PushRow, signal: AbortSignal): Promise<PushOutcome> {
    const { userId, language, kind, subject, link } = row;
    const message = {
      title: titleOf(language, kind),
      link: link ?? undefined,
      topic: this.keys.topicOf(userId, subject),
    };
    return this.messages.send(row, message, signal);
  }

  private onPlatform<T>(work: (scope: PlatformScope) => Promise<T>): Promise<T> {
    return this.transactions.onPlatform(SYSTEM_ACTOR, work);
  }
}
