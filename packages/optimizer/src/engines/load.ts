/** Both engines, loaded once a thread. */

import { loadGlpkEngine } from './glpk.js';
import { loadHighsEngine } from './highs.js';
import type { Engines } from './port.js';

export async function loadEngines(): Promise<Engines> {
  const [highs, glpk] = await Promise.all([loadHighsEngine(), loadGlpkEngine()]);
  return { highs, glpk };
}
