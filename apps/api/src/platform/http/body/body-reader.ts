import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EndpointShape, FilePart } from '@fibado/contracts';
import { Inject, Injectable } from '@nestjs/common';
import express, { type RequestHandler, type Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import type { Env } from '../../../config/env.js';
import { ENV } from '../../../config/instance.module.js';
import { DomainError } from '../domain-error.js';
import type { EndpointRequest, UploadedFile } from '../endpoint.js';
import { type Allowance, type Claim, Quota } from './quota.js';
import { type BodyPace, watchPace } from './slow-body.js';
import { UploadFolder } from './upload-folder.js';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Longest JSON body: a whole problem of a large household is below one megabyte. */
const MAX_JSON_BYTES = 4 * MIB;
/** Bodies up to this size are read without a reservation: what they hold is less than the request itself. */
const SMALL_BYTES = 64 * KIB;
/** Fields, boundaries and headers of parts beside the file. */
const FORM_OVERHEAD_BYTES = 2 * MIB;
const FORM_LIMITS = { files: 1, fields: 20, fieldSize: 64 * KIB, parts: 22 } as const;

/** 32 MiB over a line of 1.1 Mbit/s fit into the total; less than 1 KiB a second is no upload. */
const PACE: BodyPace = { windowMs: 10_000, windowBytes: 10 * KIB, totalMs: 240_000 };
/** When a caller whose quota is used up may try again, seconds. */
const RETRY_SECONDS = '5';
/** Time to receive an early answer before the connection is closed on a body that is not read. */
const LINGER_MS = 2000;

type Kind = 'json' | 'upload';
type Level = 'person' | 'household' | 'instance';

const readJson = express.json({ limit: MAX_JSON_BYTES, strict: false });
const readFields = express.urlencoded({
  extended: false,
  limit: SMALL_BYTES,
  parameterLimit: FORM_LIMITS.fields,
});

/** A body that was read; `dispose` removes its file and ends its reservation. */
export interface ReadBody {
  readonly file: UploadedFile | undefined;
  readonly dispose: () => Promise<void>;
}

const NOTHING: ReadBody = { file: undefined, dispose: () => Promise.resolve() };

/**
 * Reads request bodies within bounds: JSON in memory, files streamed to disk. What is being read and what handlers
 * still work on is counted for each person, each household and the whole instance.
 */
@Injectable()
export class BodyReader {
  readonly #quotas: Readonly<Record<Kind, Quota>> = { json: new Quota(), upload: new Quota() };
  readonly #allowances: Readonly<Record<Kind, Readonly<Record<Level, Allowance>>>>;

  constructor(
    @Inject(ENV) env: Env,
    private readonly folder: UploadFolder,
  ) {
    const disk = env.UPLOAD_DISK_MB * MIB;
    this.#allowances = {
      json: {
        person: { bytes: 16 * MIB, count: 16 },
        household: { bytes: 32 * MIB, count: 32 },
        instance: { bytes: 128 * MIB, count: 512 },
      },
      upload: {
        person: { bytes: disk / 8, count: 4 },
        household: { bytes: disk / 4, count: 8 },
        instance: { bytes: disk, count: 256 },
      },
    };
  }

  /**
   * Reads the body its contract declares.
   * @throws DomainError VALIDATION, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE, TOO_MANY_REQUESTS when a quota is used up,
   *   UPLOAD_TIMEOUT, STORAGE_FULL; then nothing is left behind.
   */
  async read(contract: EndpointShape, request: EndpointRequest, response: Response): Promise<ReadBody> {
    if (!contract.body && !contract.file) return NOTHING;
    if (contract.file && request.is('multipart/form-data'))
      return this.readForm(contract, contract.file, request, response);
    if (contract.form) {
      if (!request.is('application/x-www-form-urlencoded')) throw new DomainError('UNSUPPORTED_MEDIA');
      const release = this.reserve('json', request, response, SMALL_BYTES);
      return this.receive(request, response, run(readFields, request, response))
        .finally(release)
        .then(() => NOTHING);
    }
    if (contract.file?.required || !request.is('application/json'))
      throw new DomainError('UNSUPPORTED_MEDIA');
    const release = this.reserve('json', request, response, MAX_JSON_BYTES);
    // A small body holds next to nothing; the server's own time limit ends it.
    if (!release) return run(readJson, request, response).then(() => NOTHING);
    try {
      await this.receive(request, response, run(readJson, request, response));
    } finally {
      release();
    }
    return NOTHING;
  }

  private async readForm(
    contract: EndpointShape,
    part: FilePart,
    request: EndpointRequest,
    response: Response,
  ): Promise<ReadBody> {
    const path = this.folder.newPath();
    const release = this.reserve('upload', request, response, part.maxBytes + FORM_OVERHEAD_BYTES);
    const storage = new DiskStorage(path);
    const dispose = async () => {
      await storage.remove();
      release?.();
    };
    try {
      const limits = { fileSize: part.maxBytes, ...FORM_LIMITS };
      const upload = multer({ storage, limits }).single(part.field);
      await this.receive(request, response, run(upload, request, response)).catch((error: unknown) => {
        throw formError(error, part.field);
      });
      const given = request.file;
      if (!given && part.required) throw new DomainError('VALIDATION', part.field);
      request.body = unfold((request.body ?? {}) as Record<string, unknown>);
      const unknown = contract.body ? [] : Object.keys(request.body as object);
      if (unknown.length > 0) throw new DomainError('VALIDATION', ...unknown);
      // Browsers send UTF-8 names, which the multipart parser reads as Latin-1.
      const name = given && Buffer.from(given.originalname, 'latin1').toString('utf8');
      return { file: name === undefined ? undefined : { name, ...storage.stored() }, dispose };
    } catch (error) {
      await dispose();
      throw error;
    }
  }

  /**
   * @returns the function that ends the reservation; nothing for a body too small to need one.
   * @throws DomainError PAYLOAD_TOO_LARGE by the declared length, TOO_MANY_REQUESTS.
   */
  private reserve(
    kind: Kind,
    request: EndpointRequest,
    response: Response,
    maxBytes: number,
  ): (() => void) | undefined {
    const declared = Number(request.headers['content-length'] ?? Number.NaN);
    // Compressed bodies grow while they are read.
    const plain = request.headers['content-encoding'] === undefined && Number.isFinite(declared);
    if (declared > maxBytes) {
      closeAfterAnswer(request, response);
      throw new DomainError('PAYLOAD_TOO_LARGE');
    }
    const bytes = plain ? declared : maxBytes;
    if (kind === 'json' && bytes <= SMALL_BYTES) return undefined;
    const release = this.#quotas[kind].reserve(this.claims(kind, request), bytes);
    if (release) return release;
    closeAfterAnswer(request, response);
    throw new DomainError('TOO_MANY_REQUESTS', RETRY_SECONDS);
  }

  private claims(kind: Kind, { session, ip }: EndpointRequest): Claim[] {
    const { person, household, instance } = this.#allowances[kind];
    return [
      { owner: `person ${session?.userId ?? ip ?? ''}`, allowance: person },
      { owner: `household ${session?.tenantId ?? ip ?? ''}`, allowance: household },
      { owner: 'instance', allowance: instance },
    ];
  }

  /** Waits for a body, but not for one that arrives too slowly. */
  private async receive(request: EndpointRequest, response: Response, read: Promise<void>): Promise<void> {
    let end: () => void = () => undefined;
    const slow = new Promise<never>((_, reject) => {
      end = watchPace(request, PACE, () => {
        closeAfterAnswer(request, response);
        reject(new DomainError('UPLOAD_TIMEOUT'));
      });
    });
    // The reader fails, too, when the connection is closed under it.
    read.catch(() => undefined);
    try {
      await Promise.race([read, slow]);
    } finally {
      end();
    }
  }
}

/** Ends the connection of a request whose body is not read to its end, once its answer had time to arrive. */
function closeAfterAnswer(request: EndpointRequest, response: Response): void {
  response.setHeader('Connection', 'close');
  response.once('finish', () => {
    if (request.complete) return;
    setTimeout(() => request.socket.destroy(), LINGER_MS).unref();
  });
}

/** Streams the one file of a form to its path and computes its hash on the way. */
class DiskStorage implements StorageEngine {
  #stored: Omit<UploadedFile, 'name'> | undefined;
  #removed = false;

  constructor(private readonly path: string) {}

  stored(): Omit<UploadedFile, 'name'> {
    if (!this.#stored) throw new Error('No file was stored');
    return this.#stored;
  }

  _handleFile(
    _request: unknown,
    { stream }: Express.Multer.File,
    done: (error?: unknown, info?: Partial<Express.Multer.File>) => void,
  ): void {
    this.store(stream).then(
      (size) => done(undefined, { path: this.path, size }),
      (error: unknown) => done(error),
    );
  }

  _removeFile(_request: unknown, _file: Express.Multer.File, done: (error: Error | null) => void): void {
    this.remove().then(
      () => done(null),
      (error: unknown) => done(error as Error),
    );
  }

  async remove(): Promise<void> {
    this.#removed = true;
    await rm(this.path, { force: true });
  }

  private async store(stream: Readable): Promise<number> {
    if (this.#removed) throw new Error('The request is over');
    const hash = createHash('sha256');
    let size = 0;
    await pipeline(
      stream,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(this.path, { flags: 'wx', mode: 0o600 }),
    );
    this.#stored = { path: this.path, size, sha256: hash.digest('hex') };
    return size;
  }
}

function formError(error: unknown, field: string): unknown {
  if (error instanceof MulterError || error instanceof DomainError) return error;
  if ((error as NodeJS.ErrnoException | null)?.code === 'ENOSPC') return new DomainError('STORAGE_FULL');
  // A form without boundary or end, a part without name: what the parser says of it is a plain error.
  return new DomainError('VALIDATION', field);
}

/** Form fields are text; one that holds a JSON object or array stands for that value. */
function unfold(fields: Record<string, unknown>): Record<string, unknown> {
  const value = (raw: unknown): unknown => {
    if (typeof raw !== 'string' || !/^\s*[[{]/.test(raw)) return raw;
    try {
      return JSON.parse(raw) as unknown;
    } catch {
      return raw;
    }
  };
  return Object.fromEntries(Object.entries(fields).map(([name, raw]) => [name, value(raw)]));
}

function run(handler: RequestHandler, request: EndpointRequest, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void handler(request, response, (error?: Error | string) => {
      if (error === undefined) resolve();
      else reject(error instanceof Error ? error : new Error(error));
    });
  });
}
