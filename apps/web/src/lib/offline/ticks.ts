import { ApiError } from '@fibado/client';
import { operations, type Operation } from '@fibado/contracts';
import { client } from '../client';
import { isUnreachable } from '../reachability';
import { createStore } from '../store';
import { storedSession } from '../stored-session';
import { dropTick, type KeptTick, putTick, scopeOf, ticksOf } from './database';

/** How many ticks wait to be sent. */
export const waitingTicks = createStore(0);

export async function countTicks(scope: string): Promise<void> {
  waitingTicks.set((await ticksOf(scope)).length);
}

/** Keeps a tick until the instance answers again; taken back meanwhile, nothing is left to send. */
export async function queueTick(operation: Operation): Promise<Operation> {
  const user = storedSession.session()?.userLogged;
  if (!user) throw new Error('A tick without a session');
  const scope = scopeOf(user);
  const waiting = (await ticksOf(scope)).find((tick) => tick.operation.id === operation.id);
  if (waiting && waiting.operation.status !== operation.status) await dropTick(scope, operation.id);
  else await putTick(scope, { operation, at: Date.now() });
  await countTicks(scope);
  return operation;
}

/** What came of sending. */
export interface Sent {
  readonly sent: readonly Operation[];
  /** Refused: the operation was changed or deleted by others meanwhile, or may not be changed any more. */
  readonly refused: readonly { readonly operation: Operation; readonly error: ApiError }[];
}

/** Whether the operation is already as it was ticked: the answer to an earlier attempt got lost, or another device did it. */
async function isDone({ id, quarter, status }: Operation): Promise<boolean> {
  const all = await client.call(operations.get, { params: { quarter } });
  return all.some((one) => one.id === id && one.status === status);
}

/** @returns why it was refused, if it was. @throws without an answer or a session. */
async function sendOne(operation: Operation): Promise<ApiError | undefined> {
  try {
    await client.call(operations.save, { body: operation });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError) || isUnreachable(error) || error.code === 'UNAUTHENTICATED') throw error;
    if (error.code === 'STALE_VERSION' && (await isDone(operation))) return undefined;
    return error;
  }
}

async function sendAll(scope: string, ticks: readonly KeptTick[]): Promise<Sent> {
  const sent: Operation[] = [];
  const refused: { operation: Operation; error: ApiError }[] = [];
  try {
    for (const { operation } of ticks) {
      const error = await sendOne(operation);
      await dropTick(scope, operation.id);
      if (error) refused.push({ operation, error });
      else sent.push(operation);
    }
  } catch {
    // Not answered: the rest waits for the next time.
  }
  await countTicks(scope);
  return { sent, refused };
}

/** Sends what waits, once: of several tabs one does. */
export async function sendTicks(scope: string): Promise<Sent> {
  const work = async () => sendAll(scope, await ticksOf(scope));
  // Locks exist where service workers do.
  return 'locks' in navigator ? navigator.locks.request('fibado-ticks', work) : work();
}
