import type { RunIncumbent } from '@fibado/contracts';
import type { RunReport } from '../ledger/optimizer-run.entity.js';
import { RunProgressWriter } from './run-progress.js';

const at = (elapsedMs: number): RunReport => ({ progress: { phase: 'SOLVING', elapsedMs } });
const plan = (objectiveCents: number): RunIncumbent => ({
  elapsedMs: 1,
  objectiveCents,
  netReturnCents: objectiveCents,
  transfers: [],
});
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('progress of a run', () => {
  it('is written twice a second at most, the newest of each time', async () => {
    const written: { elapsedMs: number; when: number }[] = [];
    const writer = new RunProgressWriter(({ progress }) => {
      written.push({ elapsedMs: progress?.elapsedMs ?? NaN, when: performance.now() });
      return Promise.resolve();
    });
    for (let said = 0; said < 24; said += 1) {
      writer.write(at(said));
      await pause(50);
    }
    await writer.end();
    const count = written.length;
    expect(count).toBeGreaterThanOrEqual(2);
    for (const [i, { elapsedMs, when }] of written.slice(1).entries()) {
      expect(when - (written[i]?.when ?? 0)).toBeGreaterThanOrEqual(495);
      expect(elapsedMs).toBeGreaterThan((written[i]?.elapsedMs ?? 0) + 1);
    }
    writer.write(at(99));
    await pause(600);
    expect(written).toHaveLength(count);
  });

  it('is written at once with the first incumbent, then with the newest one', async () => {
    const written: RunReport[] = [];
    const writer = new RunProgressWriter((news) => {
      written.push(news);
      return Promise.resolve();
    });
    writer.write(at(1));
    writer.write({ incumbent: plan(10) });
    await pause(0);
    expect(written).toEqual([{ ...at(1), incumbent: plan(10) }]);
    for (const news of [{ incumbent: plan(15) }, { incumbent: plan(20) }, at(2)]) writer.write(news);
    await pause(600);
    writer.write(at(3));
    await pause(600);
    await writer.end();
    expect(written.slice(1)).toEqual([{ ...at(2), incumbent: plan(20) }, at(3)]);
  });

  it('is not written after the end, and the end waits for what is being written', async () => {
    const events: string[] = [];
    const writer = new RunProgressWriter(async () => {
      await pause(50);
      events.push('written');
    });
    writer.write(at(0));
    await pause(510);
    const ended = writer.end().then(() => events.push('ended'));
    writer.write(at(1));
    await ended;
    expect(events).toEqual(['written', 'ended']);
  });

  it('does not end a run that cannot write it', async () => {
    let tries = 0;
    const writer = new RunProgressWriter(() => {
      tries += 1;
      return Promise.reject(new Error('no database'));
    });
    writer.write(at(0));
    await pause(600);
    writer.write(at(1));
    await pause(600);
    await writer.end();
    expect(tries).toBe(2);
  });

  it('of a run that is over at once is not written at all', async () => {
    let tries = 0;
    const writer = new RunProgressWriter(() => {
      tries += 1;
      return Promise.resolve();
    });
    writer.write(at(0));
    await writer.end();
    await pause(600);
    expect(tries).toBe(0);
  });
});
