/** `npm run check`: formatting, lint, types, dead code. Each prints what is wrong; the exit code says whether any was. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { installDependencies, requireNode, root } from './setup.mjs';

requireNode();
installDependencies();

// The longest first: they run beside each other, as many as there are processors.
const CHECKS = [
  ['lint', 'eslint', '.', '--max-warnings', '0'],
  ['formatting', 'prettier', '--check', '.'],
  ['lint with types', 'oxlint', '--type-aware', '--deny-warnings'],
  ['types', 'tsc', '-p', 'tsconfig.json', '--noEmit'],
  ['types of the web', 'tsc', '-p', 'apps/web', '--noEmit'],
  ['dead code', 'knip'],
  ['documentation of the settings', 'env-docs', '--check'],
  ['documentation of the banks', 'banks-docs', '--check'],
  ['documentation of security', 'security-docs'],
];

const failed = [];
const waiting = [...CHECKS];
const lane = async () => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [name, program, ...args] = next;
    const { code, said } = await run([binary(program), ...args]);
    console.log(`== ${name}`);
    process.stdout.write(said);
    if (code !== 0) failed.push(name);
  }
};
await Promise.all(Array.from({ length: availableParallelism() }, lane));
console.log(failed.length === 0 ? 'Everything is in order.' : `Not in order: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Runs Node with these arguments; what it says is kept until it ends, so that checks do not talk at once. */
function run(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => (said += text));
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, said }));
  });
}

function binary(program) {
  const files = {
    prettier: 'prettier/bin/prettier.cjs',
    eslint: 'eslint/bin/eslint.js',
    tsc: 'typescript-native/bin/tsc',
    oxlint: 'oxlint/bin/oxlint',
    knip: 'knip/bin/knip.js',
  };
  return files[program] ? `${root}node_modules/${files[program]}` : `${root}scripts/${program}.mjs`;
}
