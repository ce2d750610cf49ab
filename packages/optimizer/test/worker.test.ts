import { MessageChannel } from 'node:worker_threads';
import { accountId, anAccount, aProblem, aSetup, flatRate } from '@fibado/planning/testing';
import { WHOLE_ACCOUNTS } from '../src/size.js';
import run from '../src/worker.js';

describe('the worker entry', () => {
  it('takes and gives plain data and reports its progress', async () => {
    const { port1, port2 } = new MessageChannel();
    const messages: unknown[] = [];
    port1.on('message', (message) => messages.push(message));
    const closed = new Promise((resolve) => port1.on('close', resolve));
    const problem = aProblem({
      accounts: [anAccount(1), anAccount(2, { rates: flatRate(2) })],
      setups: [aSetup(1, 500_000), aSetup(2, 0)],
    });
    const result = await run({ problem: structuredClone(problem), options: {}, progressPort: port2 });
    await closed;
    expect(structuredClone(result)).toEqual(result);
    expect(result.transfers).toMatchObject([{ toAccountId: accountId(2), amountCents: 500_000 }]);
    expect(messages.at(-1)).toMatchObject({ phase: 'EXPLAINING', objectiveCents: result.objectiveCents });
  });

  it('plans the part that matters most of a household too large to be planned whole', async () => {
    const numbers = Array.from({ length: WHOLE_ACCOUNTS + 1 }, (_, index) => index + 1);
    const problem = aProblem({
      accounts: numbers.map((number) => anAccount(number, { rates: flatRate(number === 20 ? 2 : 0) })),
      setups: numbers.map((number) => aSetup(number, number === 7 ? 500_000 : 0)),
    });
    const result = await run({ problem, options: { timeLimitMs: 5000, marginals: false } });
    expect(result.transfers).toMatchObject([
      { fromAccountId: accountId(7), toAccountId: accountId(20), amountCents: 500_000 },
    ]);
    expect(result.status).toBe('FEASIBLE');
    expect(result.gainCents).toBeGreaterThan(0);
  });
});
