/**
 * `npm run docs:openapi` writes docs/openapi.json from the contracts; with `--check` it writes nothing. Either way
 * it refuses a change that breaks callers of a version committed before, unless API_VERSION says so.
 */
import './typescript.mjs';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './setup.mjs';

const NAME = 'docs/openapi.json';
/** Earlier versions looked at, newest first. */
const HISTORY = 50;

const contracts = (file) => import(pathToFileURL(join(root, 'packages/contracts/src', file)).href);
const { openApiDocument, openApiText } = await contracts('openapi.ts');
const { breakingChanges, saysItBreaks } = await contracts('openapi-changes.ts');

const git = (...args) =>
  execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

function earlierVersions() {
  try {
    const commits = git('log', `--max-count=${HISTORY}`, '--format=%H', '--', NAME)
      .split('\n')
      .filter(Boolean);
    return commits.flatMap((commit) => {
      try {
        return [{ commit, document: JSON.parse(git('show', `${commit}:${NAME}`)) }];
      } catch {
        // The commit that took the file away.
        return [];
      }
    });
  } catch {
    return [];
  }
}

const document = openApiDocument();
const text = openApiText(document);
const earlier = earlierVersions();
const breaks = earlier
  .filter(({ document: old }) => !saysItBreaks(old.info.version, document.info.version))
  .flatMap(({ commit, document: old }) =>
    breakingChanges(old, document).map((what) => `${what} (${commit.slice(0, 8)})`),
  );

if (breaks.length > 0) {
  console.error(`These changes break callers; ${document.info.version} does not say so:`);
  for (const one of new Set(breaks)) console.error(`  ${one}`);
  console.error(
    'Raise API_VERSION in packages/contracts/src/openapi.ts and the version of packages/contracts.',
  );
  process.exitCode = 1;
} else {
  if (earlier.length === 0) console.log('No history to compare with.');
  else console.log(`${NAME} breaks none of ${earlier.length} earlier versions.`);
  const file = join(root, NAME);
  const current = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (current !== text) {
    console.error(`${NAME} is not what the contracts say: npm run docs:openapi`);
    process.exitCode = 1;
  }
}
