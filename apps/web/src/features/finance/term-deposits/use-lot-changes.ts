import { lots as lotsApi, type Lot } from '@fibado/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../lib/client';
import { refreshFinance } from '../shared/queries';

/** Breaking, renewing, giving notice and deleting; what is refused is told by the shell's alert. */
export function useLotChanges() {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    meta: { confirm: true },
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSuccess: () => refreshFinance(queryClient),
  });
  return {
    /** All of a lot, or so much of it. */
    breakOn: ({ id, version }: Lot, on: string, amountCents?: number) =>
      mutate(() =>
        client.call(lotsApi.break, {
          body: { id, version, on, ...(amountCents === undefined ? {} : { amountCents }) },
        }),
      ),
    renew: ({ id, version }: Lot) => mutate(() => client.call(lotsApi.renew, { body: { id, version } })),
    giveNotice: ({ state: _, renewsLotId: __, ...lot }: Lot) =>
      mutate(() => client.call(lotsApi.save, { body: { ...lot, renewal: 'TO_LINKED' } })),
    remove: ({ id }: Lot) => mutate(() => client.call(lotsApi.delete, { params: { id } })),
  };
}

export type LotChanges = ReturnType<typeof useLotChanges>;
