import type { EndpointShape } from '@fibado/contracts';
import { HEADERS } from '@fibado/contracts';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  Logger,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import express, { type RequestHandler, type Response } from 'express';
import multer, { MulterError } from 'multer';
import { map, type Observable } from 'rxjs';
import type { z } from 'zod';
import { DomainError } from './domain-error.js';
import { type Call, contractOf, type DownloadFile, type EndpointRequest } from './endpoint.js';

/** Longest JSON body: a whole problem of a large household is below one megabyte. */
const MAX_JSON_BYTES = 4 * 1024 * 1024;

const readJson = express.json({ limit: MAX_JSON_BYTES, strict: false });

/**
 * Reads, bounds and checks a request by its contract, and the answer too. It runs after the guard: nobody's
 * body is read before it is known who sends it.
 */
@Injectable()
export class EndpointInterceptor implements NestInterceptor {
  readonly #logger = new Logger('contract');

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const contract = contractOf(context.getHandler());
    if (!contract) return next.handle();
    const request = context.switchToHttp().getRequest<EndpointRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    request.call = await readCall(contract, request, response);
    return next.handle().pipe(map((answer: unknown) => this.answer(contract, answer, response)));
  }

  private answer(contract: EndpointShape, answer: unknown, response: Response): unknown {
    if (contract.download) return download(answer as DownloadFile, contract.download, response);
    if (!contract.response) return undefined;
    const checked = contract.response.safeParse(answer);
    // A bare string would be sent as text; every answer is JSON.
    if (checked.success)
      return typeof checked.data === 'string' ? asJson(checked.data, response) : checked.data;
    this.#logger.error({ endpoint: contract.id, issues: checked.error.issues });
    throw new DomainError('UNEXPECTED');
  }
}

function asJson(text: string, response: Response): string {
  response.type('application/json');
  return JSON.stringify(text);
}

async function readCall(
  contract: EndpointShape,
  request: EndpointRequest,
  response: Response,
): Promise<Call<EndpointShape>> {
  const file = await readBody(contract, request, response);
  const issues: z.core.$ZodIssue[] = [];
  const check = (schema: z.ZodType | undefined, value: unknown): unknown => {
    if (!schema) return undefined;
    const parsed = schema.safeParse(value);
    if (!parsed.success) issues.push(...parsed.error.issues);
    return parsed.data;
  };
  const params = check(contract.params, { ...request.params });
  const query = check(contract.query, { ...request.query });
  const body = check(contract.body, request.body);
  if (issues.length > 0) throw new DomainError('VALIDATION', ...pathsOf(issues));
  let signal: AbortSignal | undefined;
  return {
    params,
    query,
    body,
    file,
    session: request.session,
    idempotencyKey: idempotencyKeyOf(contract, request),
    client: clientOf(request),
    address: request.ip ?? '',
    // Made for those who ask: most handlers never do.
    get signal() {
      return (signal ??= goneSignal(response));
    },
  } as Call<EndpointShape>;
}

/** Aborted when the caller goes away before the answer. */
function goneSignal(response: Response): AbortSignal {
  const gone = new AbortController();
  if (response.closed && !response.writableFinished) gone.abort();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}

async function readBody(contract: EndpointShape, request: EndpointRequest, response: Response) {
  if (!contract.body && !contract.file) return undefined;
  if (contract.file && request.is('multipart/form-data')) {
    const upload = multer({
      storage: multer.memoryStorage(),
      limits: { fileSize: contract.file.maxBytes, files: 1, fields: 20, fieldSize: 64 * 1024, parts: 22 },
    }).single(contract.file.field);
    await run(upload, request, response).catch((error: unknown) => {
      // A form without boundary or end, a part without name: what the parser says of it is a plain error.
      throw error instanceof MulterError ? error : new DomainError('VALIDATION', contract.file?.field ?? '');
    });
    const given = request.file;
    if (!given && contract.file.required) throw new DomainError('VALIDATION', contract.file.field);
    request.body = unfold((request.body ?? {}) as Record<string, unknown>);
    // Browsers send UTF-8 names, which the multipart parser reads as Latin-1.
    return given && { name: Buffer.from(given.originalname, 'latin1').toString('utf8'), bytes: given.buffer };
  }
  if (contract.file?.required || !request.is('application/json')) throw new DomainError('UNSUPPORTED_MEDIA');
  await run(readJson, request, response);
  return undefined;
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

/** Where the wrong fields are: `accounts.0.iban`; an unknown key is named by its own path. */
export function pathsOf(issues: readonly z.core.$ZodIssue[]): string[] {
  const paths = issues.flatMap((issue) => {
    const at = issue.path.map(String);
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...at, key].join('.'));
    return [at.join('.')];
  });
  return [...new Set(paths)].slice(0, 100);
}

function idempotencyKeyOf(contract: EndpointShape, request: EndpointRequest): string | undefined {
  if (!contract.idempotent) return undefined;
  const key = request.get(HEADERS.idempotencyKey);
  if (key !== undefined && !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new DomainError('VALIDATION', HEADERS.idempotencyKey);
  return key;
}

function clientOf(request: EndpointRequest): string {
  const client = request.get(HEADERS.client) ?? '';
  return /^[\w .:/-]{1,100}$/.test(client) ? client : 'unknown';
}

function download(file: DownloadFile, mediaType: string, response: Response): StreamableFile {
  response.setHeader('Cache-Control', 'no-store');
  return new StreamableFile(Buffer.from(file.bytes as Uint8Array), {
    type: mediaType,
    disposition: `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
  });
}
