import type { SERVICE_KINDS } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';

/** What a round trip through a service found. */
export interface Probed {
  readonly version?: string | undefined;
}

export interface ServiceProbe {
  /** Under which it is listed: `database`, `broker`. */
  readonly cd: string;
  readonly kind: (typeof SERVICE_KINDS)[number];
  readonly icon: string;
  /** Where it is, without credentials; absent inside the process. */
  readonly address?: string | undefined;
  /** Whether the instance uses it at all. */
  readonly on: () => boolean | Promise<boolean>;
  /** A round trip through the real thing. @throws with what went wrong. */
  readonly probe: (signal: AbortSignal) => Promise<Probed>;
}

/** Where each part of the platform that can fail says how to try it. */
@Injectable()
export class ServiceProbes {
  readonly #probes = new Map<string, ServiceProbe>();

  register(probe: ServiceProbe): void {
    if (this.#probes.has(probe.cd)) throw new Error(`${probe.cd} is registered twice`);
    this.#probes.set(probe.cd, probe);
  }

  get all(): readonly ServiceProbe[] {
    return [...this.#probes.values()];
  }

  find(cd: string): ServiceProbe | undefined {
    return this.#probes.get(cd);
  }
}

/** An address without user name, password and query, fit to be shown. */
export function shownAddress(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const url = new URL(address);
  return `${url.protocol}//${url.host}${url.pathname === '/' ? '' : url.pathname}`;
}
