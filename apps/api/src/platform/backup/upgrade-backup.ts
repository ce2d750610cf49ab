import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '../../config/env.js';
import { inOneLine, StartError } from '../start-error.js';
import { VERSION } from '../version.js';
import { backup, lockOf } from './archive.js';
import { backupName } from './retention.js';

/**
 * Writes a backup of the schema as it is, among the others, before a newer program changes it: the way back.
 * @throws StartError when it cannot be written: nothing has been changed then.
 */
export async function backupBeforeUpgrade(
  env: Env,
  ownerUrl: string,
  now: Date,
  tell: (line: string) => void,
): Promise<void> {
  const folder = join(env.dataDir, 'backups');
  const lock = lockOf(env);
  const file = join(folder, backupName(now, lock !== undefined));
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await backup(ownerUrl, file, { version: VERSION, now, lock });
  } catch (error) {
    throw new StartError(
      `The backup before the upgrade cannot be written (${inOneLine(error)}); nothing is changed. UPGRADE_BACKUP=false goes without.`,
    );
  }
  tell(`Backup before the upgrade: ${file}`);
}
