import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SystemClock } from '../platform/clock.js';
import { backup, lockOf } from '../platform/backup/archive.js';
import { backupName, DEFAULT_RETENTION, outdated } from '../platform/backup/retention.js';
import { withOwnerDatabase } from '../platform/database/owner.js';
import { VERSION } from '../platform/version.js';
import { runCommand } from './command.js';

const PLAIN =
  ' It is not encrypted: set BACKUP_PASSPHRASE (or BACKUP_RECIPIENT) to make backups that only you can read and that cannot be altered.';

/** `npm run backup -- [--to FOLDER] [--prune]` */
await runCommand((env, secret) => {
  const { values } = parseArgs({ options: { to: { type: 'string' }, prune: { type: 'boolean' } } });
  const folder = resolve(values.to ?? join(env.dataDir, 'backups'));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const now = new SystemClock().now();
  const lock = lockOf(env);
  const file = join(folder, backupName(now, lock !== undefined));
  return withOwnerDatabase(env, secret, async (ownerUrl) => {
    const manifest = await backup(ownerUrl, file, { version: VERSION, now, lock });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const old = values.prune ? outdated(readdirSync(folder), DEFAULT_RETENTION) : [];
    for (const name of old) rmSync(join(folder, name));
    const pruned = old.length > 0 ? `; ${old.length} older ones deleted` : '';
    return `${file}: ${manifest.tables.length} tables, ${rows} rows${pruned}.${lock ? '' : PLAIN}`;
  });
});
