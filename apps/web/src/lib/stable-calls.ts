import { useLayoutEffect, useRef, useState } from 'react';

type Calls = Readonly<Record<string, (...args: never[]) => unknown>>;

/**
 * The same functions at every rendering, which call the newest ones given: memoised components that get them are not
 * drawn again for them. They are for what a person does, not to be called while drawing.
 */
export function useStableCalls<T extends Calls>(calls: T): T {
  const latest = useRef(calls);
  useLayoutEffect(() => {
    latest.current = calls;
  });
  const [stable] = useState(() => {
    const callLatest =
      (name: string) =>
      (...args: never[]): unknown =>
        latest.current[name]?.(...args);
    return Object.fromEntries(Object.keys(calls).map((name) => [name, callLatest(name)])) as T;
  });
  return stable;
}
