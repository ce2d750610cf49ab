import { request } from '../../test/clients/support/instance.mjs';

/** The quarter in which the households of the benches have their operations. */
export const QUARTER = '2027-01-01';

/** The operation of that number in the quarter: days, kinds and amounts vary with it. */
export function anOperation(accountId, index, status = 'DONE') {
  const date = `2027-0${(index % 3) + 1}-${String((index % 28) + 1).padStart(2, '0')}`;
  return {
    quarter: QUARTER,
    kind: index % 4 === 0 ? 'INCOME' : 'EXPENSE',
    date,
    valueDate: date,
    accountId,
    amountCents: 1000 + ((index * 7) % 100_000),
    description: `Movimento ${index}`,
    status,
  };
}

/**
 * Enters a household's banks, one account group, its accounts, and the quarter with opening balances and operations.
 * @param token of a member who may write.
 * @returns the accounts' ids.
 */
export async function enterFinances(
  origin,
  token,
  { banks = 1, accounts, ratePct, openingBalanceCents, operations = 0, status },
) {
  const post = (path, body) => request(origin, `/api/finance/${path}`, { token, body });
  const rules = { guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS' };
  const bankIds = [];
  for (let i = 0; i < banks; i += 1)
    bankIds.push((await post('banks/save', { name: `Banca ${i}`, ...rules })).id);
  const group = await post('accountGroups/save', { name: 'Anna', holders: ['Anna Rossi'] });
  const ids = [];
  for (let i = 0; i < accounts; i += 1) {
    const tiers = [{ upToCents: null, ratePct: ratePct(i) }];
    const account = await post('accounts/save', {
      name: `Conto ${i}`,
      bankId: bankIds[i % banks],
      accountGroupId: group.id,
      kind: 'CURRENT',
      dutyRegime: 'FIXED',
      rates: [{ from: QUARTER, tiers, tierMode: 'MARGINAL' }],
    });
    ids.push(account.id);
  }
  await post('quarters/init-quarter', { date: QUARTER });
  const setups = ids.map((accountId) => ({ accountId, openingBalanceCents }));
  await post('quarters/save-setups', { date: QUARTER, setups });
  if (operations > 0)
    await post('operations/save-bulk', {
      operations: Array.from({ length: operations }, (_, i) => anOperation(ids[i % accounts], i, status)),
    });
  return ids;
}
