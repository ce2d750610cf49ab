import { type Recurrence, recurrences as recurrencesApi } from '@fibado/contracts';
import { ActionIcon, Button, Divider, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../components/confirm';
import { DayInput } from '../../../components/day-input';
import { Money } from '../../../components/money';
import { MoneyInput } from '../../../components/money-input';
import { SectionCard } from '../../../components/section-card';
import { client } from '../../../lib/client';
import { today } from '../../../lib/day';
import { recurrencesQuery, refreshFinance } from './queries';
import { useRhythmText } from './rhythm-text';
import { type RuleScope, saveNextOnly, saveRule } from './save-rule';

interface RecurrenceListProps {
  /** Other changes wait to be saved first. */
  readonly locked: boolean;
  /** As a card of a page, instead of below other fields. */
  readonly framed?: boolean;
}

/** The rules from which new quarters get operations: each can be changed from a day on, or ended. */
export function RecurrenceList({ locked, framed = false }: RecurrenceListProps) {
  const { t } = useTranslation();
  const { data: rules = [] } = useQuery(recurrencesQuery());
  const [edited, setEdited] = useState<string>();
  if (rules.length === 0) return null;
  const lines = rules.map((rule) =>
    edited === rule.id ? (
      <RuleFields key={rule.id} rule={rule} onDone={() => setEdited(undefined)} />
    ) : (
      <RuleLine key={rule.id} rule={rule} locked={locked} onEdit={() => setEdited(rule.id)} />
    ),
  );
  const title = t('FINANCE.RECURRENCE.PRESENT');
  const text = t(locked ? 'FINANCE.RECURRENCE.SAVE_FIRST' : 'FINANCE.RECURRENCE.PRESENT_TEXT');
  if (framed)
    return (
      <SectionCard title={title} description={text}>
        <Stack gap="xs">{lines}</Stack>
      </SectionCard>
    );
  return (
    <Stack gap="xs" mt="md" component="section" aria-label={title}>
      <Divider />
      <Text fw={600} size="sm">
        {title}
      </Text>
      <Text size="xs" c="dimmed">
        {text}
      </Text>
      {lines}
    </Stack>
  );
}

interface RuleLineProps {
  readonly rule: Recurrence;
  readonly locked: boolean;
  readonly onEdit: () => void;
}

function RuleLine({ rule, locked, onEdit }: RuleLineProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const rhythm = useRhythmText();
  const end = useMutation({
    meta: { confirm: true },
    mutationFn: () =>
      client.call(recurrencesApi.delete, { params: { id: rule.id }, query: { from: today() } }),
    onSuccess: () => refreshFinance(queryClient),
  });
  const askToEnd = () =>
    void confirm({ message: t('FINANCE.RECURRENCE.END_ASK', { name: rule.description }), danger: true }).then(
      (yes) => {
        if (yes) end.mutate();
      },
    );
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">
        {rule.description} · <Money cents={rule.amountCents} /> · {rhythm(rule)}
      </Text>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          disabled={locked}
          aria-label={t('FINANCE.RECURRENCE.EDIT', { name: rule.description })}
          onClick={onEdit}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="red"
          disabled={locked}
          loading={end.isPending}
          aria-label={t('FINANCE.RECURRENCE.END', { name: rule.description })}
          onClick={askToEnd}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </Group>
  );
}

function RuleFields({ rule, onDone }: { readonly rule: Recurrence; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [description, setDescription] = useState(rule.description);
  const [cents, setCents] = useState<number | null>(rule.amountCents);
  const [scope, setScope] = useState<RuleScope>('FROM');
  const [applyFrom, setApplyFrom] = useState<string | null>(today());
  const [noneNext, setNoneNext] = useState(false);
  const ready =
    description.trim() !== '' && cents !== null && cents > 0 && (scope !== 'FROM' || applyFrom !== null);
  const save = useMutation({
    meta: { confirm: true },
    mutationFn: async () => {
      const change = { description: description.trim(), amountCents: cents ?? 0 };
      if (scope === 'NEXT') return (await saveNextOnly(rule, change)) !== undefined;
      await saveRule(rule, change, scope === 'ALL' ? rule.from : (applyFrom ?? today()));
      return true;
    },
    onSuccess: async (changed) => {
      await refreshFinance(queryClient);
      setNoneNext(!changed);
      if (changed) onDone();
    },
  });
  return (
    <Group align="flex-end" gap="xs">
      <TextInput
        size="xs"
        label={t('FINANCE.OPERATION.description')}
        maxLength={500}
        value={description}
        onChange={(e) => setDescription(e.currentTarget.value)}
      />
      <MoneyInput
        size="xs"
        w="7rem"
        label={t('FINANCE.OPERATION.amount')}
        value={cents}
        onChange={setCents}
      />
      <NativeSelect
        size="xs"
        label={t('FINANCE.RECURRENCE.SCOPE')}
        value={scope}
        data={(['NEXT', 'FROM', 'ALL'] as const).map((value) => ({
          value,
          label: t(`FINANCE.RECURRENCE.SCOPE_${value}`),
        }))}
        onChange={(e) => setScope(e.currentTarget.value as RuleScope)}
      />
      {scope === 'FROM' && (
        <DayInput
          size="xs"
          w="8rem"
          label={t('FINANCE.RECURRENCE.APPLY_FROM')}
          value={applyFrom}
          onChange={setApplyFrom}
        />
      )}
      <Button size="xs" variant="default" onClick={onDone}>
        {t('COMMON.CANCEL')}
      </Button>
      <Button size="xs" disabled={!ready} loading={save.isPending} onClick={() => save.mutate()}>
        {t('COMMON.SAVE')}
      </Button>
      <Text size="xs" c="dimmed" w="100%" role={noneNext ? 'alert' : undefined}>
        {t(noneNext ? 'FINANCE.RECURRENCE.NONE_NEXT' : `FINANCE.RECURRENCE.SCOPE_HELP_${scope}`)}
      </Text>
    </Group>
  );
}
