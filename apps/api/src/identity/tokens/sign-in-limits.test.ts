import { DomainError } from '../../platform/http/domain-error.js';
import { SignInLimits } from './sign-in-limits.js';

describe('limits of guessing', () => {
  const secondsToWait = async (limits: SignInLimits, username: string, address: string): Promise<number> => {
    const refusal: unknown = await limits.check(username, address).catch((error: unknown) => error);
    if (refusal === undefined) return 0;
    expect(refusal).toBeInstanceOf(DomainError);
    return Number((refusal as DomainError).params[0]);
  };

  it('lets a few mistakes pass, then makes waits that double up to a quarter of an hour', async () => {
    const limits = new SignInLimits();
    const waits: number[] = [];
    for (let i = 0; i < 15; i += 1) {
      await limits.failed('ada', '10.0.0.1');
      waits.push(await secondsToWait(limits, 'ada', '10.0.0.1'));
    }
    expect(waits).toEqual([0, 0, 0, 0, 5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900]);
  });

  it('counts a person and an address together: neither locks the other out', async () => {
    const limits = new SignInLimits();
    for (let i = 0; i < 6; i += 1) await limits.failed('ada', '10.0.0.1');
    expect(await secondsToWait(limits, 'ada', '10.0.0.2')).toBe(0);
    expect(await secondsToWait(limits, 'bob', '10.0.0.1')).toBe(0);
  });

  it('makes an address wait that tries one password on many names', async () => {
    const limits = new SignInLimits();
    for (let i = 0; i < 60; i += 1) await limits.failed(`person${i}`, '10.0.0.1');
    expect(await secondsToWait(limits, 'somebody', '10.0.0.1')).toBeGreaterThan(0);
    expect(await secondsToWait(limits, 'somebody', '10.0.0.2')).toBe(0);
  });

  it('forgets mistakes once the person is in', async () => {
    const limits = new SignInLimits();
    for (let i = 0; i < 4; i += 1) await limits.failed('ada', '10.0.0.1');
    await limits.succeeded('ada', '10.0.0.1');
    for (let i = 0; i < 4; i += 1) await limits.failed('ada', '10.0.0.1');
    expect(await secondsToWait(limits, 'ada', '10.0.0.1')).toBe(0);
  });
});
