import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CommandError, EXIT } from './exit-codes.js';

/** The instance and the API key the command works with. */
export interface StoredLogin {
  readonly url: string;
  readonly key: string;
  readonly tenant: string;
  readonly username: string;
  /** ISO moment. */
  readonly expiresAt?: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder of the user's settings, where the system keeps them. */
function folderOf(env: Environment): string {
  if (env['FIBADO_CONFIG']) return env['FIBADO_CONFIG'];
  if (process.platform === 'win32' && env['APPDATA']) return join(env['APPDATA'], 'fibado');
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'fibado');
}

const fileOf = (env: Environment): string => join(folderOf(env), 'login.json');

/** The login of the environment, which goes before the stored one. @throws CommandError when there is none. */
export function readLogin(env: Environment): Pick<StoredLogin, 'url' | 'key'> & Partial<StoredLogin> {
  const stored = storedLogin(env);
  const key = env['FIBADO_API_KEY'] || stored?.key;
  const url = env['FIBADO_URL'] || stored?.url;
  if (!key || !url) throw new CommandError(EXIT.signedOut, 'Not signed in: fibado login');
  // A key of the environment has nothing to do with the stored one's tenant.
  return key === stored?.key ? { ...stored, url } : { url, key };
}

export function storedLogin(env: Environment): StoredLogin | undefined {
  let text: string;
  try {
    text = readFileSync(fileOf(env), 'utf8');
  } catch {
    return undefined;
  }
  try {
    return JSON.parse(text) as StoredLogin;
  } catch {
    throw new CommandError(EXIT.failed, `${fileOf(env)} cannot be read; sign in again: fibado login`);
  }
}

/** Keeps a login where its owner alone can read it. @returns the file. */
export function storeLogin(env: Environment, login: StoredLogin): string {
  const folder = folderOf(env);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const file = fileOf(env);
  const fresh = `${file}.${String(process.pid)}`;
  writeFileSync(fresh, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 });
  renameSync(fresh, file);
  return file;
}

export function forgetLogin(env: Environment): void {
  rmSync(fileOf(env), { force: true });
}
