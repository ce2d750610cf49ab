import { Injectable } from '@nestjs/common';
import type { PlatformScope } from '../../platform/database/transactions.js';
import { JobStore } from '../../platform/jobs/job-store.js';
import { PushDevicesRepository } from './push-devices.repository.js';

/** Hands notifications out to the devices of those they are for: a job for each. */
@Injectable()
export class PushQueue {
  constructor(
    private readonly rows: PushDevicesRepository,
    private readonly jobs: JobStore,
  ) {}

  /** In the transaction that writes the notifications. */
  async add(
    scope: PlatformScope,
    tenantId: string,
    written: readonly { readonly userId: string; readonly id: string }[],
  ): Promise<void> {
    if (written.length === 0) return;
    const jobs = await this.rows.jobsFor(scope, tenantId, written);
    await this.jobs.add(
      scope,
      'PUSH',
      jobs.map((payload) => ({ payload })),
      tenantId,
    );
  }
}
