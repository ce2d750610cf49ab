import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';

/** Something long that is under way, and a way to stop it. */
export interface UnderWay {
  readonly elapsedMs: number;
  readonly limitMs: number;
  readonly cancel: () => void;
}

const TICK_MS = 250;

/** Milliseconds since `since`, while it is set. */
function useElapsed(since: number | undefined): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (since === undefined) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [since]);
  return since === undefined ? 0 : Math.max(0, now - since);
}

/** Milliseconds for which `what` has been looked at, by this machine's clock alone; 0 while there is nothing. */
export function useElapsedWith(what: string | undefined): number {
  const [passed, setPassed] = useState<{ readonly what: string; readonly ms: number }>();
  useEffect(() => {
    if (what === undefined) return;
    const since = Date.now();
    const timer = setInterval(() => setPassed({ what, ms: Math.max(0, Date.now() - since) }), TICK_MS);
    return () => clearInterval(timer);
  }, [what]);
  return passed !== undefined && passed.what === what ? passed.ms : 0;
}

export interface Question<Input, Answer> {
  readonly ask: (input: Input) => void;
  readonly underWay: UnderWay | undefined;
  readonly answer: Answer | undefined;
  /** What was asked to get the answer. */
  readonly asked: Input | undefined;
  readonly error: unknown;
  /** Gives up what is under way, and drops the answer. Always the same function. */
  readonly forget: () => void;
}

/**
 * A question the solver works on for a while: it can be given up, and leaving the page gives it up. Closing the
 * connection is what stops the solver. Its failure is for the page to show.
 */
export function useQuestion<Input, Answer>(
  limitMs: number,
  call: (input: Input, signal: AbortSignal) => Promise<Answer>,
): Question<Input, Answer> {
  const controller = useRef<AbortController>(undefined);
  const [since, setSince] = useState<number>();
  const elapsedMs = useElapsed(since);
  const mutation = useMutation({
    meta: { blocking: false, inline: true },
    mutationFn: async (input: Input) => {
      controller.current?.abort();
      const abort = new AbortController();
      controller.current = abort;
      setSince(Date.now());
      try {
        return await call(input, abort.signal);
      } catch (error) {
        // Given up by the person: nothing went wrong.
        if (abort.signal.aborted) return undefined;
        throw error;
      } finally {
        if (controller.current === abort) setSince(undefined);
      }
    },
  });
  useEffect(() => () => controller.current?.abort(), []);
  const { reset } = mutation;
  const forget = useCallback(() => {
    controller.current?.abort();
    reset();
  }, [reset]);
  return {
    ask: mutation.mutate,
    underWay:
      since === undefined ? undefined : { elapsedMs, limitMs, cancel: () => controller.current?.abort() },
    answer: mutation.data,
    asked: mutation.data === undefined ? undefined : mutation.variables,
    error: mutation.error ?? undefined,
    forget,
  };
}
