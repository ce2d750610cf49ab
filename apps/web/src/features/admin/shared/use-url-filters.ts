import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

export const PAGE_SIZE = 25;

/** Filters and page of a list, kept in the address so that they survive a reload and can be shared. */
export function useUrlFilters() {
  const [params, setParams] = useSearchParams();
  const value = (key: string): string => params.get(key) ?? '';
  const page = Math.max(0, Number.parseInt(params.get('page') ?? '0', 10) || 0);

  const set = useCallback(
    (patch: Readonly<Record<string, string>>) => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          // Another filter begins at the first page.
          next.delete('page');
          for (const [key, text] of Object.entries(patch)) {
            if (text === '' || (key === 'page' && text === '0')) next.delete(key);
            else next.set(key, text);
          }
          return next;
        },
        { replace: true },
      );
    },
    [setParams],
  );

  /** For a query: the filters that are set. */
  const given = (...keys: readonly string[]): Record<string, string> =>
    Object.fromEntries(keys.flatMap((key) => (value(key).trim() === '' ? [] : [[key, value(key).trim()]])));

  return { value, page, set, given };
}

export type UrlFilters = ReturnType<typeof useUrlFilters>;
