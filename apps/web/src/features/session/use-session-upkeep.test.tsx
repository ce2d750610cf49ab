import { act, renderHook, waitFor } from '@testing-library/react';
import { answering } from '../../../test/http';
import { aSession } from '../../../test/sessions';
import { setKeepsData } from '../../lib/offline/setting';
import { reachability } from '../../lib/reachability';
import { storedSession } from '../../lib/stored-session';
import { client } from '../../lib/client';
import { useSessionUpkeep } from './use-session-upkeep';
import { tokens } from '@fibado/contracts';

const CONFIG = 'GET /api/user/config';
const isExpired = (): boolean => storedSession.get().expired;

/** A device that slept over the end of the session. */
function wakeUp(): void {
  storedSession.authenticate(aSession({ expirationToken: Date.now() - 60_000 }));
  renderHook(() => useSessionUpkeep());
}

beforeEach(() => {
  localStorage.clear();
  reachability.set(true);
});

describe('a session whose time is over', () => {
  it('ends at once', async () => {
    answering({ [CONFIG]: 'unreachable' });
    wakeUp();
    await waitFor(() => expect(isExpired()).toBe(true));
  });

  it('stays where a device keeps data and nothing answers, and ends with the first answer', async () => {
    setKeepsData(true);
    answering({ [CONFIG]: 'unreachable' });
    wakeUp();
    await waitFor(() => expect(reachability.get()).toBe(false));
    expect(isExpired()).toBe(false);
    answering({ [CONFIG]: { body: { localSignIn: true, version: '1' } } });
    await act(() => client.call(tokens.config));
    expect(isExpired()).toBe(true);
    expect(reachability.get()).toBe(true);
  });

  it('ends where a device keeps data and something answers', async () => {
    setKeepsData(true);
    answering({ [CONFIG]: { body: { localSignIn: true, version: '1' } } });
    wakeUp();
    await waitFor(() => expect(isExpired()).toBe(true));
  });
});
