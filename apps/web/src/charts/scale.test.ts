import { linearScale, lowestIndex, shortEuro } from './scale';

describe('linearScale', () => {
  it('puts the ends of round bounds on the ends of the screen', () => {
    const scale = linearScale([130, 970], 100, 0, 5);
    expect(scale.from).toBeLessThanOrEqual(130);
    expect(scale.to).toBeGreaterThanOrEqual(970);
    expect(scale.at(scale.from)).toBe(100);
    expect(scale.at(scale.to)).toBe(0);
    expect(scale.ticks).toContain(scale.from);
  });

  it('draws a flat balance in the middle', () => {
    const scale = linearScale([5000, 5000], 0, 100, 2);
    expect(scale.at(5000)).toBe(50);
  });

  it('has finite ticks without any value', () => {
    const scale = linearScale([], 0, 100, 4);
    expect(scale.ticks.every(Number.isFinite)).toBe(true);
  });
});

it('finds the first of equal low points', () => {
  expect(lowestIndex([3, 1, 2, 1])).toBe(1);
  expect(lowestIndex([])).toBeUndefined();
});

it('shortens ticks in the language of the screen', () => {
  expect(shortEuro(12_500, 'en')).toBe('12.5K');
  expect(shortEuro(900, 'it')).toBe('900');
});
