import { afterFailure, doubling, RETRY, type RetryPolicy } from './retry-policy.js';

const POLICY: RetryPolicy = { attempts: 4, delaysMs: [100, 300], jitter: 0.5, deadlineMs: 10_000 };
const failed = (attempts: number, ageMs = 0, random = 0) =>
  afterFailure(POLICY, { attempts, ageMs }, () => random);

describe('a retry policy', () => {
  it('delays each attempt by its entry, and repeats the last', () => {
    expect([failed(1), failed(2), failed(3)]).toEqual([100, 300, 300]);
  });

  it('takes no more than the jitter from a delay', () => {
    expect([failed(1, 0, 0), failed(1, 0, 0.5), failed(1, 0, 1)]).toEqual([100, 75, 50]);
  });

  it('is dead after the last attempt', () => {
    expect([failed(4), failed(5)]).toEqual(['DEAD', 'DEAD']);
  });

  it('is dead past the deadline, however few the attempts', () => {
    expect([failed(1, 9999), failed(1, 10_000)]).toEqual([100, 'DEAD']);
  });

  it('has no limits where it names none', () => {
    const policy = { delaysMs: [7], jitter: 0 };
    expect(afterFailure(policy, { attempts: 1000, ageMs: 1e12 })).toBe(7);
  });

  it('doubles up to the longest delay', () => {
    expect(doubling(250, 1500)).toEqual([250, 500, 1000, 1500]);
    expect(doubling(250, 250)).toEqual([250]);
  });

  it('tries a mail for about a day and an event for about three hours', () => {
    const hours = (policy: RetryPolicy) => {
      let sum = 0;
      for (let attempts = 1; ; attempts += 1) {
        const delay = afterFailure(policy, { attempts, ageMs: 0 }, () => 0);
        if (delay === 'DEAD') return sum / 3_600_000;
        sum += delay;
      }
    };
    expect(hours(RETRY.mail)).toBeCloseTo(22.7, 1);
    expect(hours(RETRY.event)).toBeGreaterThan(2);
    expect(hours(RETRY.event)).toBeLessThan(4);
  });
});
