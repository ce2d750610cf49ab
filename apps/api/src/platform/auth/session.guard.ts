import { type EndpointShape, HEADERS, keyScopesOf } from '@fibado/contracts';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Response } from 'express';
import { Clock } from '../clock.js';
import { requireRecentProof } from './step-up.js';
import { SecurityEvents } from '../security-events.js';
import { DomainError } from '../http/domain-error.js';
import { isConnectionError } from '../http/error.filter.js';
import { countRequestTo } from '../http/request-origin.js';
import { contractOf, type EndpointRequest } from '../http/endpoint.js';
import { boundKey } from './api-key-limits.js';
import { ApiKeyStore, isApiKey } from './api-key.store.js';
import { Demonstration } from './demonstration.js';
import { holds, type Session } from './session.js';
import { extractToken } from './session.strategy.js';

const REFUSALS: ReadonlySet<string> = new Set(['FORBIDDEN', 'TENANT_MISMATCH']);

/** Decides every request by its contract; a handler without one is refused. */
@Injectable()
export class SessionGuard extends AuthGuard('session') {
  constructor(
    private readonly events: SecurityEvents,
    private readonly keys: ApiKeyStore,
    private readonly demonstration: Demonstration,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    try {
      return await this.decide(context);
    } catch (error) {
      if (error instanceof DomainError && REFUSALS.has(error.code)) await this.record(context);
      throw error;
    }
  }

  private async record(context: ExecutionContext): Promise<void> {
    const { session, endpointId } = context.switchToHttp().getRequest<EndpointRequest>();
    if (!session) return;
    const { userId, tenantId, actingUsername: actor } = session;
    await this.events.recordAlone({ kind: 'REFUSED', userId, tenantId, actor, detail: endpointId });
  }

  private async decide(context: ExecutionContext): Promise<boolean> {
    const contract = contractOf(context.getHandler());
    if (!contract) throw new DomainError('FORBIDDEN');
    const http = context.switchToHttp();
    const request = http.getRequest<EndpointRequest>();
    request.endpointId = contract.id;
    if (contract.access.kind === 'public') return true;
    const token = extractToken(request);
    if (token !== null && isApiKey(token)) await this.byKey(token, contract, request, http.getResponse());
    else await super.canActivate(context);
    const session = request.session;
    if (!session) throw new DomainError('UNAUTHENTICATED');
    countRequestTo(session.tenantId);
    const tenant = request.get(HEADERS.tenant);
    if (tenant !== undefined && tenant !== '' && tenant !== session.tenant)
      throw new DomainError('TENANT_MISMATCH');
    if (session.needsSecondFactor && !contract.beforeSecondFactor)
      throw new DomainError('SECOND_FACTOR_REQUIRED');
    if (contract.access.kind === 'anyOf' && !holds(session, ...contract.access.roles))
      throw new DomainError('FORBIDDEN');
    if (contract.stepUp) requireRecentProof(session, this.clock.now());
    if (session.demonstration) await this.demonstration.boundWork(contract);
    return true;
  }

  /** A key opens what its scopes name, within what its person may do. */
  private async byKey(
    token: string,
    contract: EndpointShape,
    request: EndpointRequest,
    response: Response,
  ): Promise<void> {
    const { session, usage } = await this.keys.authenticate(token);
    boundKey(usage, response);
    const wanted = keyScopesOf(contract);
    const fits = wanted?.length === 0 || wanted?.some((scope) => session.key?.scopes.includes(scope));
    if (!fits) throw new DomainError('FORBIDDEN');
    request.session = session;
  }

  override getAuthenticateOptions(): { session: false; property: string } {
    return { session: false, property: 'session' };
  }

  override handleRequest<T = Session>(
    error: unknown,
    session: T | false | null | undefined,
    info?: unknown,
  ): T {
    if (error) throw error as Error;
    // An unavailable database says nothing about the token: the answer is not 401.
    if (isConnectionError(info)) throw new DomainError('SERVICE_UNAVAILABLE');
    if (!session) throw new DomainError('UNAUTHENTICATED');
    return session;
  }
}
