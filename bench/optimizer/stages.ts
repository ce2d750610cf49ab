import { STAGES } from '../../packages/optimizer/src/stages.js';

/** A stage misspelt would be left in and measured as left out. */
export function refuseUnknownStages(names: ReadonlySet<string>): void {
  const known = new Set([...STAGES.map(({ name }) => name), 'exact-duties']);
  const unknown = [...names].filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new Error(`no stages: ${unknown.join(', ')}; known: ${[...known].join(', ')}`);
}
