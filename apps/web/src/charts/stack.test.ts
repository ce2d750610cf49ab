import { stacked } from './stack';

describe('layers upon each other', () => {
  it('begin where the one before ends', () => {
    expect(
      stacked([
        [100, 50],
        [20, 30],
      ]),
    ).toEqual([
      { lower: [0, 0], upper: [100, 50] },
      { lower: [100, 50], upper: [120, 80] },
    ]);
  });

  it('go down from zero where they are negative, and take nothing from those above', () => {
    expect(
      stacked([
        [-40, 10],
        [100, 100],
        [-5, 0],
      ]),
    ).toEqual([
      { lower: [-40, 0], upper: [0, 10] },
      { lower: [0, 10], upper: [100, 110] },
      { lower: [-45, 110], upper: [-40, 110] },
    ]);
  });

  it('sum to the total of each day', () => {
    const layers = [
      [300, -200, 0],
      [50, 70, -10],
      [1, 2, 3],
    ];
    const heights = stacked(layers).map(({ lower, upper }) => upper.map((to, day) => to - (lower[day] ?? 0)));
    expect(heights).toEqual(layers.map((values) => values.map(Math.abs)));
  });
});
