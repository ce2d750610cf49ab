import { movementEntry } from './palette-entries';
import { ids, testOperation } from './test-household';

it('finds a movement by its amount as it is written and as it is typed', () => {
  const move = testOperation({ id: ids.rent, amountCents: 123_456, description: 'Affitto & spese' });
  const entry = movementEntry(move, 'Conto Alfa', '••••');
  expect(entry.keywords).toEqual(expect.arrayContaining(['1.234,56', '1234,56']));
  expect(entry.to).toBe(`/fibado/accounts/view/${ids.main}?search=Affitto%20%26%20spese`);
  // With amounts hidden they are not shown here either.
  expect(`${entry.label} ${entry.description}`).not.toContain('1.234,56');
});
