import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { UploadFolder } from '../../src/platform/http/body/upload-folder.js';
import { until } from '../support/waiting.js';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';

/** Six of each of seven persons, who may have four at a time: 28 are read, 224 MiB, and the others refused. */
const STALLED = 42;
const SENT_EACH = 8 * 1024 * 1024;
const DECLARED = 32 * 1024 * 1024;
const MEMORY_GROWTH = 128 * 1024 * 1024;

/** What a stalled upload was answered, if anything, and when its connection ended. */
interface Upload {
  readonly socket: Socket;
  answer: string;
  closed: boolean;
}

describe('uploads that stall', () => {
  let app: TestApp;
  const uploads: Upload[] = [];
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(async () => {
    for (const { socket } of uploads) socket.destroy();
    await app.close();
  });

  const part = (name: string, rest: string) =>
    `--XX\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`;
  const head = (user: TestUser, length: number) =>
    'POST /api/finance/imports/preview HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=XX\r\n' +
    `msfauth: Bearer ${user.token}\r\nContent-Length: ${length}\r\n\r\n` +
    part('file', '; filename="a.csv"\r\nContent-Type: text/csv');

  /** Sends the beginning of a file and then nothing any more. */
  const stall = (user: TestUser, bytes: Buffer): Upload => {
    const upload: Upload = { socket: connect(app.port, '127.0.0.1'), answer: '', closed: false };
    upload.socket.on('data', (text: Buffer) => (upload.answer += text.toString()));
    upload.socket.on('error', () => undefined);
    upload.socket.on('close', () => (upload.closed = true));
    upload.socket.write(head(user, DECLARED));
    upload.socket.write(bytes);
    uploads.push(upload);
    return upload;
  };
  const filesLeft = (): string[] =>
    readdirSync(join(app.env.dataDir, 'uploads'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.upload'),
    );
  const preview = (user: TestUser) =>
    app.as(user).post('/api/finance/imports/preview').attach('file', Buffer.from('a;b\n1;2'), 'a.csv');

  it('hold no memory, are ended, and keep no other client waiting', async () => {
    const hostile: TestUser[] = [];
    for (let at = 0; at < 7; at++) hostile.push(await app.newUser(['FBDO_READ']));
    const other = await app.newUser(['FBDO_READ']);
    const bytes = Buffer.alloc(SENT_EACH, 'x');
    const used = () => {
      const { arrayBuffers, external } = process.memoryUsage();
      return arrayBuffers + external;
    };
    const before = used();
    for (let at = 0; at < STALLED; at++) stall(hostile[at % hostile.length]!, bytes);
    // What is not refused has been read, and stalls for ten seconds from then on.
    await until(
      'the beginnings',
      () => uploads.every(({ socket, answer }) => socket.writableLength === 0 || answer !== ''),
      30_000,
    );
    await until('memory to be free again', () => used() - before < MEMORY_GROWTH, 6000);

    // Small files of others come through meanwhile.
    expect((await preview(other)).status).toBe(200);

    await until('every connection to end', () => uploads.every(({ closed }) => closed), 45_000);
    const statuses = new Set(uploads.map(({ answer }) => /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]));
    expect([...statuses].filter((status) => status !== '408' && status !== '429')).toEqual([]);
    expect(statuses).toContain('408');
    expect(filesLeft()).toEqual([]);
  }, 180_000);

  it('of one person are few at a time, and a gone client leaves no file', async () => {
    const [greedy, neighbour] = await Promise.all([app.newUser(['FBDO_READ']), app.newUser(['FBDO_READ'])]);
    const own = Array.from({ length: 12 }, () => stall(greedy, Buffer.alloc(1000, 'x')));
    const refusals = () => own.filter(({ answer }) => answer.startsWith('HTTP/1.1 429'));
    await until('refusals', () => refusals().length >= 6);
    const refused = refusals();
    expect(refused[0]!.answer).toMatch(/Retry-After: \d+/i);
    expect((await preview(neighbour)).status).toBe(200);
    for (const { socket } of own) socket.destroy();
    await until('the files to go', () => filesLeft().length === 0, 5000);
    expect((await preview(greedy)).status).toBe(200);
  }, 60_000);

  it('declared larger than allowed are refused before they are read', async () => {
    const user = await app.newUser(['FBDO_READ']);
    const upload: Upload = { socket: connect(app.port, '127.0.0.1'), answer: '', closed: false };
    uploads.push(upload);
    upload.socket.on('error', () => undefined);
    const answered = new Promise<string>((resolve) =>
      upload.socket.once('data', (text: Buffer) => resolve(text.toString())),
    );
    upload.socket.write(head(user, 40 * 1024 * 1024));
    expect(await answered).toMatch(/^HTTP\/1\.1 413/);
  });

  it('refuse fields the contract does not know', async () => {
    const user = await app.newUser(['FBDO_READ']);
    const send = (path: string) =>
      app.as(user).post(path).field('surprise', '1').attach('file', Buffer.from('a;b\n1;2'), 'a.csv');
    for (const path of ['/api/finance/imports/preview', '/api/user/account/change-avatar']) {
      const { status, body } = await send(path);
      expect([status, body]).toEqual([400, { error: 'VALIDATION', params: ['surprise'] }]);
    }
    expect(filesLeft()).toEqual([]);
  });

  it('of a process that was killed are removed at the next start', async () => {
    const parent = join(app.env.dataDir, 'uploads');
    // No process has this number: the kernel's largest is 2^22.
    const dead = join(parent, `${hostname()}.99999999.00000000`);
    const foreign = join(parent, 'other-machine.1.00000000');
    for (const folder of [dead, foreign]) {
      mkdirSync(folder);
      writeFileSync(join(folder, 'left.upload'), 'x');
    }
    const own = readdirSync(parent).filter((name) => name.includes(`.${process.pid}.`));
    const next = new UploadFolder(app.env);
    next.onModuleInit();
    expect(readdirSync(parent).sort()).toEqual(expect.arrayContaining([...own, 'other-machine.1.00000000']));
    expect(existsSync(dead)).toBe(false);
    // A folder of another machine goes when nothing was written to it for long.
    utimesSync(foreign, new Date(0), new Date(0));
    new UploadFolder(app.env).onModuleInit();
    expect(existsSync(foreign)).toBe(false);
  });
});
