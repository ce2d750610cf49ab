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
import type { Response } from 'express';
import { concatMap, finalize, from, lastValueFrom, map, type Observable } from 'rxjs';
import type { z } from 'zod';
import { TenantTransactions } from '../database/tenant-transactions.js';
import { SecurityEvents } from '../security-events.js';
import { BodyReader } from './body/body-reader.js';
import { DomainError } from './domain-error.js';
import {
  type Call,
  contractOf,
  type DownloadFile,
  type EndpointRequest,
  transactionOf,
  type TransactionKind,
  type UploadedFile,
} from './endpoint.js';

/**
 * Reads, bounds and checks a request by its contract, and the answer too. It runs after the guard: no
 * body is read before it is known who sends it.
 */
@Injectable()
export class EndpointInterceptor implements NestInterceptor {
  readonly #logger = new Logger('contract');

  constructor(
    private readonly bodies: BodyReader,
    private readonly events: SecurityEvents,
    private readonly transactions: TenantTransactions,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const contract = contractOf(context.getHandler());
    if (!contract) return next.handle();
    const request = context.switchToHttp().getRequest<EndpointRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    const { file, dispose } = await this.bodies.read(contract, request, response);
    const disposed = () =>
      void dispose().catch((error: unknown) =>
        this.#logger.warn(`An upload was not removed: ${String(error)}`),
      );
    try {
      request.call = readCall(contract, request, response, file);
    } catch (error) {
      disposed();
      throw error;
    }
    return this.handle(transactionOf(context.getHandler()), request, next).pipe(
      map((answer: unknown) => this.answer(contract, answer, response)),
      concatMap((answer) => this.recordExport(contract, request, answer)),
      finalize(disposed),
    );
  }

  /** Runs the handler, in the transaction it declares; the answer is checked and sent after the commit. */
  private handle(
    kind: TransactionKind,
    { session, call }: EndpointRequest,
    next: CallHandler,
  ): Observable<unknown> {
    if (kind === 'none') return next.handle();
    if (!session || !call) throw new Error('A transaction in a tenant takes a session');
    const open = kind === 'read' ? 'snapshot' : 'run';
    return from(
      this.transactions[open](session, (scope) => {
        Object.assign(call, { scope });
        return lastValueFrom<unknown>(next.handle());
      }),
    );
  }

  /** What leaves the instance as a file is a security event of who took it. */
  private async recordExport<T>(
    contract: EndpointShape,
    { session }: EndpointRequest,
    answer: T,
  ): Promise<T> {
    if (contract.download && session)
      await this.events.recordAlone({
        kind: 'EXPORT',
        userId: session.userId,
        actor: session.actingUsername,
        tenantId: session.tenantId,
        detail: contract.id,
      });
    return answer;
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

function readCall(
  contract: EndpointShape,
  request: EndpointRequest,
  response: Response,
  file: UploadedFile | undefined,
): Call<EndpointShape> {
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
