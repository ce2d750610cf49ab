import { inGroups, inOrderOf } from './order';
import { testHousehold } from './test-household';

const [first] = testHousehold.accounts;
if (!first) throw new Error('the test household has accounts');
const account = (name: string, accountGroupId = 'a') => ({ ...first, id: name, name, accountGroupId });

it('puts accounts by group, and in each by the value of the numbers in their names', () => {
  const list = [account('Conto 1', 'b'), account('Conto 12'), account('conto 3'), account('Àncora')];
  const order = inGroups(list);
  expect(order.map(({ name }) => name)).toEqual(['Conto 1', 'Àncora', 'conto 3', 'Conto 12']);
  const rows = [{ accountId: 'gone' }, { accountId: 'Conto 12' }, { accountId: 'Conto 1' }];
  expect(inOrderOf(order, rows).map((row) => row.accountId)).toEqual(['Conto 1', 'Conto 12', 'gone']);
});
