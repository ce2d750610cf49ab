import { quarterOf } from '@fibado/planning';
import { Button } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../components/confirm';
import { client } from '../../../lib/client';
import { today } from '../../../lib/day';
import { refreshFinance } from './queries';

/** Offers a household to try the product with; only where nothing has been entered yet. */
export function ExampleButton() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const create = useMutation({
    meta: { confirm: true },
    mutationFn: async () => {
      const { createExampleHousehold } = await import('./example-household');
      return createExampleHousehold(client, quarterOf(today()));
    },
    // What was made before a failure is there as well.
    onSettled: () => refreshFinance(queryClient),
  });
  return (
    <Button
      variant="light"
      leftSection={<IconFlask size={16} aria-hidden />}
      loading={create.isPending}
      onClick={() =>
        void confirm({ message: t('FINANCE.EXAMPLE_ASK') }).then((yes) => {
          if (yes) create.mutate();
        })
      }
    >
      {t('FINANCE.EXAMPLE')}
    </Button>
  );
}
