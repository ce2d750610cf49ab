/** Types of `instance.mjs` for the benches that are TypeScript. */
import type { ChildProcess } from 'node:child_process';

export const root: string;
export const PASSWORD: string;

export interface StartedInstance {
  readonly origin: string;
  readonly folder: string;
  readonly child: ChildProcess;
  stop(): Promise<void>;
  output(): string;
}

export function startInstance(
  settings?: Readonly<Record<string, string>>,
  nodeArguments?: readonly string[],
): Promise<StartedInstance>;

/** @throws for an answer that is no success. */
export function request<T = unknown>(
  origin: string,
  path: string,
  options?: { readonly token?: string; readonly body?: object; readonly method?: string },
): Promise<T>;

export function signIn(
  origin: string,
  username: string,
  password: string,
  cdTenant?: string,
): Promise<string>;
export function adminToken(origin: string): Promise<string>;
