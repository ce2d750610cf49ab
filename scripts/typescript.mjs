/**
 * Lets Node run the workspace's TypeScript sources as they are: `node --import ./scripts/typescript.mjs file.ts`.
 * For benches and test set-ups; the product runs what `build` made.
 */
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
