import fc from 'fast-check';
import {
  balancesOfMovements,
  dayNumber,
  daysInYear,
  type ForeignAccount,
  type IseeAccount,
  iseeDossier,
  iseeLaw,
  type IseePerson,
  ivafeSheet,
  mergeBalances,
} from '../src/index.js';

const ANNA: IseePerson = { id: 'anna', role: 'DECLARANT', bornOn: '1980-03-01' };
const BRUNO: IseePerson = { id: 'bruno', role: 'SPOUSE', bornOn: '1978-05-01' };
const CARLA: IseePerson = { id: 'carla', role: 'CHILD', bornOn: '2012-05-01' };

/** End-of-day balances of a year from `[first day, cents]` steps. */
function balances(year: number, ...steps: [string, number][]): number[] {
  const first = dayNumber(`${String(year)}-01-01`);
  return Array.from(
    { length: daysInYear(year) },
    (_, index) => steps.filter(([day]) => dayNumber(day) - first <= index).at(-1)?.[1] ?? 0,
  );
}

const account = (
  id: string,
  valueCents: (number | undefined)[],
  more: Partial<IseeAccount> = {},
): IseeAccount => ({
  id,
  type: '01',
  holders: [{ personId: 'anna', parts: 1 }],
  isPostalBook: false,
  balances: { year: valueCents.length === 366 ? 2024 : 2025, valueCents, closingCents: valueCents.at(-1) },
  ...more,
});
const dossier = (accounts: IseeAccount[], persons: IseePerson[] = [ANNA]) =>
  iseeDossier({ declarationYear: 2027, persons, accounts });

describe('the ISEE dossier', () => {
  it('shares a joint account by parts and rounds each share half up to whole euro', () => {
    const holders = [ANNA, BRUNO, CARLA].map(({ id }) => ({ personId: id, parts: 1 }));
    const joint = account('joint', balances(2025, ['2025-01-01', 19_650]), { holders });
    const { lines, referenceYear, persons } = dossier([joint], [ANNA, BRUNO, CARLA]);
    expect(referenceYear).toBe(2025);
    // 196.50 / 3 = 65.50 → 66
    expect(
      lines.map(({ balanceEuro, averageEuro, totalParts }) => [balanceEuro, averageEuro, totalParts]),
    ).toEqual([
      [66, 66, 3],
      [66, 66, 3],
      [66, 66, 3],
    ]);
    expect(persons.map(({ countedEuro }) => countedEuro)).toEqual([66, 66, 66]);
  });

  it('counts an account closed in March by its days over 365, with no balance at the end', () => {
    // 10,000 € for 31 + 28 + 14 days
    const closed = account('closed', balances(2025, ['2025-01-01', 1_000_000], ['2025-03-15', 0]));
    const { lines, persons } = dossier([closed]);
    expect(lines[0]).toMatchObject({ balanceEuro: 0, averageEuro: 2000 });
    expect(persons[0]).toMatchObject({ basis: 'AVERAGE', countedEuro: 2000 });
  });

  it('leaves days below zero out of the average, and a negative closing balance at 0', () => {
    const overdrawn = account('overdrawn', balances(2025, ['2025-01-01', 365_000], ['2025-01-11', -900_000]));
    expect(dossier([overdrawn]).lines[0]).toMatchObject({ balanceEuro: 0, averageEuro: 100 });
  });

  it('divides a leap year by 365, or by 366 where asked', () => {
    const leap = account('leap', balances(2024, ['2024-01-01', 36_500_000]));
    const input = { declarationYear: 2026, persons: [ANNA], accounts: [leap] };
    expect(iseeDossier(input)).toMatchObject({
      referenceYear: 2024,
      divisor: 365,
      lines: [{ averageEuro: 366_000 }],
    });
    expect(iseeDossier({ ...input, divisor: 366 })).toMatchObject({ lines: [{ averageEuro: 365_000 }] });
  });

  it('takes the larger of the sums of a person, not of each account', () => {
    const high = account('high', balances(2025, ['2025-01-01', 1_000_000], ['2025-12-31', 0]));
    const low = account('low', balances(2025, ['2025-12-31', 990_000]));
    // Balances 0 + 9,900; averages 364/365 × 10,000 = 9,972.60 and 1/365 × 9,900 = 27.12
    expect(dossier([high, low]).persons[0]).toMatchObject({
      balanceEuro: 9900,
      averageEuro: 10_000,
      basis: 'AVERAGE',
      countedEuro: 10_000,
    });
  });

  it('takes the balance when net purchases exceed what it is below the average', () => {
    const spent = account('spent', balances(2025, ['2025-01-01', 3_650_000], ['2025-07-02', 0]));
    const buyer = (cents: number) => dossier([spent], [{ ...ANNA, netPurchasesCents: cents }]).persons[0];
    // The average: 182 days × 36,500 / 365 = 18,200
    expect(buyer(1_820_001)).toMatchObject({
      basis: 'BALANCE_AFTER_PURCHASES',
      countedEuro: 0,
      averageEuro: 18_200,
    });
    expect(buyer(1_820_000)).toMatchObject({ basis: 'AVERAGE', countedEuro: 18_200 });
  });

  it('spreads the exemption of 50,000 € over persons and kinds in their order', () => {
    const books = [
      account('book-anna', balances(2025, ['2025-01-01', 1_000_000]), { type: '03', isPostalBook: true }),
      account('book-bruno', balances(2025, ['2025-01-01', 3_000_000]), {
        type: '03',
        isPostalBook: true,
        holders: [{ personId: 'bruno', parts: 1 }],
      }),
    ];
    const asset = { personId: 'anna', isStateBacked: true } as const;
    const found = iseeDossier({
      declarationYear: 2027,
      persons: [BRUNO, ANNA],
      accounts: books,
      assets: [
        { ...asset, id: 'bfp', type: '07', valueCents: 500_000 },
        { ...asset, id: 'btp', type: '02', valueCents: 2_000_000 },
        { ...asset, id: 'etf', type: '06', valueCents: 100_000, isStateBacked: false },
      ],
    });
    // Anna declares: 20,000 + 5,000 + 10,000, and 15,000 of 30,000 are left for Bruno's book.
    expect(found.assets.map(({ assetId, exemptEuro }) => [assetId, exemptEuro])).toEqual([
      ['bfp', 5000],
      ['btp', 20_000],
      ['etf', 0],
    ]);
    expect(found.lines.map(({ accountId, exemptEuro }) => [accountId, exemptEuro])).toEqual([
      ['book-anna', 10_000],
      ['book-bruno', 15_000],
    ]);
    expect(found.countedEuro).toBe(15_000 + 1000);
    expect(found.allowanceEuro).toBe(8000);
    expect(found.aboveAllowanceEuro).toBe(8000);
  });

  it('exempts a parent who lives elsewhere after everyone else, whatever the age', () => {
    const elsewhere: IseePerson = { id: 'dario', role: 'PARENT', bornOn: '1950-01-01' };
    const book = (id: string, personId: string) =>
      account(id, balances(2025, ['2025-01-01', 3_000_000]), {
        type: '03',
        isPostalBook: true,
        holders: [{ personId, parts: 1 }],
      });
    const { lines } = dossier(
      [book('of-dario', 'dario'), book('of-bruno', 'bruno'), book('of-carla', 'carla')],
      [elsewhere, ANNA, BRUNO, CARLA],
    );
    expect(lines.map(({ exemptEuro }) => exemptEuro)).toEqual([0, 30_000, 20_000]);
  });

  it('never gives a figure from incomplete data: it names the days, and takes a typed figure instead', () => {
    const partial = balances(2025, ['2025-01-01', 100_000]).map((cents, day) =>
      day >= 31 && day < 59 ? undefined : cents,
    );
    const { lines, persons, countedEuro } = dossier([account('partial', partial)]);
    expect(lines[0]).toMatchObject({
      balanceEuro: 1000,
      averageOrigin: 'MISSING',
      missing: [{ from: '2025-02-01', to: '2025-02-28' }],
    });
    expect(lines[0]?.averageEuro).toBeUndefined();
    expect([persons[0]?.countedEuro, countedEuro]).toEqual([undefined, undefined]);
    const typed = dossier([account('partial', partial, { typed: { averageCents: 123_450 } })]);
    expect(typed.lines[0]).toMatchObject({
      averageEuro: 1235,
      averageOrigin: 'TYPED',
      balanceOrigin: 'BALANCES',
    });
    expect(typed.countedEuro).toBe(1235);
  });

  it('refuses balances of another year, unknown holders and no parts', () => {
    const year = balances(2025, ['2025-01-01', 1]);
    expect(() =>
      iseeDossier({ declarationYear: 2026, persons: [ANNA], accounts: [account('a', year)] }),
    ).toThrow(RangeError);
    const held = (personId: string, parts: number) => account('a', year, { holders: [{ personId, parts }] });
    expect(() => dossier([held('nicola', 1)])).toThrow(RangeError);
    expect(() => dossier([held('anna', 0)])).toThrow(RangeError);
    expect(() => iseeLaw(2019)).toThrow(RangeError);
  });

  it('agrees with a sum in floating point over random accounts', () => {
    const year = fc.array(fc.integer({ min: -500_000, max: 5_000_000 }), { minLength: 365, maxLength: 365 });
    const held = fc.record({
      year,
      anna: fc.integer({ min: 1, max: 5 }),
      bruno: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(fc.array(held, { minLength: 1, maxLength: 4 }), (rows) => {
        const accounts = rows.map(({ year: values, anna, bruno }, index) =>
          account(`a${String(index)}`, values, {
            holders: [
              { personId: 'anna', parts: anna },
              { personId: 'bruno', parts: bruno },
            ],
          }),
        );
        const { lines, persons } = dossier(accounts, [ANNA, BRUNO]);
        for (const [index, { year: values, anna, bruno }] of rows.entries()) {
          const positive = values.map((cents) => Math.max(0, cents) / 100);
          const average = positive.reduce((sum, euro) => sum + euro, 0) / 365;
          const share = anna / (anna + bruno);
          const line = lines[2 * index];
          expect(Math.abs((line?.averageEuro ?? NaN) - average * share)).toBeLessThanOrEqual(0.5 + 1e-6);
          expect(Math.abs((line?.balanceEuro ?? NaN) - (positive.at(-1) ?? 0) * share)).toBeLessThanOrEqual(
            0.5 + 1e-6,
          );
        }
        // What counts is the larger of a person's two sums; each of its lines was rounded once.
        for (const [person, mine] of [
          ['anna', (row: (typeof rows)[number]) => row.anna / (row.anna + row.bruno)],
          ['bruno', (row: (typeof rows)[number]) => row.bruno / (row.anna + row.bruno)],
        ] as const) {
          const sum = (figure: (positive: number[]) => number) =>
            rows.reduce(
              (total, row) => total + mine(row) * figure(row.year.map((cents) => Math.max(0, cents) / 100)),
              0,
            );
          const naive = Math.max(
            sum((days) => days.at(-1) ?? 0),
            sum((days) => days.reduce((total, euro) => total + euro, 0) / 365),
          );
          const counted = persons.find(({ personId }) => personId === person)?.countedEuro;
          expect(Math.abs((counted ?? NaN) - naive)).toBeLessThanOrEqual(rows.length / 2 + 1e-6);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('IVAFE', () => {
  const foreign = (
    id: string,
    balancesCents: number[],
    more: Partial<ForeignAccount> = {},
  ): ForeignAccount => ({
    id,
    intermediary: 'Bank',
    kind: 'ACCOUNT',
    parts: 1,
    totalParts: 1,
    balancesCents,
    openFrom: 0,
    openTo: balancesCents.length - 1,
    ...more,
  });

  it('is not due at an average of exactly 5,000 €, and is a cent·day above', () => {
    const flat = balances(2025, ['2025-01-01', 500_000]);
    expect(ivafeSheet(2025, [foreign('a', flat)])).toMatchObject({
      intermediaries: [{ averageCents: 500_000, isDue: false }],
      dueCents: 0,
      needsMonitoring: false,
    });
    expect(
      ivafeSheet(2025, [
        foreign(
          'a',
          flat.map((cents, day) => (day === 100 ? cents + 1 : cents)),
        ),
      ]).dueCents,
    ).toBe(3420);
  });

  it('adds the averages of one intermediary, not of several', () => {
    const half = balances(2025, ['2025-01-01', 300_000]);
    expect(ivafeSheet(2025, [foreign('a', half), foreign('b', half)]).dueCents).toBe(6840);
    expect(
      ivafeSheet(2025, [foreign('a', half), foreign('b', half, { intermediary: 'Other' })]).dueCents,
    ).toBe(0);
  });

  it('is due by days and share, with the sheet of the return', () => {
    const opened = balances(2025, ['2025-07-02', 4_000_000], ['2025-12-31', 3_000_000]);
    const sheet = ivafeSheet(2025, [foreign('a', opened, { parts: 1, totalParts: 2, openFrom: 182 })]);
    // 183 of 365 days, half of 34.20
    expect(sheet.lines[0]).toEqual({
      accountId: 'a',
      days: 183,
      openingCents: 4_000_000,
      closingCents: 3_000_000,
      peakCents: 4_000_000,
      dueCents: 857,
    });
    expect(sheet.needsMonitoring).toBe(true);
  });

  it('of products is a part of their value, twice that in a listed State', () => {
    const held = balances(2025, ['2025-01-01', 1_000_000]);
    expect(ivafeSheet(2025, [foreign('a', held, { kind: 'PRODUCT' })]).dueCents).toBe(2000);
    expect(ivafeSheet(2025, [foreign('a', held, { kind: 'PRODUCT_IN_LISTED_STATE' })]).dueCents).toBe(4000);
  });
});

describe('the balances of a statement', () => {
  const movement = (date: string, amountCents: number, valueDate = date) => ({
    date,
    valueDate,
    amountCents,
  });

  it('run by value date from the opening balance, and cover the days of the statement only', () => {
    const { valueCents, closingCents } = balancesOfMovements(
      2025,
      { from: '2025-11-01', to: '2025-12-31' },
      100_000,
      [
        movement('2025-11-03', -2000, '2025-11-01'),
        movement('2025-11-10', 50_000, '2025-11-12'),
        movement('2025-12-31', 700, '2026-01-02'),
        movement('2026-01-05', -90_000),
      ],
    );
    const at = (day: string) => valueCents[dayNumber(day) - dayNumber('2025-01-01')];
    expect([
      at('2025-10-31'),
      at('2025-11-01'),
      at('2025-11-11'),
      at('2025-11-12'),
      at('2025-12-31'),
    ]).toEqual([undefined, 98_000, 98_000, 148_000, 148_000]);
    // Booked on 31 December although its value date is next year's.
    expect(closingCents).toBe(148_700);
  });

  it('say nothing of 31 December before it is covered, and are completed by another statement', () => {
    const first = balancesOfMovements(2025, { from: '2025-01-01', to: '2025-06-30' }, 1000, []);
    expect(first.closingCents).toBeUndefined();
    const both = mergeBalances(
      first,
      balancesOfMovements(2025, { from: '2025-06-01', to: '2025-12-31' }, 2000, []),
    );
    const at = (day: string) => both.valueCents[dayNumber(day) - dayNumber('2025-01-01')];
    expect([at('2025-06-30'), at('2025-07-01'), both.closingCents]).toEqual([1000, 2000, 2000]);
  });
});
