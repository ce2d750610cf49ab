import { identities, tokens } from '@fibado/contracts';
import { CLIENT_CODE } from '../../config/constants';
import { client } from '../../lib/client';
import { page } from '../../lib/page';
import { keepStarted } from '../../lib/started-at-provider';
import { OPENED_BY_PROVIDER, type SignInOutcome, take } from './sign-in';

/** Leaves for a provider's sign-in page, which leads back to `/sign-in-return`. Throws what the client throws. */
export async function leaveForProvider(
  provider: string,
  returnTo: string,
  { anew = false } = {},
): Promise<void> {
  const body = anew ? { provider, anew } : { provider };
  const { url, ticket } = await client.call(tokens.beginOpenId, { body });
  keepStarted({ ticket, returnTo });
  page.go(url);
}

/** Exchanges what the provider led back with. Throws what the client throws. */
export async function completeOpenId(ticket: string, answer: URLSearchParams): Promise<SignInOutcome> {
  const body = { ...answerOf(answer), ticket, tokenClient: CLIENT_CODE };
  return opened(take(await client.call(tokens.completeOpenId, { body })));
}

/** Ties the identity the provider led back with to the account of the open session. Throws what the client throws. */
export async function completeTie(ticket: string, answer: URLSearchParams): Promise<void> {
  await client.call(identities.tie, { body: { ...answerOf(answer), ticket } });
}

function answerOf(answer: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    ['code', 'state', 'iss'].flatMap((name) => {
      const value = answer.get(name);
      return value === null ? [] : [[name, value]];
    }),
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
