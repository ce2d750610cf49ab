import {
  cents,
  divideHalfUp,
  ExactSum,
  isCents,
  isRatePct,
  MAX_AMOUNT_CENTS,
  multiplyDivideHalfUp,
  rateUnits,
  splitByLargestRemainder,
  sumCents,
} from '../src/index.js';
import fc from 'fast-check';

const amount = fc.integer({ min: -MAX_AMOUNT_CENTS, max: MAX_AMOUNT_CENTS });
const factor = fc.integer({ min: -10_000_000, max: 10_000_000 });
const divisor = fc.integer({ min: 1, max: 366_000_000 });

describe('amounts', () => {
  it('are whole cents up to ten billion euro', () => {
    expect([0, -5, MAX_AMOUNT_CENTS, -MAX_AMOUNT_CENTS].every(isCents)).toBe(true);
    expect([0.5, NaN, Infinity, MAX_AMOUNT_CENTS + 1, 2 ** 53, '5', null].some(isCents)).toBe(false);
  });

  it('never show a negative zero, and never leave the safe integers in silence', () => {
    expect(Object.is(cents(-0), 0)).toBe(true);
    expect(() => cents(2 ** 53)).toThrow(RangeError);
    expect(() => cents(1.5)).toThrow(RangeError);
    expect(() => sumCents([2 ** 53 - 1, 1])).toThrow(RangeError);
    expect(sumCents([1, -3, 2])).toBe(0);
  });
});

describe('rounding', () => {
  it('takes a half away from zero', () => {
    expect([1, 3, -1, -3, 0].map((value) => multiplyDivideHalfUp(value, 1, 2))).toEqual([1, 2, -1, -2, 0]);
    expect([divideHalfUp(5n, 10n), divideHalfUp(-5n, 10n), divideHalfUp(4n, 10n)]).toEqual([1n, -1n, 0n]);
  });

  it('is the same by numbers and by BigInt, whatever the size', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: -1000, max: 1000 }), divisor, (value, by, over) => {
        const exact = divideHalfUp(BigInt(value) * BigInt(by), BigInt(over));
        expect(multiplyDivideHalfUp(value, by, over)).toBe(Number(exact));
      }),
      { numRuns: 1000 },
    );
  });

  it('is off by at most half a cent', () => {
    fc.assert(
      fc.property(amount, divisor, (value, over) => {
        const error = BigInt(multiplyDivideHalfUp(value, 1, over)) * BigInt(over) - BigInt(value);
        expect(2n * (error < 0n ? -error : error) <= BigInt(over)).toBe(true);
      }),
    );
  });
});

test('an exact sum loses nothing, small or huge', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(amount, factor), { maxLength: 60 }), divisor, (terms, over) => {
      const sum = new ExactSum();
      for (const [value, by] of terms) sum.add(value, by);
      const exact = terms.reduce((total, [value, by]) => total + BigInt(value) * BigInt(by), 0n);
      expect(sum.value).toBe(exact);
      const quotient = Number(divideHalfUp(exact, BigInt(over)));
      if (Number.isSafeInteger(quotient)) expect(sum.dividedHalfUp(over)).toBe(quotient === 0 ? 0 : quotient);
    }),
  );
});

describe('splitting', () => {
  it('gives the cents left over to the largest remainders', () => {
    expect(splitByLargestRemainder(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(splitByLargestRemainder(-100, [1, 2])).toEqual([-33, -67]);
    expect(splitByLargestRemainder(5, [0, 1])).toEqual([0, 5]);
  });

  it('always sums to the total, each part within a cent of its share', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(amount, weights, (total, parts) => {
        fc.pre(parts.some((weight) => weight > 0));
        const split = splitByLargestRemainder(total, parts);
        expect(sumCents(split)).toBe(total === 0 ? 0 : total);
        const sum = BigInt(sumCents(parts));
        for (const [index, part] of split.entries()) {
          const error = BigInt(part) * sum - BigInt(total) * BigInt(parts[index] ?? 0);
          expect((error < 0n ? -error : error) < sum).toBe(true);
        }
      }),
    );
  });

  it('refuses to split without a weight', () => {
    expect(() => splitByLargestRemainder(1, [])).toThrow(RangeError);
    expect(() => splitByLargestRemainder(1, [0, 0])).toThrow(RangeError);
    expect(() => splitByLargestRemainder(1, [-1, 2])).toThrow(RangeError);
  });
});

describe('rates', () => {
  it('have at most four decimals', () => {
    expect([2.5, 0.0001, 3.1415, -1, 0, 1000].every(isRatePct)).toBe(true);
    expect([0.00001, 3.14159, NaN, Infinity, 1001, '2'].some(isRatePct)).toBe(false);
  });

  it('become whole units for every rate that can be written', () => {
    for (let units = -100_000; units <= 1_000_000; units += 1) {
      if (rateUnits(units / 10_000) !== units) throw new Error(`rate ${String(units / 10_000)}`);
    }
    expect(rateUnits(2.5)).toBe(25_000);
    expect(() => rateUnits(0.00001)).toThrow(RangeError);
  });
});
