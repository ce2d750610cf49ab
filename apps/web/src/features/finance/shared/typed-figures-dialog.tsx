import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyInput } from '../../../components/money-input';
import { toastDone } from '../../../components/toasts';
import { refreshFinance } from './queries';

/** Cents by field; a field left empty is absent. */
export type TypedFigures<Key extends string> = Partial<Record<Key, number>>;

interface TypedFiguresDialogProps<Key extends string> {
  readonly title: string;
  readonly text: string;
  readonly fields: readonly { readonly key: Key; readonly label: string; readonly allowNegative?: boolean }[];
  readonly initial: Partial<Record<Key, number | undefined>>;
  readonly save: (figures: TypedFigures<Key>) => Promise<unknown>;
  readonly savedText: string;
  readonly onClose: () => void;
}

/** Figures of a year copied from the bank's own paper. */
export function TypedFiguresDialog<Key extends string>(props: TypedFiguresDialogProps<Key>) {
  const { title, text, fields, initial, save, savedText, onClose } = props;
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [figures, setFigures] = useState<TypedFigures<Key>>(() => given(initial));
  const saving = useMutation({
    mutationFn: () => save(figures),
    onSuccess: async () => {
      toastDone(savedText);
      onClose();
      await refreshFinance(queryClient);
    },
  });
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        <Stack>
          <Text size="sm">{text}</Text>
          {fields.map(({ key, label, allowNegative = false }) => (
            <MoneyInput
              key={key}
              label={label}
              allowNegative={allowNegative}
              value={figures[key] ?? null}
              onChange={(cents) => setFigures((old) => given({ ...old, [key]: cents }))}
            />
          ))}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('COMMON.CANCEL')}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {t('COMMON.SAVE')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** The fields that have an amount. */
function given<Key extends string>(
  values: Partial<Record<Key, number | null | undefined>>,
): TypedFigures<Key> {
  const entries = Object.entries<number | null | undefined>(values);
  return Object.fromEntries(
    entries.filter(([, cents]) => cents !== null && cents !== undefined),
  ) as TypedFigures<Key>;
}
