import { quarters as quartersApi } from '@fibado/contracts';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { confirm } from '../../../components/confirm';
import { client } from '../../../lib/client';
import { useQuarterText } from '../shared/quarter-text';
import { quartersQuery, refreshFinance } from '../shared/queries';

/** Deletes a quarter that is not started; only the last one can go. */
export function DeleteQuarter({ date }: { readonly date: string }) {
  const { t } = useTranslation();
  const quarterText = useQuarterText();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const isLast = useQuery(quartersQuery()).data?.at(-1)?.date === date;
  const remove = useMutation({
    meta: { confirm: true },
    mutationFn: () => client.call(quartersApi.delete, { params: { date } }),
    onSuccess: async () => {
      await navigate('/fibado/dashboard');
      await refreshFinance(queryClient);
    },
  });
  if (!isLast) return null;
  const ask = () =>
    void confirm({
      message: t('FINANCE.SETUP.DELETE_ASK', { quarter: quarterText(date) }),
      danger: true,
    }).then((yes) => {
      if (yes) remove.mutate();
    });
  return (
    <Button
      size="xs"
      variant="subtle"
      color="red"
      leftSection={<IconTrash size={14} aria-hidden />}
      loading={remove.isPending}
      onClick={ask}
    >
      {t('FINANCE.SETUP.DELETE')}
    </Button>
  );
}
