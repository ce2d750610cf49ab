import { writeAmountsIn } from '../../../lib/money';
import { actionEntries, movementEntry } from './palette-entries';
import { ids, testOperation } from './test-household';

it('finds a movement by its amount as it is written and as it is typed', () => {
  const move = testOperation({ id: ids.rent, amountCents: 123_456, description: 'Affitto & spese' });
  const entry = movementEntry(move, 'Conto Alfa', '••••');
  expect(entry.keywords).toEqual(expect.arrayContaining(['1.234,56', '1234,56']));
  expect(entry.to).toBe(`/fibado/accounts/view/${ids.main}?search=Affitto%20%26%20spese`);
  // With amounts hidden they are not shown here either.
  expect(`${entry.label} ${entry.description}`).not.toContain('1.234,56');
});

it('finds it in English too, without the comma of thousands', () => {
  writeAmountsIn('en');
  const { keywords } = movementEntry(testOperation({ id: ids.rent, amountCents: 123_456 }), '', '');
  writeAmountsIn('it');
  expect(keywords).toEqual(expect.arrayContaining(['1,234.56', '1234.56']));
});

it('leads to a plan, an operation and a new account, the first two where a quarter is under way', () => {
  const t = ((key: string) => key) as never;
  expect(actionEntries('2027-01-01', t).map(({ to }) => to)).toEqual([
    '/fibado/dashboard/automatic-planning/2027-01-01',
    '/fibado/dashboard/operation/edit/2027-01-01',
    '/fibado/accounts/create',
  ]);
  expect(actionEntries(undefined, t).map(({ to }) => to)).toEqual(['/fibado/accounts/create']);
});
