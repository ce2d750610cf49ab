import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { api, type ApiKeyScope, type Role, type Session } from '@fibado/contracts';
import type { Command } from 'commander';
import { clientOf, CLIENT_CODE, type Context, print, say, signedIn } from './context.js';
import { CommandError, EXIT, usage } from './exit-codes.js';
import { forgetLogin, readLogin, storedLogin, storeLogin } from './stored-login.js';
import { ask, askSecret } from './terminal.js';

const DEFAULT_URL = 'http://localhost:8080';

interface LoginOptions {
  readonly username?: string;
  readonly tenant?: string;
  readonly key?: true;
  readonly days: string;
}

/** `https://host/` as an origin. @throws CommandError */
function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw usage(`${text} is no address: write https://host`);
  if (url.pathname !== '/' || url.search || url.hash)
    throw usage(`An instance lives at the root of its host: ${url.origin}`);
  return url.origin;
}

export function addLogin(program: Command, context: Context): void {
  program
    .command('login [url]')
    .description('sign in once; an API key of its own is kept in your settings folder')
    .option('-u, --username <name>', 'user name; asked for on a terminal')
    .option('-t, --tenant <code>', 'the household, for people of several')
    .option('--key', 'take an API key made in the profile page instead of a password')
    .option('--days <n>', 'how long the key works', '90')
    .addHelpText(
      'after',
      '\nThe password, or the key, is asked for on a terminal and read from the input elsewhere.',
    )
    .action(async (url: string | undefined, options: LoginOptions) => {
      const origin = originOf(
        url ?? context.env['FIBADO_URL'] ?? storedLogin(context.env)?.url ?? DEFAULT_URL,
      );
      if (origin.startsWith('http:') && !/^(localhost|127\.|\[::1\])/.test(new URL(origin).hostname))
        say(context, `${origin} is not encrypted: the key can be read on the way.`);
      await (options.key ? withKey(context, origin) : withPassword(context, origin, options));
    });
  program
    .command('logout')
    .description('forget the key on this machine')
    .action(() => {
      const stored = storedLogin(context.env);
      forgetLogin(context.env);
      print(context, { forgotten: stored !== undefined }, () =>
        stored
          ? 'Forgotten here. It works until it ends or is revoked in the profile page.'
          : 'No session was open.',
      );
    });
  program
    .command('whoami')
    .description('who is signed in where')
    .action(async () => {
      const { url } = readLogin(context.env);
      const user = await signedIn(context).call(api.account.userLogged);
      const { username, name, tenant, roles } = user;
      print(
        context,
        { url, username, name, tenant, roles },
        () => `${username} (${name}) in ${tenant} at ${url}`,
      );
    });
}

async function withKey(context: Context, url: string): Promise<void> {
  const key = (await askSecret(context.terminal, 'API key: ')).trim();
  if (!key) throw usage('No key was given.');
  const user = await clientOf(context, url, key).call(api.account.userLogged);
  finish(context, { url, key, tenant: user.tenant, username: user.username });
}

async function withPassword(context: Context, url: string, options: LoginOptions): Promise<void> {
  const days = Number(options.days);
  if (!Number.isInteger(days) || days < 1 || days > 366) throw usage('--days is a number from 1 to 366.');
  if (!options.username && !context.terminal.input.isTTY) throw usage('--username is needed.');
  const username = options.username ?? (await ask(context.terminal, 'User name: '));
  const password = await askSecret(context.terminal, 'Password: ');
  if (!password) throw usage('No password was given.');
  const session = await signIn(context, url, { username, password, tenant: options.tenant });
  const { tenant, roles } = session.userLogged;
  const client = clientOf(context, url, session.token, tenant);
  const name = `fibado ${hostname()} ${randomBytes(3).toString('hex')}`.slice(0, 80);
  const made = await client.call(api.apiKeys.save, { body: { name, scopes: scopesOf(roles), days } });
  await client.call(api.account.logout);
  const { key, apiKey } = made;
  finish(context, { url, key, tenant, username: session.userLogged.username, expiresAt: apiKey.expiresAt });
}

async function signIn(
  context: Context,
  url: string,
  { username, password, tenant }: { username: string; password: string; tenant?: string | undefined },
): Promise<Session> {
  const { token, userLogged, tenants } = await clientOf(context, url).call(api.tokens.generate, {
    body: { username, password, tokenClient: CLIENT_CODE, ...(tenant ? { cdTenant: tenant } : {}) },
  });
  if (token && userLogged) return { token, userLogged };
  const choices = tenants.map(({ cd, description }) => `  ${cd}  ${description}`).join('\n');
  throw new CommandError(EXIT.usage, `Which household? --tenant CODE\n${choices}`);
}

/** Everything the commands need, as far as the person may do it. */
function scopesOf(roles: readonly Role[]): ApiKeyScope[] {
  const writes = roles.includes('FBDO_FIBADO');
  const reads = writes || roles.includes('FBDO_READ');
  const scopes: ApiKeyScope[] = [
    ...(reads ? (['FINANCE_READ', 'IMPORT', 'OPTIMIZE'] as const) : []),
    ...(writes ? (['FINANCE_WRITE'] as const) : []),
  ];
  return scopes.length > 0 ? scopes : ['ADMIN_READ'];
}

function finish(context: Context, login: Parameters<typeof storeLogin>[1]): void {
  const file = storeLogin(context.env, login);
  const { key: _key, ...told } = login;
  const until = login.expiresAt ? ` until ${login.expiresAt.slice(0, 10)}` : '';
  print(
    context,
    { ...told, file },
    () => `Signed in as ${login.username} in ${login.tenant}${until}; kept in ${file}`,
  );
}
