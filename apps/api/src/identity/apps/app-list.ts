import type { Role } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { ServicesService } from '../../administration/services/services.service.js';
import type { PlatformScope } from '../../platform/database/transactions.js';

export interface AppEntry {
  readonly icon: string;
  readonly name: string;
  readonly contextPath: string;
  readonly cd: string;
}

/** The selector itself has an empty code. */
const SELECTOR: AppEntry = { icon: 'apps', name: 'App', contextPath: '/', cd: '' };
const FIBADO: AppEntry = { icon: 'pig-money', name: 'Fibado', contextPath: '/fibado/dashboard', cd: 'FBDO' };

/** The applications a session may open: the selector, Fibado, and the links the instance adds. */
@Injectable()
export class AppList {
  constructor(private readonly services: ServicesService) {}

  async of(scope: PlatformScope, roles: readonly Role[]): Promise<AppEntry[]> {
    const finance = roles.includes('FBDO_FIBADO') || roles.includes('FBDO_READ');
    const links = await this.services.linksFor(scope, roles);
    return [
      SELECTOR,
      ...(finance ? [FIBADO] : []),
      ...links.map(({ icon, name, contextPath, cd }) => ({ icon, name, contextPath, cd })),
    ];
  }
}
