/* global describe, it, expect, beforeAll, afterAll */
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  call,
  freePort,
  HOUSEHOLD,
  ownerUrl,
  pause,
  requireFromApi,
  root,
  seedHousehold,
  signIn,
  start,
  stopAll,
} from './support/program.mjs';

const { WebSocket } = requireFromApi('ws');
const read = (file) => readFileSync(join(root, file), 'utf8');
const OPERATIONS = read('docs/operations.md');
const { scripts } = JSON.parse(read('package.json'));

/** Commands of docs/operations.md, each with what runs it as it stands. A new one has to be put on one of the lists. */
const RUN_BY = {
  'npm start': 'test/commands/start.test.mjs',
  'npm run backup': 'test/commands/operate.test.mjs',
  'npm run restore -- FILE': 'test/commands/operate.test.mjs',
  '-- --to FOLDER': 'test/commands/documents.test.mjs',
  '-- --prune': 'test/commands/documents.test.mjs',
  'FIBADO_DATA=/srv/drill npm run restore -- /srv/backups/the-newest.backup':
    'test/commands/documents.test.mjs',
  'FIBADO_DATA=/srv/drill PORT=8099 npm start': 'test/commands/documents.test.mjs',
  'npm run worker': 'test/commands/documents.test.mjs',
  'npm run test:sso': '.ci/run',
  'npm run test:image': '.ci/run',
  'npm run bench:import': 'npm run bench:import',
  'npm run bench:start': 'npm run bench:start',
  'npm run bench:hostile': 'npm run bench:hostile',
  'npm run bench:tenants': 'npm run bench:tenants',
  'npm run soak': 'npm run soak',
  'npm run soak -- load': 'npm run soak',
  'npm run soak -- tenants': 'npm run soak',
  'npm run soak -- leak': 'apps/api/test/faults/leak.test.ts',
};
/** Without a Docker engine these are not run; `deploy.test.mjs` reads the files they use. */
const NEED_DOCKER = [
  'docker compose up -d',
  'docker compose logs api',
  'docker compose logs keycloak',
  'docker compose cp api:/data/backups .',
  'docker compose up -d database',
  'docker compose run --rm -v /srv/backups:/backups:ro backup node apps/api/dist/commands/restore.js /backups/the-newest.backup',
  'docker compose --profile backup up -d',
  'docker compose up -d --scale api=3 --scale worker=2',
];

const oneLine = (text) => text.replaceAll(/\s+/g, ' ').trim();
const blocks = [...OPERATIONS.matchAll(/^```\w*\n([^]*?)^```$/gm)].map((match) => match[1]);
const blockWith = (text) => blocks.find((block) => block.includes(text));
/** What stands between backticks in running text, and the lines of blocks that are commands. */
function commandsOf(text) {
  const inline = [...text.replaceAll(/^```\w*\n[^]*?^```$/gm, '').matchAll(/`([^`]+)`/g)].map((match) =>
    oneLine(match[1]),
  );
  const lines = blocks.flatMap((block) => block.split('\n'));
  return [...inline, ...lines].filter((line) => /^(?:\w+=\S+ )*(?:npm|docker|node|npx) |^-- /.test(line));
}

afterAll(stopAll);

describe('the documents', () => {
  it('name commands that exist', () => {
    const files = ['README.md', 'README.it.md', 'CONTRIBUTING.md', ...inFolder('docs', '.md')];
    const named = files.flatMap((file) =>
      [...read(file).matchAll(/npm run ([\w:-]+)/g)].map((match) => [file, match[1], match[1] in scripts]),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(([, , exists]) => !exists)).toEqual([]);
  });

  it('name files that exist', () => {
    const missing = [];
    for (const file of ['README.md', 'README.it.md', 'CONTRIBUTING.md', ...inFolder('docs', '.md')])
      for (const [, target] of read(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g))
        if (!existsSync(join(root, file, '..', target))) missing.push([file, target]);
    expect(missing).toEqual([]);
  });

  it('of operations: every command is run as it stands, or needs Docker and is known to', () => {
    const found = [...new Set(commandsOf(OPERATIONS))].sort();
    expect(found).toEqual(
      [...Object.keys(RUN_BY), ...NEED_DOCKER].filter((command) => found.includes(command)).sort(),
    );
    expect([...Object.keys(RUN_BY), ...NEED_DOCKER].filter((command) => !found.includes(command))).toEqual(
      [],
    );
    for (const by of Object.values(RUN_BY))
      if (!by.startsWith('npm ')) expect([by, existsSync(join(root, by))]).toEqual([by, true]);
    const compose = read('docker-compose.yml');
    for (const command of NEED_DOCKER) {
      for (const [, service] of command.matchAll(/(?:logs |--scale |cp |:ro |-d (?=\w))(\w+)/g))
        expect(compose).toMatch(new RegExp(`^  ${service}:`, 'm'));
    }
  });

  it('of operations: the troubles it explains are said by the program in these words', () => {
    const section = OPERATIONS.slice(OPERATIONS.indexOf('## When something is wrong'));
    const sources = inFolder('apps/api/src', '.ts', 'packages/contracts/src').map(read).join('\n');
    const said = [...section.matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1]);
    expect(said.length).toBeGreaterThan(7);
    for (const message of said) {
      // What stands for a value: a dot-dot-dot, a number, an address.
      const words = message
        .split(/…|\d[\d.]*/)
        .map((part) => part.trim())
        .filter((part) => part.length > 3);
      expect([message, words.filter((part) => !sources.includes(part))]).toEqual([message, []]);
    }
  });

  it('of security: every test it names exists', () => {
    const tests = inFolder('apps/api', '.test.ts');
    const named = [...read('docs/security.md').matchAll(/`((?:src|test)\/[^`]+\.test\.ts)`/g)].map(
      (match) => match[1],
    );
    expect(named.length).toBeGreaterThan(40);
    const found = (name) => {
      const pattern = new RegExp(`^apps/api/${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
      return tests.some((file) => pattern.test(file));
    };
    expect(named.filter((name) => !found(name))).toEqual([]);
  });

  it('of the threats: every row names a test that exists, in the words it has', () => {
    const rows = [...read('docs/threat-model.md').matchAll(/^\| ([STRIDE]) .*\| ([^|]+) \|$/gm)];
    expect(rows.length).toBeGreaterThan(35);
    const tests = [
      ...inFolder('apps/api/test', '.ts'),
      ...inFolder('apps/api/src', '.test.ts'),
      ...inFolder('packages', '.test.ts'),
      ...inFolder('apps/web/e2e', '.e2e.ts'),
      ...inFolder('test', '.mjs'),
    ];
    for (const [row, , guard] of rows) {
      const parts = [...guard.matchAll(/`([^`]+)`|"([^"]+)"/g)];
      expect([row, parts.length > 0]).toEqual([row, true]);
      let source = '';
      for (const [, name, words] of parts) {
        if (words !== undefined) {
          expect([words, oneLine(source).includes(words)]).toEqual([words, true]);
          continue;
        }
        if (name.startsWith('npm run ')) {
          expect(name.slice('npm run '.length) in scripts).toBe(true);
          continue;
        }
        const files = tests.filter((file) => `/${file}`.endsWith(`/${name}`) || file.includes(`/${name}/`));
        expect([name, files.length > 0]).toEqual([name, true]);
        source = files.map(read).join('\n');
      }
    }
  });
});

describe('docs/operations.md, followed to the letter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fibado-documents-'));
  const data = join(folder, 'data');
  let port;
  let program;
  const children = [];
  beforeAll(async () => {
    port = await freePort();
    await seedHousehold({ FIBADO_DATA: data });
    program = start({ FIBADO_DATA: data, PORT: String(port), TRUST_PROXY: '1' });
    await program.ready();
  }, 300_000);
  afterAll(async () => {
    for (const child of children) child.kill('SIGTERM');
    await stopAll();
    rmSync(folder, { recursive: true, force: true });
  }, 120_000);

  const figures = async (at) => {
    const token = await signIn(at, HOUSEHOLD);
    return Promise.all(
      ['quarters/list', 'banks/get', 'accounts/get'].map(
        async (path) => (await call(at, `/api/finance/${path}`, { token })).body,
      ),
    );
  };

  it('backs up, and restores in the drill', async () => {
    const backups = join(folder, 'backups');
    mkdirSync(backups);
    const done = shell(`npm run backup -- --to ${backups} --prune`, { FIBADO_DATA: data });
    expect(done).toMatchObject({ status: 0 });
    const [newest] = readdirSync(backups);
    const [restore, run, ...more] = blockWith('/srv/drill').trim().split('\n');
    expect(more).toEqual([]);
    const drillPort = await freePort();
    const here = (line) =>
      line
        .replaceAll('/srv/drill', join(folder, 'drill'))
        .replace('/srv/backups/the-newest.backup', join(backups, newest))
        .replace('8099', String(drillPort));
    const restored = shell(here(restore));
    expect([restored.status, restored.stdout]).toEqual([0, expect.stringMatching(/Restored \d+ tables/)]);
    const drill = start({}, ['bash', '-c', here(run)]);
    await drill.ready();
    expect(await figures(drillPort)).toEqual(await figures(port));
    drill.signal('SIGTERM');
    await drill.ended;
    rmSync(join(folder, 'drill'), { recursive: true });
  }, 300_000);

  /** What a proxy has to do for the product. */
  const throughProxy = async (at) => {
    for (let i = 0; i < 100; i += 1) {
      const up = await fetch(`http://127.0.0.1:${at}/api/health/ready`).catch(() => undefined);
      if (up?.status === 200) break;
      await pause(100);
    }
    expect((await call(at, '/api/health/ready')).status).toBe(200);
    const token = await signIn(at, HOUSEHOLD);
    // Bodies up to the limit come to the API, which finds nothing in this one; a greater one it refuses.
    const form = new FormData();
    form.set('file', new Blob([Buffer.alloc(30 * 1024 * 1024)]), 'casa.zip');
    const upload = await fetch(`http://127.0.0.1:${at}/api/finance/exports/load-archive`, {
      method: 'POST',
      headers: { msfauth: `Bearer ${token}` },
      body: form,
    });
    expect([upload.status, (await upload.json()).error]).toEqual([409, 'ALREADY_EXISTS']);
    const { hostSocket } = (await call(at, '/api/notify/web-notify/list/true', { token })).body;
    const socket = new WebSocket(`ws://127.0.0.1:${at}${new URL(hostSocket).pathname}`, ['v11.stomp']);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    expect(socket.protocol).toBe('v11.stomp');
    socket.terminate();
    const sessions = (await call(at, '/api/user/account/sessions', { token })).body;
    expect(JSON.stringify(sessions)).toContain('127.0.0.1');
  };
  const proxy = (command, args) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    });
    children.push(child);
    let said = '';
    child.stderr.on('data', (text) => (said += text));
    child.once('error', (error) => (said += error.message));
    return () => said;
  };

  onlyWith('caddy')(
    'is served through Caddy',
    async () => {
      const at = await freePort();
      const text = blockWith('reverse_proxy')
        .replace('fibado.example.org', `http://127.0.0.1:${at}`)
        .replace('127.0.0.1:8080', `127.0.0.1:${port}`);
      const file = join(folder, 'Caddyfile');
      writeFileSync(file, `{\n  admin off\n}\n${text}`);
      proxy('caddy', ['run', '--adapter', 'caddyfile', '--config', file]);
      await throughProxy(at);
    },
    60_000,
  );

  onlyWith('nginx')(
    'is served through nginx',
    async () => {
      const at = await freePort();
      const text = blockWith('proxy_pass')
        .replace('listen 443 ssl http2;', `listen 127.0.0.1:${at};`)
        .replace(/^ *ssl_certificate.*\n/gm, '')
        .replace('127.0.0.1:8080', `127.0.0.1:${port}`);
      const own = join(folder, 'nginx');
      for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'])
        mkdirSync(join(own, name), { recursive: true });
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${own}/${name.replace('client_', '')};`)
        .join('\n');
      const user = process.getuid?.() === 0 ? 'user root;' : '';
      const file = join(own, 'nginx.conf');
      writeFileSync(
        file,
        `${user}\ndaemon off;\npid ${own}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${text}}\n`,
      );
      proxy('nginx', ['-e', 'stderr', '-p', own, '-c', file]);
      await throughProxy(at);
    },
    60_000,
  );

  it('starts a worker beside it', async () => {
    const url = ownerUrl(data, 'fibado');
    const workerPort = await freePort();
    const worker = start(
      {
        FIBADO_DATA: join(folder, 'worker'),
        DATABASE_URL: url,
        SECRET_KEY: readFileSync(join(data, 'secret'), 'utf8').trim(),
        WORKER_PORT: String(workerPort),
      },
      ['npm', 'run', 'worker'],
    );
    for (let i = 0; i < 300; i += 1) {
      const up = await fetch(`http://127.0.0.1:${workerPort}/api/health/ready`).catch(() => undefined);
      if (up?.status === 200) break;
      await pause(100);
    }
    expect((await fetch(`http://127.0.0.1:${workerPort}/api/health/ready`)).status).toBe(200);
    worker.signal('SIGTERM');
    await worker.ended;
  }, 120_000);
});

/** A test where the program is installed; where it is not, the run says so. */
function onlyWith(program) {
  if (spawnSync(program, [program === 'nginx' ? '-v' : 'version']).status === 0) return it;
  console.error(`!!!! SKIPPED ${program}: it is not installed`);
  return it.skip;
}

function shell(line, env = {}) {
  return spawnSync('bash', ['-c', line], { cwd: root, encoding: 'utf8', env: { ...process.env, ...env } });
}

function inFolder(folder, ending, ...others) {
  const found = [];
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (['node_modules', 'dist'].includes(entry.name)) continue;
    if (entry.isDirectory()) found.push(...inFolder(path, ending));
    else if (entry.name.endsWith(ending)) found.push(path);
  }
  return [...found, ...others.flatMap((other) => inFolder(other, ending))];
}
