import { BUILD } from '../config/build';
import type { WorkerMessage } from '../service-worker/messages';
import { log } from './log';
import { newVersion } from './new-version';
import { page } from './page';

/** How often an open page looks for a new release, milliseconds. */
const LOOK_EVERY_MS = 3_600_000;
const ANSWER_WAIT_MS = 3000;

/** The build of a worker; undefined where it does not say. */
function buildOf(worker: ServiceWorker): Promise<string | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(undefined), ANSWER_WAIT_MS);
    port1.onmessage = ({ data }: MessageEvent<string>) => {
      clearTimeout(timer);
      resolve(data);
    };
    worker.postMessage('VERSION' satisfies WorkerMessage, [port2]);
  });
}

const takeOver = (worker: ServiceWorker): void => worker.postMessage('TAKE_OVER' satisfies WorkerMessage);

/** A worker that waits takes over at once when it is of this page's build, else when the person loads the page anew. */
async function offer(waiting: ServiceWorker): Promise<void> {
  if ((await buildOf(waiting)) === BUILD) {
    takeOver(waiting);
    return;
  }
  newVersion.set(() => () => {
    // Not when the controller changes: a page that was there before the first worker has none.
    waiting.addEventListener('statechange', () => {
      if (waiting.state === 'activated') page.reload();
    });
    takeOver(waiting);
  });
}

/** Another tab took over a newer build: the files of this page's build are gone from the cache. */
async function compareController(): Promise<void> {
  const { controller } = navigator.serviceWorker;
  if (!controller || newVersion.get()) return;
  const build = await buildOf(controller);
  if (build !== undefined && build !== BUILD) newVersion.set(() => () => page.reload());
}

/** Registers the service worker and follows its releases. */
export async function registerServiceWorker(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    if (registration.waiting) void offer(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const { installing } = registration;
      installing?.addEventListener('statechange', () => {
        // Without one before it there is nothing to wait for.
        if (installing.state === 'installed' && registration.active) void offer(installing);
      });
    });
    navigator.serviceWorker.addEventListener('controllerchange', () => void compareController());
    setInterval(() => void registration.update().catch(() => undefined), LOOK_EVERY_MS);
  } catch (error) {
    log.warn('The service worker could not be registered', error);
  }
}
