import type { DatabaseListener } from '../messaging/database-listener.js';
import { LOOK_MS, JobNotices } from './job-notices.js';

/** The listener's side of PostgreSQL's channel. */
function channel() {
  let heard: { onMessage: (payload: string) => void; onGap: () => void } | undefined;
  const listener = {
    subscribe: (_: string, subscription: typeof heard) => (heard = subscription),
  } as unknown as DatabaseListener;
  return { listener, say: (id: string) => heard?.onMessage(id), gap: () => heard?.onGap() };
}
const never = new AbortController().signal;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('waiting for the end of work', () => {
  it('looks when it is told, and not for others', async () => {
    const { listener, say } = channel();
    let looks = 0;
    let over = false;
    const done = new JobNotices(listener).until(
      'mine',
      () => Promise.resolve(((looks += 1), over ? 'over' : undefined)),
      never,
    );
    await pause(5);
    say('theirs');
    await pause(5);
    expect(looks).toBe(1);
    over = true;
    say('mine');
    expect(await done).toBe('over');
    expect(looks).toBe(2);
  });

  it('hears what is said while it looks', async () => {
    const { listener, say } = channel();
    let looks = 0;
    const began = performance.now();
    await new JobNotices(listener).until(
      'mine',
      async () => {
        looks += 1;
        if (looks === 2) return 'over';
        say('mine');
        await pause(5);
        return undefined;
      },
      never,
    );
    expect(performance.now() - began).toBeLessThan(LOOK_MS);
  });

  it('looks when something may have been missed, and every second besides', async () => {
    const { listener, gap } = channel();
    let looks = 0;
    const done = new JobNotices(listener).until(
      'mine',
      () => Promise.resolve((looks += 1) === 3 ? 'over' : undefined),
      never,
    );
    await pause(5);
    gap();
    await pause(5);
    expect(looks).toBe(2);
    expect(await done).toBe('over');
  });

  it('ends when the caller has gone', async () => {
    const { listener } = channel();
    const gone = new AbortController();
    const done = new JobNotices(listener).until('mine', () => Promise.resolve(undefined), gone.signal);
    setTimeout(() => gone.abort(new Error('gone')), 5);
    await expect(done).rejects.toThrow('gone');
  });
});
