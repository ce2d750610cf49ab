import {
  aBank,
  accountId,
  aGroup,
  anAccount,
  aProblem,
  aSetup,
  bankId,
  flatRate,
} from '@fibado/planning/testing';
import { frontierOf, limitPrices, lossOf, valueOfOffer } from '../src/index.js';

const problem = aProblem({
  banks: [aBank(1), aBank(2)],
  accountGroups: [aGroup(1)],
  accounts: [
    anAccount(1, { minBalanceCents: 100_000 }),
    anAccount(2, { rates: flatRate(0.5) }),
    anAccount(3, { bankId: bankId(2), rates: flatRate(3) }),
  ],
  setups: [aSetup(1, 1_000_000), aSetup(2, 600_000), aSetup(3, 0)],
});

describe('questions asked of a plan', () => {
  it('draws the frontier: each transfer more earns less than the one before', async () => {
    const points = await frontierOf(problem, {}, 4);
    expect(points.map(({ transfers }) => transfers)).toEqual([0, 1, 2, 2]);
    const [none = 0, one = 0, two = 0] = points.map(({ netReturnCents }) => netReturnCents);
    expect(one - none).toBeGreaterThan(two - one);
    expect(two).toBeGreaterThan(one);
  });

  it('prices a minimum: 100 euro less on the account earn a quarter of interest', async () => {
    const prices = await limitPrices(problem, {}, 10_000);
    // 100 € × 3 % × 74 % × 91 / 365 = 0.553 €
    expect(prices.find((price) => price.accountId === accountId(1))).toMatchObject({
      limit: 'minBalanceCents',
      byCents: 10_000,
      worthCents: expect.closeTo(55, -0.5) as number,
    });
  });

  it('says what a prohibition costs', async () => {
    const { lossCents, result } = await lossOf(
      problem,
      {},
      { forbidden: [{ fromAccountId: accountId(1), toAccountId: accountId(3) }] },
    );
    // The detour through the other account costs one more transfer at most.
    expect(lossCents).toBeGreaterThanOrEqual(0);
    expect(lossCents).toBeLessThanOrEqual(100);
    expect(
      result.transfers.some((t) => t.fromAccountId === accountId(1) && t.toAccountId === accountId(3)),
    ).toBe(false);
  });

  it('values an account not yet opened', async () => {
    const better = anAccount(4, { bankId: bankId(2), rates: flatRate(4) });
    const worse = anAccount(4, { bankId: bankId(2), rates: flatRate(0.1) });
    // 15,000 € × 1 % × 74 % × 91 / 365 = 27.67 €
    expect(Math.abs((await valueOfOffer(problem, {}, better)) - 2767)).toBeLessThanOrEqual(2);
    expect(await valueOfOffer(problem, {}, worse)).toBe(0);
  });
});
