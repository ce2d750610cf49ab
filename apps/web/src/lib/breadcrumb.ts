import type { MenuIconName } from './route';
import { createStore, useStore } from './store';

export interface Crumb {
  /** The route's id: one place in the trail a route. */
  readonly key: string;
  readonly label: string;
  readonly icon?: MenuIconName | undefined;
  /** Where it leads; a crumb without it is not clickable. */
  readonly to?: string | undefined;
}

const trail = createStore<readonly Crumb[]>([]);

/**
 * The trail after visiting `page`, whose ancestors with a page of their own are `parents`: revisiting a route trims
 * the stack back to it, a new one is put on top, its parents first when they were never visited.
 */
export function visit(stack: readonly Crumb[], parents: readonly Crumb[], page: Crumb): readonly Crumb[] {
  const known = stack.findIndex((crumb) => crumb.key === page.key);
  const below = known >= 0 ? stack.slice(0, known) : stack;
  const missing = parents.filter((parent) => !below.some((crumb) => crumb.key === parent.key));
  return [...below, ...missing, page];
}

export const breadcrumb = {
  visit(parents: readonly Crumb[], page: Crumb): void {
    trail.set((stack) => visit(stack, parents, page));
  },
  clear: (): void => trail.set([]),
  get: trail.get,
};

export const useBreadcrumb = (): readonly Crumb[] => useStore(trail);
