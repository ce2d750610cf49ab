import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { formatMoney } from '../../../lib/money';
import { ids, testData } from '../shared/test-household';
import { missing, testOutline } from '../shared/test-outline';
import { asText, showPage } from '../shared/test-page';
import { Component } from './robust-page';

const answer = {
  plan: testOutline({ netReturnCents: 9_700 }),
  without: testOutline(),
  priceCents: 300,
  exact: true,
  reached: true,
  risk: { broken: 16, samples: 400, share: 0.04, low: 0.023, high: 0.064 },
  riskWithout: { broken: 120, samples: 400, share: 0.3, low: 0.255, high: 0.348 },
  buffers: [
    {
      accountId: ids.main,
      bufferCents: 45_000,
      minimumCents: 10_000,
      broken: 16,
      brokenWithout: 120,
      worstShortfallCents: 3_000,
    },
  ],
  difference: { added: [], removed: [] },
};
const uncertain = testData.operations.map((o) =>
  o.id === ids.rent ? { ...o, uncertainty: { lowCents: 70_000, highCents: 120_000 } } : o,
);
const open = (answers: Parameters<typeof showPage>[3] = {}) =>
  showPage(Component, '/fibado/dashboard/robust/2027-01-01', '/fibado/dashboard/robust/:date', {
    'GET /api/finance/operations/get/2027-01-01': { body: uncertain },
    'POST /api/finance/insights/robust': { body: answer },
    ...answers,
  });
const ask = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Calcola il piano prudente' }));

beforeAll(() => startTexts('it'));

it('asks for the chosen safety, and shows its price and the risk with its interval', async () => {
  const { asked } = open();
  await userEvent.selectOptions(await screen.findByLabelText('Minimo violato al più'), '10');
  await ask();
  const result = await screen.findByRole('region', { name: 'Quanto costa la sicurezza' });
  expect(asText(result.textContent)).toContain(asText(`Prezzo della sicurezza${formatMoney(300)}`));
  expect(asText(result.textContent)).toContain('4 %fra 2,3 % e 6,4 % (95 %)');
  expect(within(result).getByRole('meter', { name: 'piano prudente' })).toHaveAttribute(
    'aria-valuetext',
    expect.stringMatching(/Entro il 10/),
  );
  expect(within(result).getByRole('meter', { name: 'piano normale' })).toHaveAttribute(
    'aria-valuetext',
    expect.stringMatching(/Oltre il 10/),
  );
  const [safe, plain] = within(result).getAllByRole('meter');
  expect(safe?.getAttribute('aria-valuemax')).toBe(plain?.getAttribute('aria-valuemax'));
  expect(screen.getByRole('row', { name: /Conto Alfa.*16 \/ 400.*120 \/ 400/ })).toBeInTheDocument();
  expect(asked.find((a) => a.path.endsWith('/robust'))?.body).toMatchObject({ alpha: 0.1, samples: 400 });
});

it('is accepted in place of the earlier plan', async () => {
  const { asked, router } = open({
    'POST /api/finance/operations/save-bulk': { body: { operations: [], deleted: 0 } },
  });
  await ask();
  await userEvent.click(await screen.findByRole('button', { name: 'Applica il piano (1 bonifico)' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/fibado/dashboard'));
  const saved = asked.find((a) => a.path.endsWith('/save-bulk'))?.body;
  expect(saved).toMatchObject({
    operations: [{ kind: 'TRANSFER', origin: 'OPTIMIZER', amountCents: 500_000 }],
    replaceOptimizer: { quarter: '2027-01-01' },
  });
  // No run made it.
  expect(saved).not.toHaveProperty('acceptedRunId');
});

it('says when no buffer is enough', async () => {
  open({ 'POST /api/finance/insights/robust': { body: { ...answer, reached: false } } });
  await ask();
  expect(await screen.findByText(/questo è il piano più sicuro/)).toBeInTheDocument();
});

it('links to the operations when no amount is marked as uncertain', async () => {
  open({ 'GET /api/finance/operations/get/2027-01-01': { body: testData.operations } });
  expect(await screen.findByText(/Nessuna operazione prevista può variare/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Calcola il piano prudente' })).toBeDisabled();
});

it.each(['plan', 'without'])(
  'shows what breaks the limits, and no price, where %s has no plan',
  async (which) => {
    const lost = testOutline({ status: 'INFEASIBLE', conflicts: [missing] });
    open({ 'POST /api/finance/insights/robust': { body: { ...answer, [which]: lost } } });
    await ask();
    expect(await screen.findByText(/il 03\/02\/2027 mancano 123,45/)).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Quanto costa la sicurezza' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Applica il piano prudente/ })).not.toBeInTheDocument();
  },
);

it('says of a quarter that is over that nothing is left to plan', async () => {
  showPage(Component, '/fibado/dashboard/robust/2020-01-01', '/fibado/dashboard/robust/:date', {
    'GET /api/finance/quarters/get-quarter/2020-01-01': { body: { ...testData.quarter, date: '2020-01-01' } },
    'GET /api/finance/operations/get/2020-01-01': { body: [] },
  });
  expect(await screen.findByText(/Il trimestre è finito/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Calcola il piano prudente' })).not.toBeInTheDocument();
});
