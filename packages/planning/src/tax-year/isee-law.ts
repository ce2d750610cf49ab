/** The parameters of the ISEE that concern movable assets, by the year of the declaration (DSU). */

export interface IseeLaw {
  /** The assets counted are those of this many years before the declaration. */
  readonly referenceYearsBefore: number;
  /** Days by which the sum of daily balances is divided, whatever the year. */
  readonly averageDivisor: 365;
  /** State securities, postal bonds and postal books of a household left out up to this amount, euro; 0 = none. */
  readonly exemptEuro: number;
  /** Allowance of the household: for the first member, for each further one, at most, for each child from the third. Euro. */
  readonly allowanceEuro: {
    readonly first: number;
    readonly further: number;
    readonly most: number;
    readonly thirdChild: number;
  };
  /** Part of the assets above the allowance that counts as income, percent. */
  readonly assetsPct: number;
  /** Equivalence scale in hundredths for 1, 2, … members, then what each further member adds. */
  readonly scale: readonly number[];
  readonly scaleFurther: number;
  /** What 2, 3, 4, 5 or more children add to the scale, hundredths; from 2026 for family benefits only. */
  readonly scaleChildren: readonly number[];
  readonly source: string;
}

const COMMON = {
  referenceYearsBefore: 2,
  averageDivisor: 365,
  allowanceEuro: { first: 6000, further: 2000, most: 10_000, thirdChild: 1000 },
  assetsPct: 20,
  scale: [100, 157, 204, 246, 285],
  scaleFurther: 35,
} as const;
const DPCM = 'DPCM 159/2013 art. 4, art. 5 c. 4-6, all. 1; Provv. AdE 73782/2015';

/** In order of their first year of declaration. */
const YEARS: readonly { readonly from: number; readonly law: IseeLaw }[] = [
  { from: 2020, law: { ...COMMON, exemptEuro: 0, scaleChildren: [0, 20, 35, 50], source: DPCM } },
  {
    from: 2025,
    law: {
      ...COMMON,
      exemptEuro: 50_000,
      scaleChildren: [0, 20, 35, 50],
      source: `${DPCM}; L. 213/2023 art. 1 c. 183-185; DPCM 13/2025`,
    },
  },
  {
    from: 2026,
    law: {
      ...COMMON,
      exemptEuro: 50_000,
      scaleChildren: [10, 25, 40, 55],
      source: `${DPCM}; L. 213/2023 art. 1 c. 183-185; DPCM 13/2025; L. 199/2025`,
    },
  },
];

/**
 * The parameters of declarations of a year.
 * @throws RangeError for a year before 2020, when other years of reference applied
 */
export function iseeLaw(declarationYear: number): IseeLaw {
  const found = YEARS.filter(({ from }) => from <= declarationYear).at(-1);
  if (!found) throw new RangeError(`No ISEE parameters for ${String(declarationYear)}`);
  return found.law;
}

/** The allowance of a household's movable assets, euro. */
export function assetAllowanceEuro({ allowanceEuro }: IseeLaw, members: number, children: number): number {
  const { first, further, most, thirdChild } = allowanceEuro;
  return Math.min(most, first + further * Math.max(0, members - 1)) + thirdChild * Math.max(0, children - 2);
}

/** The household's parameter of the equivalence scale, hundredths. */
export function scaleHundredths(law: IseeLaw, members: number, children: number): number {
  const known = law.scale.length;
  const base =
    (law.scale[Math.min(members, known) - 1] ?? 0) + law.scaleFurther * Math.max(0, members - known);
  const more = children < 2 ? 0 : (law.scaleChildren[Math.min(children, 5) - 2] ?? 0);
  return base + more;
}
