import { scenarios as scenariosApi, type Scenario } from '@fibado/contracts';
import { isInQuarter } from '@fibado/planning';
import { Alert, Anchor, Badge, Box, Button, Group, List, Paper, Stack, Text } from '@mantine/core';
import { IconArrowUpRight, IconGitBranch, IconPlayerPlay, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { confirm } from '../../../components/confirm';
import { Money } from '../../../components/money';
import { EmptyState, QueryState } from '../../../components/states';
import { toastDone } from '../../../components/toasts';
import { client } from '../../../lib/client';
import { formatInstant } from '../../../lib/day';
import { useCanWrite } from '../shared/access';
import { HorizonChoice } from '../shared/horizon-choice';
import { ConflictList, ExactBadge } from '../shared/outline';
import { accountNameIn, goalNameIn, nameIn } from '../shared/problem';
import { QuestionState } from '../shared/question-state';
import { QuarterPage } from '../shared/quarter-page';
import { type QuarterData, refreshFinance } from '../shared/queries';
import { RowMenu, useDelete } from '../shared/row-menu';
import { useQuestion } from '../shared/use-question';
import { useChangeText } from './change-text';
import { isWorth, quartersOfPlan } from './comparison-model';
import { ScenarioComparison } from './scenario-comparison';
import { scenariosQuery } from './scenario-queries';

/** Several quarters take longer to plan than one. */
const limitOf = (quarters: number): number => (quarters > 1 ? 60_000 : 20_000);

/** Scenari: what would be otherwise over the coming quarters, or in this one, worked out and laid side by side. */
export function Component() {
  return (
    <QuarterPage current="scenarios" texts="FINANCE.SCENARIOS" described>
      {(data) => <Scenarios data={data} />}
    </QuarterPage>
  );
}

function Scenarios({ data }: { readonly data: QuarterData }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const quarter = data.quarter.date;
  const canWrite = useCanWrite() && data.quarter.state !== 'CLOSED';
  const query = useQuery(scenariosQuery(quarter));
  // What is opened, closed or changed lasts longer than a quarter.
  const [horizon, setHorizon] = useState<number | null>(data.settings.horizonQuarters);
  const horizonQuarters = horizon ?? 1;
  const timeLimitMs = limitOf(horizonQuarters);
  const question = useQuestion(timeLimitMs, async (id: string, signal) => {
    const done = await client.call(scenariosApi.run, { body: { id, timeLimitMs, horizonQuarters }, signal });
    await refreshFinance(queryClient);
    return done;
  });
  const remove = useDelete((id) => client.call(scenariosApi.delete, { params: { id } }));
  const promote = useMutation({
    mutationFn: ({ id, version }: Scenario) => client.call(scenariosApi.promote, { body: { id, version } }),
    onSuccess: async ({ transfers }) => {
      await refreshFinance(queryClient);
      toastDone(t('FINANCE.SCENARIOS.PROMOTED', { count: transfers }));
    },
  });
  const create = canWrite && (
    <Button component={Link} to="create" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('FINANCE.SCENARIO.CREATE')}
    </Button>
  );
  return (
    <QueryState query={query}>
      {(all) =>
        all.length === 0 ? (
          <EmptyState icon={IconGitBranch} title={t('FINANCE.SCENARIOS.EMPTY')} actions={create}>
            {t('FINANCE.SCENARIOS.EMPTY_TEXT')}
          </EmptyState>
        ) : (
          <Stack gap="md">
            <Ahead
              value={horizon}
              most={data.settings.horizonQuarters}
              disabled={question.underWay !== undefined}
              onChange={setHorizon}
            >
              {create}
            </Ahead>
            <QuestionState question={question} />
            <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
              {all.map((scenario) => (
                <ScenarioCard
                  key={scenario.id}
                  data={data}
                  scenario={scenario}
                  canWrite={canWrite}
                  busy={question.underWay !== undefined}
                  onRun={() => question.ask(scenario.id)}
                  onPromote={() => promote.mutate(scenario)}
                  onDelete={() => remove(scenario.id, scenario.name)}
                />
              ))}
            </Stack>
            <ScenarioComparison data={data} horizonQuarters={horizonQuarters} />
          </Stack>
        )
      }
    </QueryState>
  );
}

/** Over which quarters scenarios are worked out and compared, and how their changes carry to later ones. */
function Ahead({
  children,
  ...choice
}: ComponentProps<typeof HorizonChoice> & { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Group justify="space-between" align="flex-end">
      <Box maw="32rem">
        <HorizonChoice {...choice} />
        {choice.value !== null && choice.value > 1 && (
          <Text size="xs" c="dimmed" mt={4}>
            {t('FINANCE.SCENARIOS.AHEAD')}
          </Text>
        )}
      </Box>
      <Box ml="auto">{children}</Box>
    </Group>
  );
}

interface ScenarioCardProps {
  readonly data: QuarterData;
  readonly scenario: Scenario;
  readonly canWrite: boolean;
  readonly busy: boolean;
  readonly onRun: () => void;
  readonly onPromote: () => void;
  readonly onDelete: () => void;
}

function ScenarioCard(card: ScenarioCardProps) {
  const { t } = useTranslation();
  const { data, scenario, canWrite } = card;
  const changeText = useChangeText(data);
  const { outcome } = scenario;
  return (
    <Paper withBorder p="sm" component="li">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ flex: '1 1 18rem', minWidth: 0 }}>
          <Group gap="xs">
            <Anchor component={Link} to={`edit/${scenario.id}`} fw={600}>
              {scenario.name}
            </Anchor>
            <StateBadge scenario={scenario} />
          </Group>
          {scenario.changes.length === 0 ? (
            <Text size="xs" c="dimmed">
              {t('FINANCE.SCENARIO.NO_CHANGES')}
            </Text>
          ) : (
            <List size="xs" c="dimmed">
              {scenario.changes.map((change, index) => (
                <List.Item key={index}>{changeText(change)}</List.Item>
              ))}
            </List>
          )}
        </div>
        {outcome && <Outcome outcome={outcome} />}
      </Group>
      {canWrite && <ScenarioActions {...card} />}
      {outcome && !isWorth(outcome) && (
        <ConflictList
          conflicts={isFeasible(scenario) ? outcome.reference.conflicts : outcome.plan.conflicts}
          name={accountNameIn(data)}
          bank={nameIn(data.banks)}
          goal={goalNameIn(data)}
        />
      )}
      {outcome?.stale === true && (
        <Alert color="yellow" p="xs" mt="xs">
          <Text size="xs">{t('FINANCE.SCENARIOS.STALE_TEXT')}</Text>
        </Alert>
      )}
    </Paper>
  );
}

const isFeasible = ({ outcome }: Scenario): boolean =>
  outcome !== undefined && outcome.plan.status !== 'INFEASIBLE';

/** What a scenario is worth, and when it was worked out. */
function Outcome({ outcome }: { readonly outcome: NonNullable<Scenario['outcome']> }) {
  const { t } = useTranslation();
  return (
    <Box ml="auto" ta="right">
      {isWorth(outcome) ? (
        <Group gap="xs" justify="flex-end">
          <Text size="xs" c="dimmed" component="span">
            {t('FINANCE.SCENARIOS.WORTH', { count: quartersOfPlan(outcome.plan) })}
          </Text>
          <Text fw={700} component="span">
            <Money cents={outcome.worthCents} sign colored />
          </Text>
          <ExactBadge exact={outcome.exact} />
        </Group>
      ) : (
        <Text size="sm" fw={600} c="var(--mantine-color-error)">
          {t(
            outcome.plan.status !== 'INFEASIBLE'
              ? 'FINANCE.SCENARIOS.INFEASIBLE_WITHOUT'
              : 'FINANCE.SCENARIOS.INFEASIBLE',
          )}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {t('FINANCE.SCENARIOS.RAN', { at: formatInstant(outcome.ranAt) })}
      </Text>
    </Box>
  );
}

function ScenarioActions({ data, scenario, busy, onRun, onPromote, onDelete }: ScenarioCardProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const changeText = useChangeText(data);
  const { outcome } = scenario;
  const ask = () => {
    void confirm({
      title: t('FINANCE.SCENARIOS.PROMOTE_TITLE'),
      message: (
        <Stack gap="xs">
          <Text size="sm">
            {t('FINANCE.SCENARIOS.PROMOTE_ASK', {
              name: scenario.name,
              // Of a plan over several quarters its own is adopted.
              count:
                outcome?.plan.transfers.filter(({ date }) => isInQuarter(date, scenario.quarter)).length ?? 0,
            })}
          </Text>
          <List size="sm">
            {scenario.changes.map((change, index) => (
              <List.Item key={index}>{changeText(change)}</List.Item>
            ))}
          </List>
        </Stack>
      ),
      confirmLabel: t('FINANCE.SCENARIOS.PROMOTE'),
    }).then((yes) => {
      if (yes) onPromote();
    });
  };
  return (
    <Group gap="xs" mt="xs">
      <Button
        size="xs"
        variant="light"
        disabled={busy}
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        aria-label={t('FINANCE.SCENARIOS.RUN_ONE', { name: scenario.name })}
        onClick={onRun}
      >
        {t('FINANCE.SCENARIOS.RUN')}
      </Button>
      <Button
        size="xs"
        variant="light"
        disabled={busy || !isFeasible(scenario) || outcome?.stale === true}
        leftSection={<IconArrowUpRight size={14} aria-hidden />}
        aria-label={t('FINANCE.SCENARIOS.PROMOTE_ONE', { name: scenario.name })}
        onClick={ask}
      >
        {t('FINANCE.SCENARIOS.PROMOTE')}
      </Button>
      <RowMenu
        name={scenario.name}
        onEdit={() => void navigate(`edit/${scenario.id}`)}
        onDuplicate={() => void navigate(`create?from=${scenario.id}`)}
        onDelete={onDelete}
      />
    </Group>
  );
}

function StateBadge({ scenario }: { readonly scenario: Scenario }) {
  const { t } = useTranslation();
  const state =
    scenario.promotedAt !== undefined
      ? 'PROMOTED'
      : !scenario.outcome
        ? 'NEW'
        : scenario.outcome.stale
          ? 'STALE'
          : 'FRESH';
  const color = { PROMOTED: 'teal', NEW: 'gray', STALE: 'yellow', FRESH: 'blue' }[state];
  return (
    <Badge
      size="sm"
      miw="max-content"
      variant="outline"
      color={color}
      styles={{ label: { textTransform: 'none' } }}
    >
      {t(`FINANCE.SCENARIOS.STATE.${state}`)}
    </Badge>
  );
}
