import { lazy, Suspense, useEffect } from 'react';
import { type Challenge, challenges, useChallenge } from '../../lib/challenges';
import { useSession } from '../../lib/stored-session';

const loadStepUp = () => import('./step-up-dialog');
const loadBreakGlass = () => import('./break-glass-dialog');
const loadSecondFactor = () => import('./second-factor-dialog');
const loadExpired = () => import('./expired-dialog');

const CHALLENGE_DIALOGS = {
  STEP_UP_REQUIRED: lazy(loadStepUp),
  BREAK_GLASS_REQUIRED: lazy(loadBreakGlass),
  SECOND_FACTOR_REQUIRED: lazy(loadSecondFactor),
} satisfies Record<Challenge['code'], unknown>;
const ExpiredDialog = lazy(loadExpired);

/** How long after the first page the dialogs' scripts are fetched. */
const PREFETCH_MS = 3_000;

/**
 * Fetches the dialogs after the first page is shown: a release installed in the meantime removes their files, and
 * the reload that follows a missing file would lose what was typed.
 */
function usePrefetch(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      void Promise.allSettled([loadStepUp(), loadBreakGlass(), loadSecondFactor(), loadExpired()]);
    }, PREFETCH_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** What a refused call asks the person for. */
function ChallengeDialog() {
  const challenge = useChallenge();
  useEffect(() => challenges.listen(), []);
  if (!challenge) return null;
  const Dialog = CHALLENGE_DIALOGS[challenge.code];
  return <Dialog key={`${challenge.code} ${challenge.params.join()}`} challenge={challenge} />;
}

/** Over every page: the answer to a refused call, and the sign-in when the session ended. */
export function SessionDialogs() {
  const { session, expired } = useSession();
  usePrefetch();
  return (
    <Suspense fallback={null}>
      <ChallengeDialog />
      {expired && session ? <ExpiredDialog user={session.userLogged} /> : null}
    </Suspense>
  );
}
