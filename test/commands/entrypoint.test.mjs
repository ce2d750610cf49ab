/* global describe, it, expect, beforeEach, afterEach */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ENTRY = fileURLToPath(new URL('../../deploy/entrypoint.sh', import.meta.url));

/**
 * The image's entry with stand-ins for who one is and for what only root may do; `npm run test:image` runs it as root in
 * the image's own files.
 */
describe("the image's entry", () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fibado-entry-'));
    mkdirSync(join(folder, 'bin'));
    mkdirSync(join(folder, 'data/backups'), { recursive: true });
    writeFileSync(join(folder, 'data/secret'), 'x');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const program = (name, text) => {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
  };
  /** @param owned whether all of the data folder belongs to whom it should. */
  const start = ({ as, settings = {}, owned = false, command = ['echo', 'started'] }) => {
    program('id', `echo ${as}`);
    program('chown', `echo "$@" >>${folder}/chowned`);
    program('setpriv', `echo "setpriv $*"`);
    // As `find` answers when it finds none, or leads to each.
    if (owned) program('find', 'exit 0');
    const done = spawnSync('/bin/sh', [ENTRY, ...command], {
      encoding: 'utf8',
      env: { PATH: `${folder}/bin:/usr/bin:/bin`, FIBADO_DATA: join(folder, 'data'), ...settings },
    });
    const chowned = join(folder, 'chowned');
    return { ...done, chowned: existsSync(chowned) ? readFileSync(chowned, 'utf8') : '' };
  };

  it('runs the command as any user it is started as, and takes nothing over', () => {
    for (const settings of [{}, { PUID: '1234' }]) {
      const done = start({ as: 1234, settings });
      expect(done).toMatchObject({ status: 0, stdout: 'started\n', stderr: '', chowned: '' });
    }
  });

  it('passes on how the command ends, and its words as they are', () => {
    const command = ['sh', '-c', 'echo "$1|$2"; exit 3', 'sh', 'two words', '*'];
    expect(start({ as: 1000, command })).toMatchObject({ status: 3, stdout: 'two words|*\n' });
  });

  it('says what is wrong where PUID asks for another user than it is started as', () => {
    const done = start({ as: 1000, settings: { PUID: '1234' } });
    expect(done).toMatchObject({ status: 1, stdout: '', chowned: '' });
    expect(done.stderr).toContain('PUID=1234, but the container runs as 1000');
  });

  it('gives the data folder to PUID and PGID as root, and goes on as they are without any right', () => {
    const done = start({ as: 0, settings: { PUID: '1234', PGID: '5678' } });
    expect(done.status).toBe(0);
    const [whom, ...paths] = done.chowned.trim().split(' ').slice(1);
    expect(whom).toBe('1234:5678');
    const data = join(folder, 'data');
    expect(paths.sort()).toEqual([data, join(data, 'backups'), join(data, 'secret')]);
    expect(done.chowned.startsWith('-h ')).toBe(true);
    expect(done.stdout).toBe(
      'setpriv --reuid 1234 --regid 5678 --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all -- echo started\n',
    );
  });

  it('is user 1000 where root names none, and changes no owner twice', () => {
    const done = start({ as: 0, owned: true });
    expect(done).toMatchObject({ status: 0, chowned: '' });
    expect(done.stdout).toContain('--reuid 1000 --regid 1000');
  });

  it.each(['0', 'root', '12a', '-1', '10 00'])('never goes on as root, nor as %j', (value) => {
    for (const settings of [
      { PUID: value, PGID: '1000' },
      { PUID: '1000', PGID: value },
    ]) {
      const done = start({ as: 0, settings });
      expect(done).toMatchObject({ status: 1, stdout: '', chowned: '' });
      expect(done.stderr).toContain('other than root');
    }
  });

  it('changes nothing and starts nothing where the data folder is missing', () => {
    const settings = { FIBADO_DATA: join(folder, 'elsewhere') };
    const done = start({ as: 0, settings });
    expect(done.status).not.toBe(0);
    expect(done).toMatchObject({ stdout: '', chowned: '' });
  });
});
