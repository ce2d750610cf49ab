import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** One parameter of the URL as state: kept when the page is reloaded, shared or gone back to. Empty means absent. */
export function useSearchParam(name: string): [string, (value: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (value: string) => {
      setParams(
        (old) => {
          const next = new URLSearchParams(old);
          if (value === '') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      );
    },
    [name, setParams],
  );
  return [params.get(name) ?? '', set];
}
