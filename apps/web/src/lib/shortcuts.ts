import { useHotkeys } from '@mantine/hooks';
import { useEffect, useId } from 'react';
import { createStore, useStore } from './store';

/** A key of the page in front, listed by `?`. */
export interface Shortcut {
  /** As Mantine writes them: `mod+Enter`, `n`, `shift+D`. */
  readonly keys: string;
  /** Key of the language files. */
  readonly label: string;
  readonly run: () => void;
  /** Works while a field has the focus. Default: only with `mod`. */
  readonly inFields?: boolean;
}

/** A command of the page in front, offered by the command palette beside the menu. */
export interface Command {
  readonly id: string;
  /** Text as shown. */
  readonly label: string;
  readonly description?: string;
  readonly run: () => void;
}

type Registry<T> = readonly { readonly owner: string; readonly items: readonly T[] }[];

const shortcuts = createStore<Registry<Shortcut>>([]);
const commands = createStore<Registry<Command>>([]);

function useRegistered<T>(registry: ReturnType<typeof createStore<Registry<T>>>, items: readonly T[]): void {
  const owner = useId();
  useEffect(() => {
    registry.set((all) => [...all.filter((entry) => entry.owner !== owner), { owner, items }]);
  }, [registry, owner, items]);
  useEffect(
    () => () => registry.set((all) => all.filter((entry) => entry.owner !== owner)),
    [registry, owner],
  );
}

/** Binds keys while the component is mounted and lists them under `?`. Give it a memoised array. */
export function useShortcuts(items: readonly Shortcut[]): void {
  useRegistered(shortcuts, items);
  const inFields = (item: Shortcut): boolean => item.inFields ?? item.keys.includes('mod');
  // Where `?` is on a keyboard, and whether it takes shift, differs from country to country.
  const bind = (item: Shortcut): [string, () => void][] =>
    (item.keys === '?' ? ['?', 'shift+?'] : [item.keys]).map((keys) => [keys, item.run]);
  useHotkeys(items.filter(inFields).flatMap(bind), [], true);
  useHotkeys(items.filter((item) => !inFields(item)).flatMap(bind));
}

/** Offers commands in the palette while the component is mounted. Give it a memoised array. */
export function useCommands(items: readonly Command[]): void {
  useRegistered(commands, items);
}

export const useShortcutList = (): readonly Shortcut[] => useStore(shortcuts).flatMap((entry) => entry.items);
export const useCommandList = (): readonly Command[] => useStore(commands).flatMap((entry) => entry.items);
