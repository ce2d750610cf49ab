import { openLine } from './notify-lines.js';
import type { Line } from '../../apps/api/test/http/notify-client.js';

/**
 * The pages of the bench, in a process of their own: what they cost does not slow down what causes events. Told to open
 * lines, it opens some at a time and says when they are open; every message heard is reported with its moment, on the
 * clock all processes of the machine share. It ends with its parent.
 */
export interface ToOpen {
  readonly hostSocket: string;
  readonly username: string;
  readonly password: string;
  readonly key: string;
  /** What the parent knows the line by. */
  readonly household: number;
}
export type FromClients =
  | { readonly opened: number }
  | { readonly heard: readonly (readonly [household: number, atMs: number])[] }
  | { readonly failed: string };

/** Milliseconds on a clock that is the same in every process. */
const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Connections being opened at the same moment. */
const AT_ONCE = 10;
/** How long reports are gathered, milliseconds. */
const REPORT_MS = 20;

const lines: Line[] = [];
const heard: [number, number][] = [];
let reporting: NodeJS.Timeout | undefined;

const tell = (message: FromClients): void => {
  if (process.connected) process.send?.(message);
};

function hear(household: number): void {
  heard.push([household, nowMs()]);
  reporting ??= setTimeout(() => {
    reporting = undefined;
    tell({ heard: heard.splice(0) });
  }, REPORT_MS);
}

async function open(wanted: readonly ToOpen[]): Promise<void> {
  const left = [...wanted];
  const worker = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) {
      const { key, household, ...details } = next;
      lines.push(await openLine(details, key, () => hear(household)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  tell({ opened: wanted.length });
}

process.on('message', (wanted: readonly ToOpen[]) => {
  open(wanted).catch((error: unknown) => tell({ failed: (error as Error).message }));
});
process.on('disconnect', () => process.exit(0));
// The parent decides when to end; a Ctrl-C reaches both.
process.on('SIGINT', () => undefined);
