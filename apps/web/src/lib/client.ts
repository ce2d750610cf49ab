import { ApiError, createClient } from '@fibado/client';
import { CLIENT_CODE } from '../config/constants';
import { challenges } from './challenges';
import { fetchOrTakeEarly } from './early-answer';
import { isUnreachable, reachability } from './reachability';
import { isTokenValid, storedSession } from './stored-session';

const transport = createClient({
  baseUrl: '',
  clientCode: CLIENT_CODE,
  token: () => storedSession.token(),
  tenant: () => storedSession.tenant(),
  fetch: fetchOrTakeEarly,
  // The query cache repeats what it reads; a person repeats what they save.
  retry: { retries: 0 },
});

/** Notes whether the instance answers. */
const observed: Pick<typeof transport, 'call'> = {
  async call(endpoint, ...args) {
    try {
      const answer = await transport.call(endpoint, ...args);
      noteAnswer();
      return answer;
    } catch (error) {
      if (isUnreachable(error)) reachability.set(false);
      else if (error instanceof ApiError) noteAnswer();
      throw error;
    }
  },
};

/** A session whose time ran out while nothing answered ends now: until then its pages showed what was kept. */
function noteAnswer(): void {
  if (!reachability.get() && !isTokenValid(storedSession.session())) storedSession.expire();
  reachability.set(true);
}

/** Carries the session's token while it is valid, and notices when it is no more. */
const authenticated: Pick<typeof transport, 'call'> = {
  async call(endpoint, ...args) {
    const sent = storedSession.token();
    try {
      return await observed.call(endpoint, ...args);
    } catch (error) {
      // A refused token of our own ends the session; a wrong password on a public call does not.
      const isOwn = args[0]?.bearer === undefined;
      if (!(error instanceof ApiError && error.code === 'UNAUTHENTICATED' && isOwn)) throw error;
      // Refused before anything was done: with the token another tab has just been given it may be asked again.
      if (sent !== undefined && (await storedSession.isRenewedElsewhere(sent)))
        return observed.call(endpoint, ...args);
      storedSession.expire();
      throw error;
    }
  },
};

/** The typed client of this instance. What a refusal asks the person for is asked once, and the call repeated. */
export const client: Pick<typeof transport, 'call'> = {
  async call(endpoint, ...args) {
    // One call may meet several of them: who it is, and then why.
    for (;;) {
      try {
        return await authenticated.call(endpoint, ...args);
      } catch (error) {
        if (!(await challenges.meet(error))) throw error;
      }
    }
  },
};
