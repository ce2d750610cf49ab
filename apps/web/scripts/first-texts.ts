import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

type Texts = Readonly<Record<string, unknown>>;

/** The pages that a person opens first, by the ends of their modules' names. */
const FIRST = [
  '/src/main.tsx',
  '/session/landing-page.tsx',
  '/shell/shell.tsx',
  '/dashboard/dashboard-page.tsx',
];

/** The modules that know all pages: what they load on demand is no part of the first ones. */
const TABLES = /\/(?:router|shell-routes|routes)\.tsx?$/;

const isOurs = (module: string) => /\.tsx?$/.test(module) && !module.includes('/node_modules/');

/** Whether a module names the text of a key: outright, as the beginning of one, or as a group. */
export function namedIn(sources: readonly string[], groups: readonly string[]): (key: string) => boolean {
  const pattern = new RegExp(String.raw`['"\`]((?:${groups.join('|')})(?:\.[A-Z0-9_]+)*)(\.?\$)?`, 'g');
  const whole = new Set<string>();
  const begun = new Set<string>();
  for (const source of sources)
    for (const [, name = '', more] of source.matchAll(pattern))
      if (more !== undefined) begun.add(name);
      else if (name.includes('.')) whole.add(name);
  return (key) =>
    [...begun].some((start) => key.startsWith(start)) ||
    // A group, the forms of a plural, and those of a context.
    [...whole].some((name) => key === name || key.startsWith(`${name}.`) || key.startsWith(`${name}_`));
}

/** The part of a language file whose keys are `wanted`. */
export function partOf(texts: Texts, wanted: (key: string) => boolean, path = ''): Texts {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]): [string, unknown][] => {
      const key = path + name;
      if (typeof text === 'string') return wanted(key) ? [[name, text]] : [];
      const part = partOf(text as Texts, wanted, `${key}.`);
      return Object.keys(part).length > 0 ? [[name, part]] : [];
    }),
  );
}

/**
 * Beside each language file one with the texts of the pages opened first and of what they load on demand, a third of it:
 * the whole file is fetched once such a page has been painted.
 */
export function firstTexts(root: string): Plugin {
  return {
    name: 'first-texts',
    apply: 'build',
    generateBundle() {
      const modules = new Set<string>();
      const walk = (module: string): void => {
        const info = modules.has(module) ? null : this.getModuleInfo(module);
        if (!info) return;
        modules.add(module);
        info.importedIds.forEach(walk);
        if (!TABLES.test(module)) info.dynamicallyImportedIds.forEach(walk);
      };
      const all = [...this.getModuleIds()];
      for (const end of FIRST) all.filter((module) => module.endsWith(end)).forEach(walk);
      const sources = [...modules].filter(isOurs).map((module) => readFileSync(module, 'utf8'));
      for (const language of ['it', 'en']) {
        const file = join(root, 'public/assets/i18n', `${language}.json`);
        const texts = JSON.parse(readFileSync(file, 'utf8')) as Texts;
        const part = partOf(texts, namedIn(sources, Object.keys(texts)));
        this.emitFile({
          type: 'asset',
          fileName: `assets/i18n/${language}-first.json`,
          source: JSON.stringify(part),
        });
      }
    },
  };
}
