import type { Session, UserLogged } from '@fibado/contracts';
import { createStore, useStore } from './store';

const KEY = 'fibado-session';
/** A token is worth sending while it lives at least this long, milliseconds. */
const MIN_REMAINING_MS = 1000;
/** How long a token another tab is being given is waited for, and how often it is looked for, milliseconds. */
const RENEWAL_WAIT_MS = 500;
const RENEWAL_LOOK_MS = 50;
/** Stored in the session's place when the API refused its token, so that no other window goes on with it. */
const EXPIRED = '"expired"';

export interface SessionState {
  readonly session: Session | null;
  /** The session ended under a signed-in user: the page stays as it is until the person signs in again. */
  readonly expired: boolean;
  /** The person is signing out: the page is about to be loaded anew, and until then nothing of the application is shown. */
  readonly leaving: boolean;
}

function isSession(value: unknown): value is Session {
  if (typeof value !== 'object' || value === null) return false;
  const { token, userLogged } = value as Partial<Session>;
  return (
    typeof token === 'string' &&
    token !== '' &&
    typeof userLogged === 'object' &&
    userLogged !== null &&
    typeof userLogged.expirationToken === 'number' &&
    Array.isArray(userLogged.roles)
  );
}

/** The session kept by the browser; anything unreadable counts as none. */
function readStored(): Session | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return isSession(value) ? value : null;
  } catch {
    return null;
  }
}

/** Another token of the same person in the same tenant. */
const isSamePerson = (one: Session, other: Session): boolean =>
  one.userLogged.username === other.userLogged.username && one.userLogged.tenant === other.userLogged.tenant;

const store = createStore<SessionState>({ session: readStored(), expired: false, leaving: false });

/** Whether the token of `session` may go out at `now` (milliseconds since the epoch). */
export function isTokenValid(session: Session | null, now = Date.now()): session is Session {
  return session !== null && session.userLogged.expirationToken - now >= MIN_REMAINING_MS;
}

/** The session of this browser, shared by its tabs. */
export const storedSession = {
  ...store,
  session: (): Session | null => store.get().session,
  /** The token to send with a call, `undefined` when there is none worth sending. */
  token(): string | undefined {
    const { session } = store.get();
    return isTokenValid(session) ? session.token : undefined;
  },
  tenant: (): string | undefined => store.get().session?.userLogged.tenant,
  authenticate(session: Session): void {
    localStorage.setItem(KEY, JSON.stringify(session));
    store.set({ session, expired: false, leaving: false });
  },
  /** Renews what is known about the user without touching the token. */
  updateUser(patch: Partial<UserLogged>): void {
    const { session } = store.get();
    if (session) this.authenticate({ ...session, userLogged: { ...session.userLogged, ...patch } });
  },
  clear(): void {
    localStorage.removeItem(KEY);
    store.set((state) => ({ ...state, session: null, expired: false }));
  },
  /**
   * Takes everything off the screen before the page is loaded anew. Neither the end of the session nor a page that
   * shows between the two can then be seen, and nothing typed meanwhile is lost.
   */
  leave(): void {
    store.set((state) => ({ ...state, leaving: true }));
    // A browser that goes back to the page as it was left shows what there is without a session.
    window.addEventListener('pageshow', () => store.set((state) => ({ ...state, leaving: false })), {
      once: true,
    });
  },
  /** The token stopped working while the user was at work. */
  expire(): void {
    const state = store.get();
    if (!state.session || state.expired || state.leaving) return;
    // What another tab has stored meanwhile is not this one's to end.
    if (readStored()?.token === state.session.token) localStorage.setItem(KEY, EXPIRED);
    store.set({ ...state, expired: true });
  },
  /**
   * Whether a token was refused because another tab had it renewed: roles that change are told to all of them at the
   * same moment. Takes the new one over; one that is still on its way to that tab is waited for.
   */
  async isRenewedElsewhere(refused: string): Promise<boolean> {
    const before = store.get().session;
    for (let waited = 0; before && waited <= RENEWAL_WAIT_MS; waited += RENEWAL_LOOK_MS) {
      const stored = readStored();
      if (!stored || !isSamePerson(stored, before)) return false;
      if (stored.token !== refused) {
        this.readFromOtherTab();
        return true;
      }
      await new Promise((resolve) => setTimeout(resolve, RENEWAL_LOOK_MS));
    }
    return false;
  },
  /** Takes over what another tab stored. Answers what happened to this tab's session; an expired one stays on screen. */
  readFromOtherTab(): 'same' | 'renewed' | 'changed' | 'ended' {
    const before = store.get().session;
    const after = readStored();
    if (!after) {
      if (!before) return 'same';
      if (localStorage.getItem(KEY) === EXPIRED) {
        this.expire();
        return 'same';
      }
      store.set((state) => ({ ...state, session: null, expired: false }));
      return 'ended';
    }
    if (before && after.token === before.token) return 'same';
    store.set((state) => ({ ...state, session: after, expired: false }));
    if (!before) return 'changed';
    return isSamePerson(before, after) ? 'renewed' : 'changed';
  },
  storageKey: KEY,
};

/** The session as it is now, re-rendering when it changes. */
export function useSession(): SessionState {
  return useStore(store);
}

/** The signed-in user, `null` without a session. */
export function useUser(): UserLogged | null {
  return useSession().session?.userLogged ?? null;
}
