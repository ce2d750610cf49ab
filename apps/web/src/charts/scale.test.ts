import { drawable, labelPlace, linearScale, lowestIndex, shortEuro } from './scale';

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

  it('draws an empty account between ticks that differ', () => {
    const scale = linearScale([0, 0], 0, 100, 5);
    const labels = scale.ticks.map((tick) => shortEuro(tick / 100, 'it'));
    expect(labels).toContain('0\u00a0€');
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('has finite ticks without any value', () => {
    const scale = linearScale([], 0, 100, 4);
    expect(scale.ticks.every(Number.isFinite)).toBe(true);
  });
});

it('draws at a width of its own while its place is not measured, or too narrow to plot in', () => {
  const margin = { left: 60, right: 8 };
  expect([0, 61, 68, 300].map((measured) => drawable(measured, margin, 640))).toEqual([640, 640, 640, 300]);
});

it('keeps a label between the edges of its chart', () => {
  expect(labelPlace(100, 33, 52, 600)).toEqual({ x: 108, anchor: 'start' });
  expect(labelPlace(500, 33, 52, 600)).toEqual({ x: 492, anchor: 'end' });
  // On a phone it fits on neither side of its point.
  expect(labelPlace(240, 33, 52, 320)).toEqual({ x: 54, anchor: 'start' });
  expect(labelPlace(120, 33, 52, 320)).toEqual({ x: 318, anchor: 'end' });
});

it('finds the first of equal low points', () => {
  expect(lowestIndex([3, 1, 2, 1])).toBe(1);
  expect(lowestIndex([])).toBeUndefined();
});

it('shortens ticks in the language of the screen', () => {
  expect(shortEuro(12_500, 'en')).toBe('12.5K\u00a0€');
  expect(shortEuro(900, 'it')).toBe('900\u00a0€');
  expect(shortEuro(-5000, 'it')).toBe('\u22125K\u00a0€');
});
