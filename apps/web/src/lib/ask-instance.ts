import { tokens } from '@fibado/contracts';
import { client } from './client';

/** Finds out whether the instance answers; the client notes it. Never throws. */
export async function askInstance(): Promise<void> {
  await client.call(tokens.config).catch(() => undefined);
}
