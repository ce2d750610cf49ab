import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const APP = import.meta.dirname;
const LIBRARY = join(APP, '../../node_modules/@mantine');
const CORE = join(LIBRARY, 'core/styles');
const IMPORTS = /import\s*\{([^}]*)\}\s*from\s*['"]@mantine\/(\w+)['"]/g;

const filesIn = (folder: string, ends: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => ends.test(path))
    .map((path) => join(folder, path));

/** The modules of the library by their names and those of their packages. */
const modules = new Map(
  readdirSync(LIBRARY)
    .filter((part) => existsSync(join(LIBRARY, part, 'esm')))
    .flatMap((part) =>
      filesIn(join(LIBRARY, part, 'esm'), /\.mjs$/).map((path): [string, string] => [
        `${part}/${basename(path, '.mjs')}`,
        path,
      ]),
    ),
);

/** The modules that a source takes from the library by name. */
const namedIn = (source: string): string[] =>
  [...source.matchAll(IMPORTS)].flatMap(([, names = '', part = '']) =>
    names.split(',').flatMap((name) => modules.get(`${part}/${name.trim().split(/\s/)[0] ?? ''}`) ?? []),
  );

/** The style sheets of the library's core that the application's sources need, with what their components stand on. */
function needed(): Set<string> {
  const sheets = new Set<string>();
  const seen = new Set<string>();
  function walk(path: string): void {
    if (seen.has(path)) return;
    seen.add(path);
    const sheet = `${basename(path, '.module.mjs')}.css`;
    if (path.endsWith('.module.mjs') && path.includes('/core/')) {
      // Some sheets are part of another one.
      if (existsSync(join(CORE, sheet))) sheets.add(sheet);
      return;
    }
    const source = readFileSync(path, 'utf8');
    for (const [, next = ''] of source.matchAll(/from "(\.[^"]+\.mjs)"/g)) walk(join(dirname(path), next));
    namedIn(source).forEach(walk);
  }
  for (const path of filesIn(join(APP, '..'), /(?<!\.test)\.tsx?$/))
    namedIn(readFileSync(path, 'utf8')).forEach(walk);
  return sheets;
}

describe("the library's styles", () => {
  const imported = [
    ...readFileSync(join(APP, 'mantine-styles.ts'), 'utf8').matchAll(/styles\/([\w-]+\.css)'/g),
  ]
    .map(([, sheet]) => sheet ?? '')
    .filter((sheet) => !['baseline.css', 'default-css-variables.css', 'global.css'].includes(sheet));

  it('are those of the components in use, and no others', () => {
    expect([...imported].sort()).toEqual([...needed()].sort());
  });

  it("stand in the library's own order, in which a component overrides what it is made of", () => {
    const whole = readFileSync(join(CORE, '../styles.css'), 'utf8');
    const at = imported.map((sheet) => {
      const [own] = /\.m_[0-9a-f]+/.exec(readFileSync(join(CORE, sheet), 'utf8')) ?? ['?'];
      return whole.indexOf(own);
    });
    expect(at).toEqual(at.toSorted((one, other) => one - other));
  });
});
