import type { ProblemIssue } from '@fibado/planning';
import { DomainError } from '../../platform/http/domain-error.js';

/** Paths a VALIDATION names at most. */
const PATHS_NAMED = 100;

/** @throws DomainError VALIDATION naming the wrong fields as the caller's body has them. */
export function expectSound(issues: readonly ProblemIssue[], under = '', instead = ''): void {
  if (issues.length === 0) return;
  const paths = issues.map(({ path }) => {
    const rest = instead !== '' && path.startsWith(instead) ? path.slice(instead.length + 1) : path;
    return [under, rest].filter((part) => part !== '').join('.');
  });
  throw new DomainError('VALIDATION', ...new Set(paths.slice(0, PATHS_NAMED)));
}
