import { tokens } from '@fibado/contracts';
import { CLIENT_CODE } from '../../config/constants';
import { client } from '../../lib/client';
import { ownPath, page } from '../../lib/page';
import { OPENED_BY_PROVIDER, type SignInOutcome, take } from './sign-in';

/** What a sign-in at a provider needs when it comes back, in this tab alone. */
const STARTED = 'fibado-open-id';

interface Started {
  readonly ticket: string;
  readonly returnTo: string;
}

/** Leaves for a provider's sign-in page, which leads back to `/sign-in-return`. Throws what the client throws. */
export async function leaveForProvider(
  provider: string,
  returnTo: string,
  { anew = false } = {},
): Promise<void> {
  const body = anew ? { provider, anew } : { provider };
  const { url, ticket } = await client.call(tokens.beginOpenId, { body });
  sessionStorage.setItem(STARTED, JSON.stringify({ ticket, returnTo } satisfies Started));
  page.go(url);
}

/** The sign-in this tab began; `undefined` when it began none, or it was taken before. */
export function takeStarted(): Started | undefined {
  const stored = sessionStorage.getItem(STARTED);
  sessionStorage.removeItem(STARTED);
  if (stored === null) return undefined;
  const { ticket, returnTo } = JSON.parse(stored) as Started;
  return { ticket, returnTo: ownPath(returnTo) ?? '/' };
}

/** Exchanges what the provider led back with. Throws what the client throws. */
export async function completeOpenId(ticket: string, answer: URLSearchParams): Promise<SignInOutcome> {
  const given = Object.fromEntries(
    ['code', 'state', 'iss'].flatMap((name) => {
      const value = answer.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  return opened(
    take(await client.call(tokens.completeOpenId, { body: { ...given, ticket, tokenClient: CLIENT_CODE } })),
  );
}

/** Opens one of several tenants. Throws what the client throws. */
export async function chooseAfterOpenId(ticket: string, cdTenant: string): Promise<SignInOutcome> {
  return opened(
    take(await client.call(tokens.completeOpenId, { body: { ticket, cdTenant, tokenClient: CLIENT_CODE } })),
  );
}

function opened(outcome: SignInOutcome): SignInOutcome {
  if (outcome.kind === 'signed-in') localStorage.setItem(OPENED_BY_PROVIDER, '1');
  return outcome;
}
