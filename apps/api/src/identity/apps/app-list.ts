import type { Role } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import type { Scope } from '../../platform/database/transactions.js';

export interface AppEntry {
  readonly icon: string;
  readonly name: string;
  readonly contextPath: string;
  readonly cd: string;
}

/** The selector itself has an empty code. */
const SELECTOR: AppEntry = { icon: 'apps', name: 'App', contextPath: '/', cd: '' };
const FIBADO: AppEntry = { icon: 'pig-money', name: 'Fibado', contextPath: '/fibado/dashboard', cd: 'FBDO' };

/** The applications a session may open. */
@Injectable()
export class AppList {
  of(_scope: Scope, _tenantId: string, roles: readonly Role[]): Promise<AppEntry[]> {
    const finance = roles.includes('FBDO_FIBADO') || roles.includes('FBDO_READ');
    return Promise.resolve([SELECTOR, ...(finance ? [FIBADO] : [])]);
  }
}
