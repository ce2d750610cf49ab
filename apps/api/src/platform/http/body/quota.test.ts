import { type Claim, Quota } from './quota.js';

const claim = (owner: string, bytes: number, count: number): Claim => ({
  owner,
  allowance: { bytes, count },
});

describe('Quota', () => {
  it('refuses what exceeds the bytes or the count of any owner, and reserves nothing then', () => {
    const quota = new Quota();
    const household = claim('household', 100, 10);
    expect(quota.reserve([claim('anna', 60, 2), household], 50)).toBeDefined();
    expect(quota.reserve([claim('anna', 60, 2), household], 20)).toBeUndefined();
    expect(quota.reserve([claim('bruno', 60, 2), household], 60)).toBeUndefined();
    expect(quota.usageOf('bruno')).toEqual({ bytes: 0, count: 0 });
    expect(quota.reserve([claim('anna', 60, 2), household], 0)).toBeDefined();
    expect(quota.reserve([claim('anna', 60, 2), household], 0)).toBeUndefined();
  });

  it('gives a reservation back once, however often it is released', () => {
    const quota = new Quota();
    const release = quota.reserve([claim('anna', 10, 5)], 10);
    const second = quota.reserve([claim('anna', 10, 5)], 0);
    release?.();
    release?.();
    expect(quota.usageOf('anna')).toEqual({ bytes: 0, count: 1 });
    second?.();
    expect(quota.usageOf('anna')).toEqual({ bytes: 0, count: 0 });
  });
});
