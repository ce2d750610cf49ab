/**
 * `npm run release-notes -- FROM [TO]`: the notes of a release in Markdown, from the subjects of its commits by the part of
 * the product they change, and the least version it may have: see Versions in CONTRIBUTING.md.
 */
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/** Parts in the order of the notes; a commit stands under the first of them that it changes. */
const PARTS = [
  ['Plans, taxes and figures', /^packages\/(?:planning|optimizer)\/src\//],
  ['Statements of banks', /^packages\/spreadsheets\/src\/|^apps\/api\/src\/finance\/imports\//],
  ['Screens', /^apps\/web\/(?:src|public)\//],
  ['Programs and assistants', /^packages\/(?:client|contracts)\/src\//],
  ['Running it', /^(?:deploy\/|Dockerfile|docker-compose\.yml|migrations\/src\/|apps\/api\/src\/|scripts\/)/],
];
const isTest = (file) => /\.test\.|\/(?:test|e2e|bench)\//.test(file);
/** What others rely on: a change of it is more than a patch. */
const MINOR =
  /^(?:docs\/openapi\.json|migrations\/src\/\d|apps\/api\/src\/config\/env\.ts|packages\/client\/src\/cli\/)/;

function git(folder, ...args) {
  const done = spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  if (done.status !== 0) throw new Error(done.stderr.trim());
  return done.stdout;
}

/** Commits, oldest first, with the files they change. */
function commits(folder, from, to) {
  const log = git(
    folder,
    'log',
    '--reverse',
    '--no-merges',
    '--name-only',
    '--format=%x1e%s',
    `${from}..${to}`,
  );
  return log
    .split('\u001e')
    .slice(1)
    .map((text) => {
      const [subject, ...files] = text.split('\n').filter((line) => line !== '');
      return { subject, files };
    });
}

/** The first number of the API's version, a pair while it is 0; it rises with a breaking change, which a test holds. */
function contractOf(folder, ref) {
  const { version } = JSON.parse(git(folder, 'show', `${ref}:docs/openapi.json`)).info;
  const [major, minor] = version.split('.');
  return major === '0' ? `0.${minor}` : major;
}

function nextVersion(folder, from, to, changed) {
  const { version } = JSON.parse(git(folder, 'show', `${from}:package.json`));
  const [major, minor, patch] = version.split('.').map(Number);
  const breaks = contractOf(folder, from) !== contractOf(folder, to);
  if (breaks && major > 0) return `${major + 1}.0.0`;
  if (breaks || changed.some((file) => MINOR.test(file))) return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
}

/** @returns the notes; commits that change no part of the product are left out. */
export function releaseNotes(folder, from, to = 'HEAD') {
  const all = commits(folder, from, to);
  const sections = PARTS.map(([title]) => ({ title, subjects: [] }));
  for (const { subject, files } of all) {
    const own = files.filter((file) => !isTest(file));
    const part = PARTS.findIndex(([, path]) => own.some((file) => path.test(file)));
    if (part >= 0) sections[part].subjects.push(subject);
  }
  const changed = all.flatMap(({ files }) => files);
  const lines = sections
    .filter(({ subjects }) => subjects.length > 0)
    .flatMap(({ title, subjects }) => [`## ${title}`, '', ...subjects.map((one) => `- ${one}`), '']);
  const migrates = changed.some((file) => /^migrations\/src\/\d/.test(file));
  const upgrade = migrates
    ? 'The database changes: the first start writes a backup into the data folder before it does.'
    : 'The database stays as it is.';
  return [`# ${nextVersion(folder, from, to, changed)}`, '', upgrade, '', ...lines].join('\n').trimEnd();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [from, to] = process.argv.slice(2);
  if (!from) throw new Error('Since when? npm run release-notes -- FROM [TO]');
  console.log(releaseNotes(process.cwd(), from, to));
}
