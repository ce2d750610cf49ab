import { type RefObject, useEffect, useState } from 'react';

/** Blocks drawn from the start: most quarters have no more. */
const AT_ONCE = 6;

/**
 * Which blocks of a long grid are drawn: the first ones, those asked for, and those that came near to what is in sight.
 * A block once drawn stays, so that what is scrolled back to is there at once.
 */
export function useDrawnBlocks(
  box: RefObject<HTMLDivElement | null>,
  count: number,
  asked: readonly number[],
): (block: number) => boolean {
  const [seen, setSeen] = useState<ReadonlySet<number>>(() => new Set(asked));
  if (asked.some((block) => !seen.has(block))) setSeen(new Set([...seen, ...asked]));
  useEffect(() => {
    const waiting = [...(box.current?.querySelectorAll<HTMLElement>('[data-block]') ?? [])];
    if (waiting.length === 0) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const near = entries.filter((entry) => entry.isIntersecting);
        const blocks = near.map(({ target }) => Number((target as HTMLElement).dataset.block));
        if (blocks.length > 0) setSeen((old) => new Set([...old, ...blocks]));
      },
      { root: box.current, rootMargin: '100% 0px' },
    );
    for (const block of waiting) observer.observe(block);
    return () => observer.disconnect();
  }, [box, count, seen]);
  return (block) => block < AT_ONCE || seen.has(block);
}
