import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  type PlatformScope,
  type Scope,
  SYSTEM_ACTOR,
  Transactions,
} from '../../platform/database/transactions.js';
import { DeadLetters } from '../../platform/jobs/dead-letters.js';
import type { LeasedHandler, LeasedJob } from '../../platform/jobs/job.js';
import { JobRunner } from '../../platform/jobs/job-runner.js';
import { JobStore } from '../../platform/jobs/job-store.js';
import { RETRY } from '../../platform/jobs/retry-policy.js';
import { EmailServerRepository } from './email-server.repository.js';
import { type Mail, mailError, type MailServer, openTransport, send } from './mail-transport.js';
import { SealedMails } from './sealed-mails.js';

/**
 * Mails are jobs of the queue MAILS, enqueued in the transaction that caused them; their text, which may hold a
 * one-time link, is sealed and forgotten once it is sent.
 */
@Injectable()
export class MailQueue implements LeasedHandler {
  readonly hold = 'lease';
  readonly queue = 'MAILS';
  readonly retry = RETRY.mail;
  /** One connection to the server at a time, and mails in the order they were written. */
  readonly concurrency = 1;

  constructor(
    private readonly transactions: Transactions,
    private readonly servers: EmailServerRepository,
    private readonly mails: SealedMails,
    private readonly jobs: JobStore,
    private readonly deadLetters: DeadLetters,
    private readonly runner: JobRunner,
  ) {
    runner.serve(this);
    deadLetters.register(this.queue, {
      discarded: async (scope, { id }) => void (await this.mails.delete(scope, id)),
    });
  }

  /** Whether the instance has a server to send with. */
  async configured(scope: PlatformScope): Promise<boolean> {
    return (await this.servers.find(scope)) !== undefined;
  }

  /** @param tenantId on the platform: the tenant the mail is about, with which it goes when that is deleted. */
  async add(scope: Scope, mail: Mail, tenantId?: string): Promise<void> {
    const id = randomUUID();
    await this.mails.insert(scope, id, mail, tenantId);
    await this.jobs.add(scope, this.queue, [{ id }], tenantId);
  }

  /** Makes a mail due that waits or is a dead letter. @returns false when there is none. */
  async retryNow(scope: PlatformScope, id: string): Promise<boolean> {
    if (await this.deadLetters.retry(scope, id, this.queue)) return true;
    return this.jobs.hasten(scope, this.queue, id);
  }

  /** Takes a mail and its job out, in whatever state they are. @returns false when there is none. */
  async cancel(scope: PlatformScope, id: string): Promise<boolean> {
    if (!(await this.mails.delete(scope, id))) return false;
    await this.jobs.remove(scope, id);
    return true;
  }

  /** Sends what is due, and waits for it. */
  drain(): Promise<void> {
    return this.runner.settle(this.queue);
  }

  /** Without a server mails wait: one may be set up later. */
  isReady(): Promise<boolean> {
    return this.onPlatform((scope) => this.configured(scope));
  }

  async work(job: LeasedJob): Promise<void> {
    const { server, mail } = await this.onPlatform(async (scope) => ({
      server: await this.servers.server(scope),
      mail: await this.mails.find(scope, job.id),
    }));
    if (!server) throw new Error('The e-mail server was removed');
    if (mail) await deliver(server, mail);
    await this.onPlatform(async (scope) => {
      if (await this.jobs.complete(scope, job)) await this.mails.sent(scope, job.id, job.attempts);
    });
  }

  async giveUp(job: LeasedJob, reason: string): Promise<void> {
    await this.onPlatform((scope) => this.deadLetters.bury(scope, job, reason));
  }

  private onPlatform<T>(work: (scope: PlatformScope) => Promise<T>): Promise<T> {
    return this.transactions.onPlatform(SYSTEM_ACTOR, work);
  }
}

async function deliver(server: MailServer, mail: Mail): Promise<void> {
  const transport = await openTransport(server);
  try {
    await send(transport, server, mail);
  } catch (error) {
    throw new Error(mailError(error), { cause: error });
  } finally {
    transport.close();
  }
}
