import { ApiError, createClient } from '@fibado/client';
import { CLIENT_CODE } from '../config/constants';
import { challenges } from './challenges';
import { storedSession } from './stored-session';

const transport = createClient({
  baseUrl: '',
  clientCode: CLIENT_CODE,
  token: () => storedSession.token(),
  tenant: () => storedSession.tenant(),
  // The query cache repeats what it reads; a person repeats what they save.
  retry: { retries: 0 },
});

/** Carries the session's token while it is valid, and notices when it is no more. */
const authenticated: Pick<typeof transport, 'call'> = {
  async call(endpoint, ...args) {
    const sent = storedSession.token();
    try {
      return await transport.call(endpoint, ...args);
    } catch (error) {
      // A refused token of our own ends the session; a wrong password on a public call does not.
      const isOwn = args[0]?.bearer === undefined;
      if (!(error instanceof ApiError && error.code === 'UNAUTHENTICATED' && isOwn)) throw error;
      // Refused before anything was done: with the token another tab has just been given it may be asked again.
      if (sent !== undefined && (await storedSession.isRenewedElsewhere(sent)))
        return transport.call(endpoint, ...args);
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
