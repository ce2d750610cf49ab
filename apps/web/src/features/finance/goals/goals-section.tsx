import { type Goal, goals as goalsApi } from '@fibado/contracts';
import type { GoalEvaluation } from '@fibado/planning';
import { Anchor, Badge, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconFlag, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { SectionCard } from '../../../components/section-card';
import { EmptyState } from '../../../components/states';
import { client } from '../../../lib/client';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { useCanWrite } from '../shared/access';
import { nameIn } from '../shared/shown';
import type { Household } from '../shared/queries';
import { RowMenu, useDelete } from '../shared/row-menu';
import { GoalPrices } from './goal-prices';

interface GoalsSectionProps {
  readonly household: Household;
  /** By goal, for those whose day is shown. */
  readonly fares: ReadonlyMap<string, GoalEvaluation>;
}

/** What the household wants to have by a day, whether it will be there, and what it costs. */
export function GoalsSection({ household, fares }: GoalsSectionProps) {
  const { t } = useTranslation();
  const canWrite = useCanWrite();
  const { goals = [] } = household;
  const create = canWrite && (
    <Button component={Link} to="goals/create" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('FINANCE.GOALS.CREATE')}
    </Button>
  );
  if (goals.length === 0)
    return (
      <SectionCard title={t('FINANCE.GOALS.TITLE')}>
        <EmptyState icon={IconFlag} title={t('FINANCE.GOALS.EMPTY')} actions={create}>
          {t('FINANCE.GOALS.EMPTY_TEXT')}
        </EmptyState>
      </SectionCard>
    );
  return (
    <SectionCard title={t('FINANCE.GOALS.TITLE')} description={t('FINANCE.GOALS.TEXT')} actions={create}>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {goals.map((goal) => (
          <GoalCard key={goal.id} goal={goal} household={household} fare={fares.get(goal.id)} />
        ))}
      </SimpleGrid>
      <GoalPrices goals={goals} household={household} />
    </SectionCard>
  );
}

interface GoalCardProps {
  readonly goal: Goal;
  readonly household: Household;
  readonly fare: GoalEvaluation | undefined;
}

function GoalCard({ goal, household, fare }: GoalCardProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const navigate = useNavigate();
  const remove = useDelete((id) => client.call(goalsApi.delete, { params: { id } }));
  const account = nameIn(household.accounts);
  const edit = `goals/edit/${goal.id}`;
  return (
    <Paper withBorder p="sm" component="article" aria-label={goal.name}>
      <Stack gap={4}>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={3} size="h5">
            <Anchor component={Link} to={edit} inherit>
              {goal.name}
            </Anchor>
          </Title>
          <RowMenu
            name={goal.name}
            onEdit={() => void navigate(edit)}
            onDuplicate={() => void navigate(`goals/create?from=${goal.id}`)}
            onDelete={() => remove(goal.id, goal.name)}
          />
        </Group>
        <Text size="sm">
          {t('FINANCE.GOALS.WANTED', { amount: money(goal.amountCents), day: formatDay(goal.date) })}
        </Text>
        {goal.accountIds && (
          <Text size="sm">
            {t('FINANCE.GOALS.ON', { accounts: goal.accountIds.map(account).join(', ') })}
          </Text>
        )}
        <Fare fare={fare} />
      </Stack>
    </Paper>
  );
}

/** Whether the money is there by what is planned and projected so far. */
function Fare({ fare }: Pick<GoalCardProps, 'fare'>) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  if (!fare)
    return (
      <Text size="sm" c="dimmed">
        {t('FINANCE.GOALS.BEYOND')}
      </Text>
    );
  const { missingCents, availableCents } = fare;
  return (
    <Group gap="xs">
      <Badge size="sm" color={missingCents > 0 ? 'red' : 'teal'} autoContrast>
        {t(missingCents > 0 ? 'FINANCE.GOALS.MISSED' : 'FINANCE.GOALS.KEPT')}
      </Badge>
      <Text size="sm">
        {missingCents > 0
          ? t('FINANCE.GOALS.MISSING', { amount: money(missingCents) })
          : t('FINANCE.GOALS.AVAILABLE', { amount: money(availableCents) })}
      </Text>
    </Group>
  );
}
