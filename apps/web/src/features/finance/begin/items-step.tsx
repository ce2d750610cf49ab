import { NativeSelect, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MoneyInput } from '../../../components/money-input';
import type { ItemDraft } from './begin-model';
import { firstOf } from './save-household';
import type { Begin } from './use-begin';

const DAYS = Array.from({ length: 28 }, (_, index) => index + 1);

/** What comes in and goes out every month: an amount where there is one, nothing where there is none. */
export function ItemsStep({ begin }: { readonly begin: Begin }) {
  const { t } = useTranslation();
  const groups = [
    { kind: 'INCOME', title: t('FINANCE.BEGIN.ITEMS.INCOME') },
    { kind: 'EXPENSE', title: t('FINANCE.BEGIN.ITEMS.EXPENSE') },
  ] as const;
  return (
    <Stack gap="md">
      {groups.map(({ kind, title }) => (
        <Paper key={kind} withBorder p="md" component="section" aria-label={title}>
          <Text fw={600} component="h2" mb="xs">
            {title}
          </Text>
          <Stack gap="sm">
            {begin.draft.items
              .filter((item) => item.kind === kind)
              .map((item) => (
                <ItemFields key={item.key} item={item} begin={begin} />
              ))}
          </Stack>
        </Paper>
      ))}
      <Text size="sm" c="dimmed">
        {t('FINANCE.BEGIN.ITEMS.LATER')}
      </Text>
    </Stack>
  );
}

function ItemFields({ item, begin }: { readonly item: ItemDraft; readonly begin: Begin }) {
  const { t } = useTranslation();
  const { accounts } = begin.draft;
  const name = t(`FINANCE.BEGIN.ITEM.${item.key}`);
  const hasAmount = item.amountCents !== null;
  return (
    <SimpleGrid cols={{ base: hasAmount ? 2 : 1, sm: 3 }} spacing="xs">
      <MoneyInput
        label={name}
        {...(item.key === 'SALARY' ? { 'data-first': true } : {})}
        value={item.amountCents === 0 ? null : item.amountCents}
        onValidity={begin.onValidity(item.key)}
        onChange={(cents) => begin.changeItem(item.key, { amountCents: cents === 0 ? null : cents })}
      />
      {hasAmount && (
        <>
          <NativeSelect
            label={t('FINANCE.BEGIN.ITEMS.DAY')}
            aria-label={`${t('FINANCE.BEGIN.ITEMS.DAY')}, ${name}`}
            value={String(item.dayOfMonth)}
            data={[
              ...DAYS.map((day) => ({ value: String(day), label: String(day) })),
              { value: 'LAST_BUSINESS', label: t('FINANCE.BEGIN.ITEMS.LAST_BUSINESS') },
            ]}
            onChange={({ currentTarget: { value } }) =>
              begin.changeItem(item.key, {
                dayOfMonth: value === 'LAST_BUSINESS' ? value : Number(value),
              })
            }
          />
          {accounts.length > 1 && (
            <NativeSelect
              label={t('FINANCE.FIELD.ACCOUNT')}
              aria-label={`${t('FINANCE.FIELD.ACCOUNT')}, ${name}`}
              value={item.account ?? firstOf(accounts)?.key ?? ''}
              data={accounts.map(({ key, name: label }) => ({ value: key, label }))}
              onChange={({ currentTarget: { value } }) => begin.changeItem(item.key, { account: value })}
            />
          )}
        </>
      )}
    </SimpleGrid>
  );
}
