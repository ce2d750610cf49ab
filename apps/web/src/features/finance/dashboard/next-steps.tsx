import type { Summary } from '@fibado/contracts';
import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { nextQuarter } from '@fibado/planning';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { useCanWrite } from '../shared/access';
import type { QuarterData } from '../shared/queries';
import { useViolationText } from '../shared/violation-text';
import { type NextStep, nextSteps, nextTransferDay } from './view-models';

interface NextStepsProps {
  readonly data: QuarterData & { readonly summary: Summary };
  readonly today: string;
}

/** What to do now in one sentence with its button, and what follows. */
export function NextSteps({ data, today }: NextStepsProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const violationText = useViolationText(data);
  const canWrite = useCanWrite();
  const [first, ...rest] = nextSteps(data, today);
  if (!first) {
    const ahead = nextTransferDay(data.operations, today);
    return (
      <Text c="dimmed">
        {t('FINANCE.NEXT.NOTHING')}{' '}
        {ahead !== undefined && t('FINANCE.NEXT.AHEAD', { day: formatDay(ahead) })}
      </Text>
    );
  }
  const text = (step: NextStep) =>
    t(`FINANCE.NEXT.${step.kind}`, {
      ...('count' in step ? { count: step.count } : {}),
      ...('gainCents' in step ? { amount: money(step.gainCents) } : {}),
      ...('stale' in step ? { context: step.stale ? 'stale' : 'new' } : {}),
      ...('isEmpty' in step ? { context: step.isEmpty ? 'empty' : 'filled' } : {}),
      ...('first' in step ? { first: violationText(step.first) } : {}),
    });
  const urgent = first.kind === 'FIX_LIMITS' || (first.kind === 'MAKE_TRANSFERS' && first.overdue > 0);
  return (
    // It is there from the start: read in its turn, and not called out.
    <Alert color={urgent ? 'red' : 'teal'} variant="light" p="sm" role="note" title={t('FINANCE.NEXT.TITLE')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="var(--mantine-color-text)">
          {text(first)}
        </Text>
        {canWrite && (
          <Button
            size="xs"
            component={Link}
            to={targetOf(first, data.quarter.date)}
            rightSection={<IconArrowRight size={14} aria-hidden />}
          >
            {t(`FINANCE.NEXT.GO_${first.kind}`)}
          </Button>
        )}
      </Group>
      {canWrite && rest.length > 0 && (
        <Group gap="md" mt="xs">
          <Text size="xs" c="dimmed">
            {t('FINANCE.NEXT.THEN')}
          </Text>
          {rest.map((step) => (
            <Anchor key={step.kind} component={Link} to={targetOf(step, data.quarter.date)} size="xs">
              {text(step)}
            </Anchor>
          ))}
        </Group>
      )}
    </Alert>
  );
}

function targetOf(step: NextStep, date: string): string {
  switch (step.kind) {
    case 'ADD_ACCOUNTS':
    case 'CHECK_SETUP':
    case 'START':
      return `setup/${date}`;
    case 'CLOSE':
      return `setup/${date}?action=close`;
    case 'ENTER_OPERATIONS':
      return `operation/edit/${date}`;
    case 'CONFIRM_OPERATIONS':
      return `operation/edit/${date}?view=due`;
    case 'ACCEPT_PLAN':
    case 'FIX_LIMITS':
      return `automatic-planning/${date}${step.runId === undefined ? '' : `?run=${step.runId}`}`;
    case 'HINDSIGHT':
      return `regret/${date}`;
    case 'OPTIMIZE':
      return `automatic-planning/${date}`;
    case 'MAKE_TRANSFERS':
      return `?quarter=${date}#todo`;
    case 'NEXT_QUARTER':
      return `?quarter=${nextQuarter(date)}`;
  }
}
