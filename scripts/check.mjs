/** `npm run check`: formatting, lint, types, dead code. Each prints what is wrong; the exit code says whether any was. */
import { spawnSync } from 'node:child_process';
import { installDependencies, requireNode, root } from './setup.mjs';

requireNode();
installDependencies();

const CHECKS = [
  ['formatting', 'prettier', '--check', '.'],
  ['lint', 'eslint', '.', '--max-warnings', '0'],
  ['types', 'tsc', '-p', 'tsconfig.json', '--noEmit'],
  ['types of the web', 'tsc', '-p', 'apps/web', '--noEmit'],
  ['dead code', 'knip'],
  ['documentation of the settings', 'env-docs', '--check'],
];

const failed = [];
for (const [name, program, ...args] of CHECKS) {
  console.log(`== ${name}`);
  const done = spawnSync(process.execPath, [binary(program), ...args], { cwd: root, stdio: 'inherit' });
  if (done.status !== 0) failed.push(name);
}
console.log(failed.length === 0 ? 'Everything is in order.' : `Not in order: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

function binary(program) {
  const files = {
    prettier: 'prettier/bin/prettier.cjs',
    eslint: 'eslint/bin/eslint.js',
    tsc: 'typescript/bin/tsc',
    knip: 'knip/bin/knip.js',
  };
  return files[program] ? `${root}node_modules/${files[program]}` : `${root}scripts/${program}.mjs`;
}
