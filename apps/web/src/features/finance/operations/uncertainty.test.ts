import { formatUncertainty, parseUncertainty } from './uncertainty';

const read = (text: string) => parseUncertainty(text, 120_000);

it.each([
  ['900-1500', { lowCents: 90_000, highCents: 150_000 }],
  ['900 – 1.500,50', { lowCents: 90_000, highCents: 150_050 }],
  ['±10%', { lowCents: 108_000, highCents: 132_000 }],
  ['± 10 %', { lowCents: 108_000, highCents: 132_000 }],
  ['±50', { lowCents: 115_000, highCents: 125_000 }],
  ['±5000', { lowCents: 1, highCents: 620_000 }],
  ['+5g', { lateDays: 5 }],
  ['-2g', { earlyDays: 2 }],
  ['±3 g', { earlyDays: 3, lateDays: 3 }],
  ['900-1500 +5g', { lowCents: 90_000, highCents: 150_000, lateDays: 5 }],
  ['-2g ±10% +5g', { earlyDays: 2, lowCents: 108_000, highCents: 132_000, lateDays: 5 }],
])('reads %s', (text, uncertainty) => {
  expect(read(text)).toEqual(uncertainty);
});

it('takes nothing for certain', () => {
  expect(read('  ')).toBeNull();
});

it.each(['circa', '1500-900', '900-', '±', '±0', '+5', '900-1500 800-900', '+5g ±3g', '-900-1500'])(
  'does not guess at %s',
  (text) => {
    expect(read(text)).toBeUndefined();
  },
);

it.each([
  [{ lowCents: 90_000, highCents: 150_050 }, '900–1.500,50'],
  [{ highCents: 150_000, lateDays: 5 }, '1.200–1.500 +5g'],
  [{ earlyDays: 3, lateDays: 3 }, '±3g'],
  [{ earlyDays: 2, lateDays: 5 }, '-2g +5g'],
  [undefined, ''],
])('writes %j as it would be typed', (uncertainty, text) => {
  expect(formatUncertainty(uncertainty, 120_000)).toBe(text);
  if (uncertainty) expect(formatUncertainty(read(text) ?? undefined, 120_000)).toBe(text);
});
