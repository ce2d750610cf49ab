/**
 * The script a browser fetches to show a page for the first time, compressed with gzip, against the budget,
 * and how many files it comes in. Reads Vite's manifest of the build in dist, and fails too where two files import each
 * other, whose modules would run in the wrong order. The last line is `N passed, N failed`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const KB = 1024;

/** Pages with the modules their route opens, or the names of the files these are in, the most their script may weigh, and in how many files. */
const BUDGETS = [
  { page: 'landing', entries: ['src/features/session/landing-page.tsx'], limit: 150 * KB, files: 3 },
  {
    page: 'dashboard',
    entries: ['shell', 'finance'],
    limit: 300 * KB,
    files: 4,
  },
];

if (!existsSync(`${dist}.vite/manifest.json`)) {
  console.error('There is no build: run `npm run build` first.');
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8'));

/** The key of a file that has a name and is no module's own. */
const keyOf = (entry) =>
  entry in manifest
    ? entry
    : Object.keys(manifest).find((key) => manifest[key].name === entry && manifest[key].src === undefined);

/** The files of a module and of what it imports, not of what it imports later. */
function filesOf(key, into = new Set()) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no ${key}`);
  if (into.has(chunk.file)) return into;
  into.add(chunk.file);
  for (const needed of chunk.imports ?? []) filesOf(needed, into);
  return into;
}

/** A ring of files that import each other, if there is one. */
function ring() {
  const finished = new Set();
  function walk(key, path) {
    if (path.includes(key)) return [...path.slice(path.indexOf(key)), key];
    if (finished.has(key)) return undefined;
    for (const next of manifest[key].imports ?? []) {
      const found = walk(next, [...path, key]);
      if (found) return found;
    }
    finished.add(key);
    return undefined;
  }
  for (const key of Object.keys(manifest)) {
    const found = walk(key, []);
    if (found) return found;
  }
  return undefined;
}

/** The scripts that the page itself names. */
const inPage = [
  ...readFileSync(`${dist}index.html`, 'utf8').matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g),
]
  .map(([, file]) => file)
  .filter((file) => Object.values(manifest).some((chunk) => chunk.file === file));

let failed = 0;
for (const { page, entries, limit, files: most } of BUDGETS) {
  const files = new Set([...inPage, ...entries.flatMap((entry) => [...filesOf(keyOf(entry) ?? entry)])]);
  const scripts = [...files].filter((file) => file.endsWith('.js'));
  const bytes = scripts.reduce(
    (sum, file) => sum + gzipSync(readFileSync(dist + file), { level: 9 }).length,
    0,
  );
  const ok = bytes <= limit && scripts.length <= most;
  if (!ok) failed += 1;
  const kb = (value) => `${(value / KB).toFixed(1)} KB`;
  console.log(
    `${ok ? 'ok' : 'FAILED'} ${page}: ${kb(bytes)} in ${scripts.length} files, at most ${kb(limit)} in ${most}`,
  );
}
const found = ring();
if (found) failed += 1;
console.log(
  found ? `FAILED files import each other: ${found.join(' -> ')}` : 'ok no files import each other',
);
console.log(`${BUDGETS.length + 1 - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
