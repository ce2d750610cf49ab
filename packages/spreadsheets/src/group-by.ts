/** Items by a word of theirs, in order. */
export function groupBy<T, K>(items: Iterable<T>, wordOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const word = wordOf(item);
    const group = groups.get(word);
    if (group) group.push(item);
    else groups.set(word, [item]);
  }
  return groups;
}
