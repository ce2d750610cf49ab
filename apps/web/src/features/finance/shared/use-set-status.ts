import { operations as operationsApi, type Operation } from '@fibado/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toastUndo } from '../../../components/toasts';
import { client } from '../../../lib/client';
import { isOffline } from '../../../lib/offline/setting';
import { isUnreachable } from '../../../lib/reachability';
import { operationsQuery, refreshFinance } from './queries';

/** Sends a tick, or keeps it on this device until the instance answers again. */
async function save(operation: Operation): Promise<Operation> {
  try {
    return await client.call(operationsApi.save, { body: operation });
  } catch (error) {
    if (!isOffline() || !isUnreachable(error)) throw error;
    const { queueTick } = await import('../../../lib/offline/ticks');
    return queueTick(operation);
  }
}

/** Ticks or unticks an operation at once, and takes the tick back when the server refuses. */
export function useSetStatus(date: string) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { queryKey } = operationsQuery(date);
  const mutation = useMutation({
    meta: { blocking: false },
    mutationFn: save,
    onMutate: async (changed) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (old: readonly Operation[] | undefined) =>
        old?.map((o) => (o.id === changed.id ? changed : o)),
      );
      return { before };
    },
    onError: (_error, _changed, context) => queryClient.setQueryData(queryKey, context?.before),
    onSuccess: (saved) =>
      queryClient.setQueryData(queryKey, (old: readonly Operation[] | undefined) =>
        old?.map((o) => (o.id === saved.id ? saved : o)),
      ),
    onSettled: () => refreshFinance(queryClient),
  });
  return (operation: Operation, status: Operation['status']): void => {
    // A promise, for callbacks of `mutate` are dropped with the row or card that asked, which may be gone by then.
    mutation.mutateAsync({ ...operation, status }).then(
      (saved) => {
        if (status === 'DONE')
          toastUndo(t('FINANCE.TASKS.DONE', { what: operation.description }), () =>
            mutation.mutate({ ...saved, status: 'PLANNED' }),
          );
      },
      // A failure is told by the toast of every change.
      () => undefined,
    );
  };
}
