/** What a euro of movable assets weighs in the ISEE and in the family allowance (assegno unico). */
import type { Cents } from '../problem.js';
import { divideHalfUp } from '../money.js';
import { type IseeLaw, scaleHundredths } from './isee-law.js';

/** How much the ISEE changes when assets above the allowance change by `euro`. Cents, half up. */
export function iseeChangeCents(law: IseeLaw, members: number, children: number, euro: number): Cents {
  // euro × 100 cents × percent / 100 / (scale / 100)
  const scale = BigInt(scaleHundredths(law, members, children));
  return Number(divideHalfUp(BigInt(euro) * BigInt(law.assetsPct) * 100n, scale));
}

/**
 * The table of D.Lgs. 230/2021 art. 4 for a minor child as of 2022: full amount up to the lower threshold, then half
 * a euro less per step of 100 € begun, to the least amount at the upper one.
 */
const BASE = { fullTenths: 1750, lowerEuro: 15_000, stepEuro: 100, stepTenths: 5, steps: 250 } as const;

/** Yearly adjustment of amounts and thresholds to consumer prices, permille, with INPS' circular. */
export const ALLOWANCE_ADJUSTMENTS: readonly {
  readonly year: number;
  readonly permille: number;
  readonly source: string;
}[] = [
  { year: 2023, permille: 81, source: 'INPS circ. 41/2023: FOI 2022, 8.1 %' },
  { year: 2024, permille: 54, source: 'INPS msg 572/2024: FOI 2023, 5.4 %' },
  { year: 2025, permille: 8, source: 'INPS circ. 33/2025: FOI 2024, 0.8 %' },
  { year: 2026, permille: 14, source: 'table of 2026: 203.80 € to 17,468.51 €, 58.30 € from 46,582.71 €' },
];
const FIRST_YEAR = 2022;

/**
 * Monthly allowance for one minor child. Amounts are rounded to ten cents in each year's adjustment, thresholds to cents.
 * @throws RangeError for a year without a table
 */
export function childAllowanceCents(year: number, iseeCents: Cents): Cents {
  const last = ALLOWANCE_ADJUSTMENTS.at(-1)?.year ?? FIRST_YEAR;
  if (year < FIRST_YEAR || year > last) throw new RangeError(`No table of the allowance for ${String(year)}`);
  const applied = ALLOWANCE_ADJUSTMENTS.filter((one) => one.year <= year);
  const threshold = (step: number): Cents =>
    applied.reduce(
      (cents, { permille }) => Number(divideHalfUp(BigInt(cents) * BigInt(1000 + permille), 1000n)),
      (BASE.lowerEuro + step * BASE.stepEuro) * 100,
    );
  let step = 0;
  while (step < BASE.steps && iseeCents > threshold(step)) step += 1;
  const tenths = applied.reduce(
    (amount, { permille }) => Number(divideHalfUp(BigInt(amount) * BigInt(1000 + permille), 1000n)),
    BASE.fullTenths - step * BASE.stepTenths,
  );
  return tenths * 10;
}
