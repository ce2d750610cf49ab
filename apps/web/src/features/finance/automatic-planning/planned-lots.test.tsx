import { evaluate, withoutOwnLots } from '@fibado/planning';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { formatMoney } from '../../../lib/money';
import { ids, testLot, testOffer } from '../shared/test-household';
import { testOutline } from '../shared/test-outline';
import { asText } from '../shared/test-page';
import { householdWithLots, lotsToBreak, lotsToSave, withPlannedLots } from './planned-lots-model';
import { base, none, open, outcome, plan, result, run, transfers } from './test-plan';

beforeAll(() => startTexts('it'));

const QUARTER = '2027-01-01';
const lot = {
  offerId: testOffer.id,
  amountCents: 500_000,
  openedOn: '2027-01-11',
  maturityDate: '2028-01-11',
  ratePct: 3,
  netReturnCents: 2056,
};
const problem = { ...base, offers: [testOffer] };
const whole = evaluate(withPlannedLots(problem, [lot]), transfers);
const withLots = {
  ...result,
  netReturnCents: whole.netReturnCents,
  gainCents: whole.netReturnCents - none.netReturnCents,
  lots: [lot],
};

describe('a plan with lots', () => {
  it('is asked for, shown with its lots, applied with them, and taken back', async () => {
    const { asked } = open({
      ...run(withLots, { outcome: { ...outcome, lots: 1 } }),
      'GET /api/finance/term-offers/get': { body: [testOffer] },
      'POST /api/finance/operations/save-bulk': { body: { operations: [], deleted: 0, lots: [lot] } },
      [`POST /api/finance/operations/take-back-plan/${QUARTER}`]: { status: 204, body: undefined },
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: /Anche con nuovi vincoli/ }));
    const region = await plan();
    expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({ options: { newLots: true } });
    expect(region).toHaveTextContent(asText(formatMoney(withLots.gainCents, { sign: true })));
    expect(
      screen.getByText(/^5\.000,00.€ su Vincolo Beta dal 11\/01\/2027 fino al 11\/01\/2028$/),
    ).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Applica bonifici e vincoli' }));
    await waitFor(() =>
      expect(asked.find(({ path }) => path.endsWith('save-bulk'))?.body).toMatchObject({
        acceptedRunId: expect.any(String),
        lots: lotsToSave([lot], QUARTER),
      }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Annulla' }));
    await waitFor(() => expect(asked.some(({ path }) => path.includes('take-back-plan'))).toBe(true));
  });

  it('is asked about with its lots, and with fewer transfers keeps them', async () => {
    const fewer = {
      ...withLots,
      transfers: transfers.slice(0, 1),
      netReturnCents: withLots.netReturnCents - 1,
    };
    const { asked } = open({
      ...run(withLots, { outcome: { ...outcome, lots: 1 } }),
      'GET /api/finance/term-offers/get': { body: [testOffer] },
      'POST /api/finance/insights/limit-prices': { body: { base: testOutline(), prices: [], unpriced: [] } },
      'POST /api/finance/optimizer/what-if': { body: { ...fewer, lots: undefined } },
      'POST /api/finance/operations/save-bulk': { body: { operations: [], deleted: 0, lots: [lot] } },
    });
    await plan();
    const prices = screen.getByRole('region', { name: 'Quanto costano i limiti' });
    await userEvent.click(within(prices).getByRole('button', { name: 'Calcola' }));
    const { ratePct: _, netReturnCents: __, ...given } = lot;
    await waitFor(() =>
      expect(asked.find(({ path }) => path.endsWith('limit-prices'))?.body).toMatchObject({ lots: [given] }),
    );
    const frontier = screen.getByRole('region', { name: 'Meno bonifici' });
    await userEvent.click(within(frontier).getByRole('button', { name: 'Confronta' }));
    const slider = await within(frontier).findByRole('slider');
    const tried = asked.find(({ path }) => path.endsWith('what-if'))?.body as {
      problem: { lots: { id: string }[] };
      options: object;
    };
    expect(tried.problem.lots).toMatchObject([
      { offerId: testOffer.id, amountCents: 500_000, state: 'OPEN' },
    ]);
    expect(tried.problem.lots[0]?.id).toMatch(/^[0-9a-f]{8}-/);
    expect(tried.options).toMatchObject({ newLots: false });
    await waitFor(() => expect(within(frontier).queryByRole('progressbar')).not.toBeInTheDocument());
    act(() => slider.focus());
    await userEvent.keyboard('{ArrowLeft}');
    await userEvent.click(within(frontier).getByRole('button', { name: 'Usa questo piano' }));
    await userEvent.click(screen.getByRole('button', { name: 'Applica bonifici e vincoli' }));
    await waitFor(() =>
      expect(asked.find(({ path }) => path.endsWith('save-bulk'))?.body).toMatchObject({
        lots: lotsToSave([lot], QUARTER),
        operations: [expect.objectContaining({ amountCents: 500_000 })],
      }),
    );
  });

  it('says when no offer is worth a lot', async () => {
    open({
      ...run({ ...result, lots: [] }),
      'GET /api/finance/term-offers/get': { body: [testOffer] },
    });
    await plan();
    expect(await screen.findByText(/nessuna offerta rende di più/)).toBeVisible();
  });
});

it('lays lots once, also where they are recorded already', () => {
  const recorded = {
    ...lot,
    id: '00000000-0000-4000-8000-0000000000aa',
    state: 'OPEN' as const,
    renewal: 'TO_LINKED' as const,
  };
  const after = { ...problem, lots: [recorded] };
  expect(withoutOwnLots(after, [lot]).lots).toEqual([]);
  expect(evaluate(withPlannedLots(withoutOwnLots(after, [lot]), [lot]), transfers).netReturnCents).toBe(
    whole.netReturnCents,
  );
});

it('breaks a recorded lot: said in the plan, recorded with the version read, and laid once', async () => {
  const recorded = {
    ...lot,
    id: '00000000-0000-4000-8000-0000000000aa',
    openedOn: '2026-11-16',
    maturityDate: '2027-11-16',
    state: 'OPEN' as const,
  };
  const { id: lotId, state: _, ...terms } = recorded;
  const broken = { ...terms, lotId, brokenOn: '2027-02-01', netReturnCents: -1234 };
  const there = { ...problem, lots: [recorded] };
  const after = withPlannedLots(there, [broken]);
  expect(after.lots).toMatchObject([{ id: lotId, state: 'BROKEN', brokenOn: '2027-02-01' }]);
  expect(withoutOwnLots(after, [broken]).lots).toEqual([{ ...recorded, brokenOn: undefined }]);
  expect(lotsToSave([broken], QUARTER)).toEqual([]);
  expect(lotsToBreak([broken], QUARTER, [{ ...recorded, version: 3 }])).toEqual([
    { id: lotId, version: 3, on: '2027-02-01' },
  ]);
  open({
    ...run({ ...result, lots: [broken] }),
    'GET /api/finance/term-offers/get': { body: [testOffer] },
    'GET /api/finance/lots/get': { body: [{ ...recorded, version: 3 }] },
  });
  await plan();
  expect(
    screen.getByText(
      /^Svincola 5\.000,00.€ di Vincolo Beta, vincolati dal 16\/11\/2026: chiedilo il 01\/02\/2027$/,
    ),
  ).toBeVisible();
});

it('says what a recorded lot loses of new money where the plan takes money from its bank in the window', async () => {
  const offer = {
    ...testOffer,
    bankId: ids.alfa,
    linkedAccountId: ids.main,
    newMoney: { kind: 'NET_FLOW', from: '2026-12-01', to: '2027-01-20' },
  } as const;
  const recorded = { ...testLot, openedOn: '2026-12-10', maturityDate: '2027-12-10' };
  open({
    ...run(result),
    'GET /api/finance/term-offers/get': { body: [offer] },
    'GET /api/finance/lots/get': { body: [recorded] },
  });
  await plan();
  // All 5,000 € that leave on 5 January are missing: 3 % of them for a year, net of 26 %.
  expect(
    screen.getByText(
      /^Vincolo Beta: 5\.000,00.€ devono essere nuovi in banca fino al 20\/01\/2027\..* mancano 5\.000,00.€.* perdono 111,00.€/,
    ),
  ).toBeVisible();
});

it('records what falls into the quarter: openings, and breaks', () => {
  const later = { ...lot, openedOn: '2027-04-12', maturityDate: '2028-04-12' };
  const [kept, broken] = [
    { ...lot, brokenOn: '2027-04-05' },
    { ...lot, brokenOn: '2027-02-01' },
  ];
  expect(lotsToSave([kept, broken, later], QUARTER).map(({ brokenOn }) => brokenOn)).toEqual([
    undefined,
    '2027-02-01',
  ]);
});

it('names the lots in the figures', () => {
  const household = { accounts: [], offers: [testOffer], lots: [] } as unknown as Parameters<
    typeof householdWithLots
  >[0];
  expect(householdWithLots(household, problem, [lot]).lots).toMatchObject([{ id: 'new-lot-1' }]);
  const newMoney = { kind: 'SNAPSHOT', on: '2026-12-31', baselineCents: 900_000 } as const;
  const strict = { ...problem, offers: [{ ...testOffer, newMoney }] };
  expect(householdWithLots(household, strict, [lot]).goals).toMatchObject([
    { name: testOffer.name, date: lot.openedOn, amountCents: 900_000 },
  ]);
});
