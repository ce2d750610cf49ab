/** First letters of the first two words of a name, or a question mark. */
export function initialsOf(name: string): string {
  const letters = name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('');
  return letters === '' ? '?' : letters.toLocaleUpperCase();
}
