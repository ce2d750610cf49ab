import { Button, Group, List, Text } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../components/confirm';
import { toastDone } from '../../../components/toasts';
import { client } from '../../../lib/client';
import { useCanWrite } from './access';
import { refreshFinance } from './queries';
import { type ExampleRemoval, planRemoval, readSurroundings, removeExample } from './remove-example';

/** Says that the figures are invented, and removes them in one go. */
export function ExampleNotice() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const canWrite = useCanWrite();
  const remove = useMutation({
    // It asks in the middle.
    meta: { blocking: false },
    mutationFn: async () => {
      const going = planRemoval(await readSurroundings(client));
      const agreed = await confirm({
        message: <Going going={going} />,
        confirmLabel: t('FINANCE.EXAMPLE_REMOVE.BUTTON'),
        danger: true,
      });
      if (!agreed) return undefined;
      await removeExample(client, going);
      return going;
    },
    onSuccess: (gone) => {
      if (gone)
        toastDone(
          t('FINANCE.EXAMPLE_REMOVE.DONE', {
            context: gone.keeps.length > 0 ? 'kept' : '',
            names: gone.keeps.join(', '),
          }),
        );
    },
    // What was removed before a failure is gone as well.
    onSettled: () => refreshFinance(queryClient),
  });
  return (
    <Group gap="xs" mb="sm">
      <IconFlask size={16} aria-hidden />
      <Text size="sm" c="dimmed">
        {t('FINANCE.EXAMPLE_REMOVE.SHOWN')}
      </Text>
      {canWrite && (
        <Button
          size="compact-sm"
          variant="default"
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {t('FINANCE.EXAMPLE_REMOVE.BUTTON')}
        </Button>
      )}
    </Group>
  );
}

/** What goes, in numbers, and what stays, by name. */
function Going({ going }: { readonly going: ExampleRemoval }) {
  const { t } = useTranslation();
  const lines = [
    t('FINANCE.EXAMPLE_REMOVE.OPERATIONS', { count: going.operations.length }),
    t('FINANCE.EXAMPLE_REMOVE.RULES', { count: going.recurrences.length }),
    t('FINANCE.EXAMPLE_REMOVE.QUARTERS', { count: going.quarter === undefined ? 0 : 1 }),
    t('FINANCE.EXAMPLE_REMOVE.ACCOUNTS', { count: going.accounts.length }),
    t('FINANCE.EXAMPLE_REMOVE.BANKS', { count: going.banks.length }),
  ];
  return (
    <>
      <Text size="sm">{t('FINANCE.EXAMPLE_REMOVE.ASK')}</Text>
      <List size="sm" my="xs">
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      <Text size="sm">
        {going.keeps.length > 0
          ? t('FINANCE.EXAMPLE_REMOVE.KEEPS', { names: going.keeps.join(', ') })
          : t('FINANCE.EXAMPLE_REMOVE.KEEPS_NOTHING')}
      </Text>
    </>
  );
}
