import { socketMessage } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { PlatformScope, Scope } from '../database/transactions.js';
import type { BatchHandler, Job } from '../jobs/job.js';
import { JobRunner } from '../jobs/job-runner.js';
import { JobStore } from '../jobs/job-store.js';
import { RETRY } from '../jobs/retry-policy.js';
import { type NotifyMessage, NotifyTransport } from './notify-transport.js';

const payload = z.strictObject({ key: z.string(), message: socketMessage });

/** The last step of a notification: from the queue to the open pages. */
@Injectable()
export class PublishConsumer implements BatchHandler {
  readonly hold = 'transaction';
  readonly queue = 'MESSAGES';
  readonly retry = RETRY.message;
  readonly batch = 200;

  constructor(
    private readonly jobs: JobStore,
    private readonly transport: NotifyTransport,
    runner: JobRunner,
  ) {
    runner.serve(this);
    transport.onReady(() => runner.wake(this.queue));
  }

  /** Sends messages when `scope` commits. */
  send(scope: Scope, tenantId: string, messages: readonly NotifyMessage[]): Promise<void> {
    return this.jobs.add(
      scope,
      this.queue,
      messages.map((message) => ({ payload: message })),
      tenantId,
    );
  }

  isReady(): boolean {
    return this.transport.isReady();
  }

  async handle(scope: PlatformScope, jobs: readonly Job[]): Promise<ReadonlyMap<string, Error>> {
    const failed = new Map<string, Error>();
    const sendable: { id: string; message: NotifyMessage }[] = [];
    for (const job of jobs) {
      const parsed = payload.safeParse(job.payload);
      if (parsed.success) sendable.push({ id: job.id, message: parsed.data });
      else failed.set(job.id, parsed.error);
    }
    const results = await this.transport.publish(
      scope,
      sendable.map(({ message }) => message),
    );
    sendable.forEach(({ id }, i) => {
      const error = results[i];
      if (error) failed.set(id, error);
    });
    return failed;
  }
}
