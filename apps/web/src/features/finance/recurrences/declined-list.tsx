import { type DeclinedProposal, recurrences as recurrencesApi } from '@fibado/contracts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client } from '../../../lib/client';
import { useCanWrite } from '../shared/access';
import { refreshFinance } from '../shared/queries';

/** Proposals that were declined, folded away; each can be let in again. */
export function DeclinedList({ declined }: { readonly declined: readonly DeclinedProposal[] }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const canWrite = useCanWrite();
  const undo = useMutation({
    mutationFn: (id: string) => client.call(recurrencesApi.undoDecline, { params: { id } }),
    onSuccess: () => refreshFinance(queryClient),
  });
  if (declined.length === 0) return null;
  return (
    <details>
      <summary>
        <Text span size="sm">
          {t('FINANCE.RECURRENCES.DECLINED_TITLE', { count: declined.length })}
        </Text>
      </summary>
      <Stack gap={4} mt="xs">
        {declined.map(({ id, description }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <Text size="sm">{description}</Text>
            {canWrite && (
              <Button
                size="compact-xs"
                variant="default"
                disabled={undo.isPending}
                aria-label={t('FINANCE.RECURRENCES.PROPOSE_AGAIN_NAMED', { name: description })}
                onClick={() => undo.mutate(id)}
              >
                {t('FINANCE.RECURRENCES.PROPOSE_AGAIN')}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </details>
  );
}
