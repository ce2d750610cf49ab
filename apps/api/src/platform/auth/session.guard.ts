import { HEADERS, type Role } from '@fibado/contracts';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { DomainError } from '../http/domain-error.js';
import { contractOf, type EndpointRequest } from '../http/endpoint.js';
import { holds, type Session } from './session.js';

/** Decides every request by its contract; a handler without one is refused. */
@Injectable()
export class SessionGuard extends AuthGuard('session') {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const contract = contractOf(context.getHandler());
    if (!contract) throw new DomainError('FORBIDDEN');
    if (contract.access.kind === 'public') return true;
    await super.canActivate(context);
    const request = context.switchToHttp().getRequest<EndpointRequest>();
    const session = request.session;
    if (!session) throw new DomainError('UNAUTHENTICATED');
    const tenant = request.get(HEADERS.tenant);
    if (tenant !== undefined && tenant !== '' && tenant !== session.tenant)
      throw new DomainError('TENANT_MISMATCH');
    if (contract.access.kind === 'anyOf' && !holds(session, ...(contract.access.roles as readonly Role[])))
      throw new DomainError('FORBIDDEN');
    return true;
  }

  override getAuthenticateOptions(): { session: false; property: string } {
    return { session: false, property: 'session' };
  }

  override handleRequest<T = Session>(error: unknown, session: T | false | null | undefined): T {
    if (error) throw error instanceof Error ? error : new DomainError('UNAUTHENTICATED');
    if (!session) throw new DomainError('UNAUTHENTICATED');
    return session;
  }
}
