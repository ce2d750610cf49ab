import { ApiError, isApiError, TransportError } from '@fibado/client';
import type { ErrorCode } from '@fibado/contracts';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { blocking } from './blocking';
import { isOffline } from './offline/setting';
import { isUnreachable } from './reachability';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * The component that asks shows the failure itself where it has nothing else to show: no toast then. A refresh
       * that fails over data shown is told by a toast.
       */
      readonly inline?: boolean;
    };
    mutationMeta: {
      /** Blocks the screen while it runs and shows its failure as an alert with one OK. Default true. */
      readonly blocking?: boolean;
      /** The component shows the failure itself, or those with these codes: neither alert nor toast. */
      readonly inline?: boolean | readonly ErrorCode[];
      /** Shows the success toast when done. Default false. */
      readonly confirm?: boolean;
    };
  }
}

/** How the application tells the user; given in by the shell, so that this file draws nothing. */
export interface Reporter {
  /** OK-only alert titled Errore. */
  alert(error: unknown): void;
  /** Error toast. */
  toast(error: unknown): void;
  /** Success toast titled Conferma. */
  done(): void;
}

/** An expired session is shown by the sign-in dialog, which keeps what was typed. */
const isSessionEnd = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'UNAUTHENTICATED';

const isInline = (error: unknown, inline: boolean | readonly ErrorCode[] = false): boolean =>
  typeof inline === 'boolean' ? inline : isApiError(error, ...inline);

/** Only an instance that did not answer is asked again: a refusal stays a refusal. */
function worthRetrying(failures: number, error: unknown): boolean {
  return failures < 1 && error instanceof TransportError && (error.status === 0 || error.status >= 502);
}

export function createQueryClient(reporter: Reporter): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        const isShown = query.meta?.inline === true && query.state.data === undefined;
        // Without a network one line says so, over what was kept.
        const isTold = isShown || (isUnreachable(error) && isOffline());
        if (!isSessionEnd(error) && !isTold) reporter.toast(error);
      },
    }),
    mutationCache: new MutationCache({
      onMutate(_variables, mutation) {
        if (mutation.meta?.blocking !== false) blocking.begin();
      },
      onSettled(_data, error, _variables, _result, mutation) {
        const blocks = mutation.meta?.blocking !== false;
        if (blocks) blocking.end();
        if (!error) {
          if (mutation.meta?.confirm) reporter.done();
        } else if (!isSessionEnd(error) && !isInline(error, mutation.meta?.inline)) {
          if (blocks) reporter.alert(error);
          else reporter.toast(error);
        }
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 5 * 60_000,
        retry: worthRetrying,
        retryDelay: 600,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
