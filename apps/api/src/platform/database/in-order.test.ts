import { inOrder } from './in-order.js';

test('answers what each statement answered', async () => {
  await expect(inOrder(Promise.resolve(1), Promise.resolve('two'))).resolves.toEqual([1, 'two']);
});

test('tells the failure of the first in order, however late it comes, and leaves none running', async () => {
  const steps: string[] = [];
  let fail: (error: Error) => void = () => undefined;
  const first = new Promise<never>((_, reject) => (fail = reject));
  const waiting = inOrder(first, Promise.reject(new Error('the one behind it')), Promise.resolve());
  const told = waiting.catch((error: unknown) => steps.push(String(error)));
  await Promise.resolve();
  steps.push('still waiting');
  fail(new Error('the cause'));
  await told;
  expect(steps).toEqual(['still waiting', 'Error: the cause']);
});
