import { testData, testOperation, ids } from '../shared/test-household';
import { actualsToSend, openOperations } from './close-model';

it('sends what was said and nothing else, a zero included', () => {
  expect(
    actualsToSend([
      { accountId: ids.main, closingBalanceCents: 0, netInterestCents: null, stampDutyCents: 853 },
      { accountId: ids.savings, closingBalanceCents: null, netInterestCents: null, stampDutyCents: null },
    ]),
  ).toEqual([{ accountId: ids.main, closingBalanceCents: 0, stampDutyCents: 853 }]);
});

it('finds the operations that keep a quarter open', () => {
  const done = testOperation({ id: ids.salary, status: 'DONE' });
  expect(openOperations([...testData.operations, done], '2027-01-01').map((o) => o.id)).toEqual([
    ids.rent,
    ids.move,
  ]);
});
