import { renderHook } from '@testing-library/react';
import { useStableCalls } from './stable-calls';

it('gives the same functions at every rendering, which call the newest ones', () => {
  const { result, rerender } = renderHook(
    ({ said }) => useStableCalls({ say: (to: string) => `${said} ${to}` }),
    {
      initialProps: { said: 'ciao' },
    },
  );
  const { say } = result.current;
  expect(say('Anna')).toBe('ciao Anna');
  rerender({ said: 'addio' });
  expect(result.current.say).toBe(say);
  expect(say('Anna')).toBe('addio Anna');
});
