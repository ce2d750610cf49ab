import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../components/confirm';

/** Asks before something is deleted, deletes it, and has its list read again. */
export function useRemoval<T>(
  key: readonly unknown[],
  remove: (row: T) => Promise<unknown>,
  nameOf: (row: T) => string,
): (row: T) => void {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: remove,
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
    meta: { confirm: true },
  });
  return (row) => {
    void confirm({ message: t('ADMIN.DELETE_CONFIRM', { name: nameOf(row) }), danger: true }).then((yes) => {
      if (yes) mutate(row);
    });
  };
}
