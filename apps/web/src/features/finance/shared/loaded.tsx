import type { ReactNode } from 'react';
import { ErrorState, PageLoading } from '../../../components/states';
import type { Loading } from './queries';

/** Draws several queries joined into one: loading, failed with a retry, or their data. */
export function Loaded<T>({
  state,
  children,
}: {
  readonly state: Loading<T>;
  readonly children: (data: T) => ReactNode;
}) {
  if (state.data !== undefined) return <>{children(state.data)}</>;
  if (state.error !== undefined) return <ErrorState error={state.error} onRetry={state.retry} />;
  return <PageLoading />;
}
