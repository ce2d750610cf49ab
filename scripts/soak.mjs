/**
 * `npm run soak`: the long runs in full length, one after the other: 200 households × 4 people for five minutes; 1,000
 * tenants with 2.4 million operations; what a small instance is asked in twelve hours. `npm run soak -- leak` runs one
 * of `load`, `tenants`, `leak`. Their settings are those of `bench/`. The last line is `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { installDependencies, requireNode, root } from './setup.mjs';

requireNode();
installDependencies();

const RUNS = { load: 'bench/load.ts', tenants: 'bench/tenants.ts', leak: 'bench/soak.ts' };
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in RUNS));
if (unknown.length > 0) {
  console.error(`No such run: ${unknown.join(', ')}. There are ${Object.keys(RUNS).join(', ')}.`);
  process.exit(2);
}
let passed = 0;
let failed = 0;
for (const name of wanted.length > 0 ? wanted : Object.keys(RUNS)) {
  console.log(`== ${name}`);
  const done = spawnSync(process.execPath, ['--import', './scripts/typescript.mjs', RUNS[name]], {
    cwd: root,
    stdio: 'inherit',
  });
  if (done.status === 0) passed += 1;
  else {
    failed += 1;
    console.log(`FAILED ${name}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
