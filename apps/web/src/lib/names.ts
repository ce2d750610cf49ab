/** The order names are shown in everywhere: case and accents aside, and numbers by their value: Conto 3, Conto 12. */
const collator = new Intl.Collator('it', { numeric: true, sensitivity: 'base' });

export const compareNames = (a: string, b: string): number => collator.compare(a, b);

export const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  compareNames(a.name, b.name);
