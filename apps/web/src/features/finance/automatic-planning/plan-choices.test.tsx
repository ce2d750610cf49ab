import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { ids } from '../shared/test-household';
import { testOutline } from '../shared/test-outline';
import { showPage } from '../shared/test-page';
import { PlanChoices } from './plan-choices';
import { chosenOption, halfOf, optionsOf, type PlanOption, resultOf } from './plan-choices-model';

const transfer = (day: string) => ({
  date: day,
  arrivalDate: day,
  fromAccountId: ids.main,
  toAccountId: ids.savings,
  amountCents: 100_000,
});
const two = [transfer('2027-01-11'), transfer('2027-02-10')];
const one = [transfer('2027-01-11')];
const risk = (share: number) => ({
  broken: share * 400,
  samples: 400,
  share,
  low: share / 2,
  high: share * 2,
});
const pair = (transfers: typeof two, net: number) => ({
  plan: testOutline({ transfers, netReturnCents: net - 5 }),
  without: testOutline({ transfers, netReturnCents: net }),
  priceCents: 5,
  exact: true,
  reached: true,
  risk: risk(0.025),
  riskWithout: risk(0.435),
  buffers: [],
  difference: { added: [], removed: [] },
});

beforeAll(() => startTexts('it'));

describe('the plans to choose from', () => {
  const all = optionsOf(pair(two, 1000), pair(one, 900));

  it('are the ordinary one, the safer one, and both with fewer transfers', () => {
    expect(all.map(({ wishes, plan }) => [wishes.fewer, wishes.safer, plan.netReturnCents])).toEqual([
      [false, false, 1000],
      [false, true, 995],
      [true, false, 900],
      [true, true, 895],
    ]);
    const broken = { ...pair(one, 900), plan: testOutline({ status: 'INFEASIBLE' }) };
    expect(optionsOf(pair(two, 1000), broken)).toHaveLength(3);
  });

  it('are chosen by two wishes, caution before fewer transfers', () => {
    expect(chosenOption(all, { fewer: true, safer: true })?.plan.netReturnCents).toBe(895);
    expect(chosenOption(all.slice(0, 2), { fewer: true, safer: true })?.plan.netReturnCents).toBe(995);
    expect(chosenOption([], { fewer: true, safer: true })).toBeUndefined();
  });

  it('have half the transfers where there are two at least', () => {
    expect([0, 1, 2, 3, 9].map(halfOf)).toEqual([undefined, undefined, 1, 1, 4]);
  });

  it('claim no proof when they are shown', () => {
    expect(resultOf(testOutline({ transfers: two }), 'hash')).toMatchObject({
      inputHash: 'hash',
      transfers: two,
    });
    expect(resultOf(testOutline(), 'hash').boundCents).toBeUndefined();
  });
});

it('shows gain, risk and transfers side by side, with the safer plan chosen until it is not', async () => {
  const shown: PlanOption[] = [];
  const { asked } = showPage(
    () => (
      <PlanChoices
        quarter="2027-01-01"
        inputHash="hash"
        options={{ from: '2027-01-05' }}
        baselineCents={100}
        onShow={(option) => shown.push(option)}
      />
    ),
    '/q',
    '/q',
    {
      'POST /api/finance/insights/robust': (_url, init) => {
        const body = JSON.parse(init.body as string) as { options: { maxTransfers?: number } };
        return { body: body.options.maxTransfers === 1 ? pair(one, 900) : pair(two, 1000) };
      },
    },
  );
  const table = await screen.findByRole('table');
  await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(5));
  const row = (name: RegExp) => within(table).getByRole('row', { name });
  expect(row(/^Rende di più/)).toHaveTextContent(/43,5 %.*2$/);
  expect(row(/^Più sicuro · scelto/)).toHaveTextContent(/2,5 %/);
  await userEvent.click(screen.getByRole('switch', { name: 'Meno bonifici' }));
  expect(row(/^Meno bonifici e più sicuro · scelto/)).toHaveTextContent(/1$/);
  await userEvent.click(screen.getByRole('switch', { name: 'Più sicuro' }));
  await userEvent.click(screen.getByRole('button', { name: /^Mostra questo piano/ }));
  expect(shown.map(({ wishes }) => wishes)).toEqual([{ fewer: true, safer: false }]);
  const sent = asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(sent).toMatchObject([
    { quarter: '2027-01-01', options: { from: '2027-01-05' } },
    { options: { maxTransfers: 1 } },
  ]);
});
