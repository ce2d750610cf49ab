/**
 * The script a browser fetches to show a page for the first time, compressed with gzip, against the budget. Reads
 * Vite's manifest of the build in dist. The last line is `N passed, N failed`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const KB = 1024;

/** Pages with the modules their route opens, and the most their script may weigh. */
const BUDGETS = [
  { page: 'landing', entries: ['src/features/session/landing-page.tsx'], limit: 150 * KB },
  {
    page: 'dashboard',
    entries: [
      'src/app/shell/root-guard.tsx',
      'src/app/shell/shell.tsx',
      'src/features/finance/dashboard/dashboard-page.tsx',
    ],
    limit: 350 * KB,
  },
];

if (!existsSync(`${dist}.vite/manifest.json`)) {
  console.error('There is no build: run `npm run build` first.');
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8'));

/** The files of a module and of what it imports, not of what it imports later. */
function filesOf(key, into = new Set()) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no ${key}`);
  if (into.has(chunk.file)) return into;
  into.add(chunk.file);
  for (const needed of chunk.imports ?? []) filesOf(needed, into);
  return into;
}

let failed = 0;
for (const { page, entries, limit } of BUDGETS) {
  const files = new Set(['index.html', ...entries].flatMap((key) => [...filesOf(key)]));
  const scripts = [...files].filter((file) => file.endsWith('.js'));
  const bytes = scripts.reduce(
    (sum, file) => sum + gzipSync(readFileSync(dist + file), { level: 9 }).length,
    0,
  );
  const ok = bytes <= limit;
  if (!ok) failed += 1;
  const kb = (value) => `${(value / KB).toFixed(1)} KB`;
  console.log(
    `${ok ? 'ok' : 'FAILED'} ${page}: ${kb(bytes)} in ${scripts.length} files, at most ${kb(limit)}`,
  );
}
console.log(`${BUDGETS.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
