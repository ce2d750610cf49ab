import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restore } from '../platform/backup/archive.js';
import { StartError } from '../platform/start-error.js';
import { appLogin, withOwnerDatabase } from '../platform/database/owner.js';
import { VERSION } from '../platform/version.js';
import { runCommand } from './command.js';

/** `npm run restore -- FILE`, into an instance without users. */
await runCommand((env, secret) => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const file = positionals[0];
  if (!file || positionals.length > 1) throw new StartError('Usage: npm run restore -- FILE');
  return withOwnerDatabase(env, secret, async (ownerUrl) => {
    const manifest = await restore(ownerUrl, appLogin(env, secret, ownerUrl), resolve(file), {
      passphrase: env.BACKUP_PASSPHRASE,
      identity: env.BACKUP_IDENTITY,
      version: VERSION,
    });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return `Restored ${manifest.tables.length} tables, ${rows} rows, as of ${manifest.createdAt}.`;
  });
});
