import { useEffect } from 'react';
import { type Challenge, challenges, useChallenge } from '../../lib/challenges';
import { BreakGlassDialog } from './break-glass-dialog';
import { StepUpDialog } from './step-up-dialog';

const DIALOGS = {
  STEP_UP_REQUIRED: StepUpDialog,
  BREAK_GLASS_REQUIRED: BreakGlassDialog,
} satisfies Record<Challenge['code'], unknown>;

/** Over every page: what a refused call asks the person for. */
export function ChallengeDialog() {
  const challenge = useChallenge();
  useEffect(() => challenges.listen(), []);
  if (!challenge) return null;
  const Dialog = DIALOGS[challenge.code];
  return <Dialog key={`${challenge.code} ${challenge.params.join()}`} challenge={challenge} />;
}
