/** Bounds on sockets that have not signed in, by caller: a household, or a network of which no more is known. */
export interface AdmissionOptions {
  /** Sockets a caller may open at once beyond those that sign in. */
  readonly burst: number;
  /** How many more a second. */
  readonly perSecond: number;
  /** Sockets of a caller that may be open without having signed in. */
  readonly pending: number;
}

/** A restart brings back every page of a household, or of all who share a proxy's address; pages sign in at once. */
export const ADMISSION: AdmissionOptions = { burst: 200, perSecond: 20, pending: 100 };

/** An open socket, as it is counted. */
export interface Admission {
  /** It does not count any more. */
  signedIn(): void;
  closed(): void;
}

interface Caller {
  /** Sockets it may open at this moment (token bucket). */
  tokens: number;
  at: number;
  pending: number;
}

/** Decides whether a caller may open one more socket. A socket that signs in gives back what it took. */
export class SocketAdmission {
  readonly #callers = new Map<string, Caller>();
  #prunedAt = 0;

  /** @param now milliseconds of a clock that only goes forward. */
  constructor(
    private readonly options: AdmissionOptions = ADMISSION,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @returns nothing when the socket is refused. */
  admit(name: string): Admission | undefined {
    this.prune();
    const caller = this.callerOf(name);
    if (caller.tokens < 1 || caller.pending >= this.options.pending) return undefined;
    caller.tokens -= 1;
    caller.pending += 1;
    let isPending = true;
    const end = (tokens: number) => {
      if (!isPending) return;
      isPending = false;
      caller.pending -= 1;
      caller.tokens = Math.min(this.options.burst, caller.tokens + tokens);
    };
    return { signedIn: () => end(1), closed: () => end(0) };
  }

  private callerOf(name: string): Caller {
    const { burst, perSecond } = this.options;
    const at = this.now();
    const caller = this.#callers.get(name) ?? { tokens: burst, at, pending: 0 };
    caller.tokens = Math.min(burst, caller.tokens + ((at - caller.at) / 1000) * perSecond);
    caller.at = at;
    this.#callers.set(name, caller);
    return caller;
  }

  /** Forgets callers that are back at the beginning. */
  private prune(): void {
    const { burst, perSecond } = this.options;
    const fullMs = (burst / perSecond) * 1000;
    if (this.now() - this.#prunedAt < fullMs) return;
    this.#prunedAt = this.now();
    for (const [name, { at, pending }] of this.#callers)
      if (pending === 0 && this.now() - at >= fullMs) this.#callers.delete(name);
  }
}
