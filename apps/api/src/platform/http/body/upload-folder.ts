import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Inject, Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Env } from '../../../config/env.js';
import { ENV } from '../../../config/instance.module.js';

/** A folder of another machine's process that was not written to for so long belongs to a process that is gone. */
const ABANDONED_MS = 3_600_000;
const OWNER_ONLY = 0o700;

/**
 * The temporary files of this process: one folder per process in the data folder, `<host>.<pid>`, so that a start can
 * tell what a killed process left behind from what a running one still needs.
 */
@Injectable()
export class UploadFolder implements OnModuleInit, OnModuleDestroy {
  readonly #logger = new Logger('uploads');
  readonly #parent: string;
  readonly #own: string;

  constructor(@Inject(ENV) env: Env) {
    this.#parent = join(env.dataDir, 'uploads');
    this.#own = join(this.#parent, `${hostname()}.${process.pid}.${randomUUID().slice(0, 8)}`);
  }

  /** Removes what ended processes left behind. */
  onModuleInit(): void {
    mkdirSync(this.#own, { recursive: true, mode: OWNER_ONLY });
    for (const name of readdirSync(this.#parent)) {
      const folder = join(this.#parent, name);
      if (folder === this.#own || !isAbandoned(name, folder)) continue;
      this.#logger.warn(`Removing uploads of an ended process: ${name}`);
      rmSync(folder, { recursive: true, force: true });
    }
  }

  onModuleDestroy(): Promise<void> {
    return rm(this.#own, { recursive: true, force: true });
  }

  /** A path for one upload; nothing is there yet. */
  newPath(): string {
    return join(this.#own, `${randomUUID()}.upload`);
  }
}

function isAbandoned(name: string, folder: string): boolean {
  const [, host, pid] = /^(.*)\.(\d+)\.[0-9a-f]{8}$/.exec(name) ?? [];
  // A container that starts again has the same host name and often the same process number.
  if (host === hostname())
    return Number(pid) === process.pid ? !isOfThisProcess(folder) : !isAlive(Number(pid));
  return Date.now() - modifiedAt(folder) > ABANDONED_MS;
}

/** Made since this process started: another instance in the same process, as tests have them. */
const isOfThisProcess = (folder: string): boolean =>
  modifiedAt(folder) >= Date.now() - process.uptime() * 1000;

function modifiedAt(folder: string): number {
  try {
    return statSync(folder).mtimeMs;
  } catch {
    return Date.now();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
