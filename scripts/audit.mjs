/**
 * `npm run audit`: what the registry knows against the packages the product ships. An advisory of high or critical
 * severity fails; milder ones are told. A registry that keeps no advisories, as mirrors often do not, or that cannot be reached
 * makes it SKIPPED: then nothing is known, which is not the same as nothing being wrong. The last line is
 * `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installDependencies, requireNode, root } from './setup.mjs';

requireNode();
installDependencies();

const GRAVE = new Set(['high', 'critical']);

const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const asked = spawnSync(
  process.platform === 'win32' ? 'npx.cmd' : 'npx',
  ['--yes', packageManager, 'audit', '--prod', '--json'],
  { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' },
);

/** The report, or the reason there is none. */
function reportOf({ stdout, stderr, error }) {
  try {
    const report = JSON.parse(stdout);
    if (report.advisories) return { advisories: Object.values(report.advisories) };
    return { reason: report.error?.code ?? report.error?.message ?? 'an answer without advisories' };
  } catch {
    return { reason: error?.message ?? /ERR_\w+|E[A-Z]{4,}/.exec(`${stdout}${stderr}`)?.[0] ?? 'no answer' };
  }
}

const { advisories, reason } = reportOf(asked);
if (!advisories) {
  console.log(`!!!! SKIPPED the dependency audit: the registry told no advisories (${reason})`);
  console.log('0 passed, 0 failed');
} else {
  const grave = advisories.filter(({ severity }) => GRAVE.has(severity));
  for (const one of advisories) {
    const line = `${one.module_name} ${one.vulnerable_versions}: ${one.severity}, ${one.title} (${one.url})`;
    console.log(GRAVE.has(one.severity) ? `FAILED ${line}` : line);
  }
  console.log(`${advisories.length} advisories, ${grave.length} of them high or critical`);
  console.log(grave.length > 0 ? `0 passed, ${grave.length} failed` : '1 passed, 0 failed');
  process.exitCode = grave.length > 0 ? 1 : 0;
}
