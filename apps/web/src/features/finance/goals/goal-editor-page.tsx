import { type Goal, goals as goalsApi, saveGoal, type SaveGoal } from '@fibado/contracts';
import { addDays } from '@fibado/planning';
import { MultiSelect, Paper, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../components/day-input';
import { MoneyInput } from '../../../components/money-input';
import { client } from '../../../lib/client';
import { formatDay, today } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import type { Editor } from '../shared/editor';
import { NameField } from '../shared/name-field';
import { goalsQuery, type Household } from '../shared/queries';
import { ResourceEditorPage, ResourceForm } from '../shared/resource-pages';
import { nameIn } from '../shared/shown';

const BACK = '/fibado/year';
/** How far ahead a new goal is proposed. */
const DAYS_AHEAD = 90;

/** Create or edit one goal. */
export function Component() {
  return (
    <ResourceEditorPage<Goal, SaveGoal>
      back={BACK}
      begin={({ goals = [] }) => ({
        all: goals,
        copy: (goal, name) => ({ ...goal, name }),
        create: () => ({ name: '', date: addDays(today(), DAYS_AHEAD), amountCents: 0 }),
      })}
      form={(initial, household) => <GoalForm initial={initial} household={household} />}
    />
  );
}

interface GoalFormProps {
  readonly initial: SaveGoal;
  readonly household: Household;
}

function GoalForm({ initial, household }: GoalFormProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const account = nameIn(household.accounts);
  return (
    <ResourceForm<SaveGoal>
      initial={initial}
      schema={saveGoal}
      save={(body) => client.call(goalsApi.save, { body })}
      texts="FINANCE.GOALS"
      back={BACK}
      reread={(queries) => queries.fetchQuery({ ...goalsQuery(), staleTime: 0 })}
      describe={({ name, date, amountCents, accountIds }) => [
        [t('FINANCE.FIELD.NAME'), name],
        [t('FINANCE.GOALS.DATE'), formatDay(date)],
        [t('FINANCE.FIELD.AMOUNT'), money(amountCents)],
        [t('FINANCE.GOALS.ACCOUNTS'), accountIds?.map(account).join(', ') ?? t('FINANCE.GOALS.ANY')],
      ]}
    >
      {(editor) => <GoalFields editor={editor} household={household} />}
    </ResourceForm>
  );
}

function GoalFields({
  editor,
  household,
}: Pick<GoalFormProps, 'household'> & { readonly editor: Editor<SaveGoal> }) {
  const { t } = useTranslation();
  const { value, set, error, touch, unreadable } = editor;
  // Money on a term deposit is not free.
  const accounts = household.accounts.filter(({ kind }) => kind !== 'DEPOSIT_TERM');
  return (
    <Paper withBorder p="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NameField editor={{ value, set, error, touch }} description={t('FINANCE.GOALS.NAME_HELP')} />
        <DayInput
          label={t('FINANCE.GOALS.DATE')}
          description={t('FINANCE.GOALS.DATE_HELP')}
          required
          value={value.date}
          error={error('date')}
          onChange={(day) => {
            if (day !== null) set('date', day);
          }}
        />
        <MoneyInput
          label={t('FINANCE.FIELD.AMOUNT')}
          required
          value={value.amountCents === 0 ? null : value.amountCents}
          error={error('amountCents')}
          onValidity={unreadable('amountCents')}
          onChange={(cents) => set('amountCents', cents ?? 0)}
        />
        <MultiSelect
          label={t('FINANCE.GOALS.ACCOUNTS')}
          description={t('FINANCE.GOALS.ACCOUNTS_HELP')}
          placeholder={value.accountIds ? undefined : t('FINANCE.GOALS.ANY')}
          clearable
          clearButtonProps={{ 'aria-label': t('COMMON.CLEAR') }}
          data={accounts.map(({ id, name }) => ({ value: id, label: name }))}
          value={[...(value.accountIds ?? [])]}
          error={error('accountIds')}
          onChange={(ids) => set('accountIds', ids.length > 0 ? ids : undefined)}
        />
      </SimpleGrid>
    </Paper>
  );
}
