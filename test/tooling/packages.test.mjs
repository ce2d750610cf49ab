/* global describe, it, expect */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = [...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`), 'migrations'];
const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
/** Whose `dist` the build makes, file by file of the sources. */
const [, built] = /CLIENT_PACKAGES = \[([^\]]*)\]/.exec(
  readFileSync(join(root, 'scripts/build.mjs'), 'utf8'),
);
const targetsOf = (value) => (typeof value === 'string' ? [value] : Object.values(value).flatMap(targetsOf));

describe('the packages of the workspace', () => {
  it.each(folders)('%s exports what is there, or what the build makes', (folder) => {
    const { exports: entries = {} } = manifestOf(folder);
    const targets = Object.values(entries).flatMap(targetsOf);
    expect(targets.length).toBeGreaterThan(0);
    for (const target of targets) {
      // The client's own is made when it is packed.
      if (target.startsWith('./dist/published/')) continue;
      const source = target.replace(/^\.\/dist\/(.*)\.js$/, './src/$1.ts');
      if (source !== target)
        expect([target, built]).toEqual([target, expect.stringContaining(`'${folder}'`)]);
      expect([target, existsSync(join(root, folder, source))]).toEqual([target, true]);
    }
  });
});
