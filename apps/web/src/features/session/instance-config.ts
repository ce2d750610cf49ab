import { type ResponseOf, tokens } from '@fibado/contracts';
import { client } from '../../lib/client';

export type InstanceConfig = ResponseOf<typeof tokens.config>;

let asked: Promise<InstanceConfig> | undefined;

/** How people sign in on this instance; asked once a page load, again after a failure. */
export function instanceConfig(): Promise<InstanceConfig> {
  asked ??= client.call(tokens.config).catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** Forgets the answer, for tests. */
export function forgetInstanceConfig(): void {
  asked = undefined;
}
