import { Badge, Button, Grid, Group, Select, Stack } from '@mantine/core';
import { IconCalendarPlus, IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { quarterToShow } from '@fibado/planning';
import { useQuery } from '@tanstack/react-query';
import {
  type ComponentProps,
  lazy,
  startTransition,
  Suspense,
  useCallback,
  useEffect,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { QuarterListItem } from '../shared/types';
import { PageHeader } from '../../../components/page-header';
import { LoadingState, PageLoading, QueryState } from '../../../components/states';
import { afterPaint } from '../../../lib/after-paint';
import { today as todayOf } from '../../../lib/day';
import { useCanWrite } from '../shared/access';
import { hasExample } from '../shared/example-names';
import { useDashboardAtOnce } from '../shared/dashboard-query';
import { Loaded } from '../shared/loaded';
import { QuarterTabs } from '../shared/quarter-tabs';
import { useQuarterText } from '../shared/quarter-text';
import { accountsQuery, quartersQuery, useDashboardData } from '../shared/queries';
import { ReopenQuarter } from '../shared/reopen-quarter';
import { BalancesPanel } from './balances-panel';
import { CalendarPanel } from './calendar-panel';
import { NextSteps } from './next-steps';
import { SummaryCards } from './summary-cards';
import { TermWarnings } from './term-warnings';

// What stands below the first screen, or shows now and then, is one more file, fetched while this one is drawn.
const panels = () => import('./panels');
void panels();
const TodoPanel = lazy(async () => ({ default: (await panels()).TodoPanel }));
const AccountsPanel = lazy(async () => ({ default: (await panels()).AccountsPanel }));
const ExportMenu = lazy(async () => ({ default: (await panels()).ExportMenu }));
const LimitsPanel = lazy(async () => ({ default: (await panels()).LimitsPanel }));
const ActualsPanel = lazy(async () => ({ default: (await panels()).ActualsPanel }));
const ExampleNotice = lazy(async () => ({
  default: (await import('../shared/example-notice')).ExampleNotice,
}));
const FirstSteps = lazy(async () => ({ default: (await import('./first-steps')).FirstSteps }));
const NewQuarterDialog = lazy(async () => ({
  default: (await import('./new-quarter-dialog')).NewQuarterDialog,
}));

/** Dashboard Trimestri: one quarter's plan, what it yields, and what to do next. */
export function Component() {
  const [params] = useSearchParams();
  const isReady = useDashboardAtOnce(params.get('quarter'), todayOf());
  const quarters = useQuery({ ...quartersQuery(), enabled: isReady });
  return <QueryState query={quarters}>{(list) => <Dashboard quarters={list} />}</QueryState>;
}

function Dashboard({ quarters }: { readonly quarters: readonly QuarterListItem[] }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const [creating, setCreating] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const drawWhole = useCallback(() => startTransition(() => setWhole(true)), []);
  const canWrite = useCanWrite();
  const accounts = useQuery(accountsQuery()).data ?? [];
  const today = todayOf();
  const date = quarterToShow(quarters, params.get('quarter'), today);

  return (
    <>
      {date !== undefined && <QuarterTabs date={date} current="viewer" />}
      <PageHeader
        title={t('FINANCE.DASHBOARD.TITLE')}
        actions={
          <>
            {date !== undefined && (
              <QuarterChooser
                quarters={quarters}
                date={date}
                onChoose={(next) => setParams({ quarter: next }, { replace: true })}
              />
            )}
            {canWrite && date !== undefined && (
              <Button
                variant="default"
                leftSection={<IconCalendarPlus size={16} aria-hidden />}
                onClick={() => setCreating(true)}
              >
                {t('FINANCE.DASHBOARD.NEW_QUARTER')}
              </Button>
            )}
            {date !== undefined && (
              <Suspense fallback={<ExportPlace />}>
                <ExportMenu date={date} />
              </Suspense>
            )}
          </>
        }
      />
      {hasExample(accounts) && (
        <Suspense fallback={null}>
          <ExampleNotice />
        </Suspense>
      )}
      {date === undefined ? (
        <Suspense fallback={<PageLoading />}>
          <FirstSteps onCreate={() => setCreating(true)} />
        </Suspense>
      ) : (
        <QuarterView key={date} date={date} today={today} isWhole={isWhole} onPainted={drawWhole} />
      )}
      {creating && (
        <Suspense fallback={null}>
          <NewQuarterDialog
            quarters={quarters}
            today={today}
            onClose={() => setCreating(false)}
            onCreated={(created) => {
              setCreating(false);
              setParams({ quarter: created });
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** As wide as the menu that takes its place. */
function ExportPlace() {
  const { t } = useTranslation();
  return (
    <Button variant="default" disabled leftSection={<IconDownload size={16} aria-hidden />}>
      {t('FINANCE.EXPORT.TITLE')}
    </Button>
  );
}

const STATE_COLOR = { INITIALIZED: 'yellow', STARTED: 'teal.9', CLOSED: 'gray.7' } as const;

function QuarterChooser({
  quarters,
  date,
  onChoose,
}: {
  readonly quarters: readonly QuarterListItem[];
  readonly date: string;
  readonly onChoose: (date: string) => void;
}) {
  const { t } = useTranslation();
  const quarterText = useQuarterText();
  const at = quarters.findIndex((q) => q.date === date);
  const before = quarters[at - 1];
  const after = quarters[at + 1];
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        variant="default"
        px="xs"
        aria-label={t('FINANCE.DASHBOARD.PREVIOUS')}
        disabled={!before}
        onClick={() => before && onChoose(before.date)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </Button>
      <Select
        aria-label={t('FINANCE.DASHBOARD.CHOOSE')}
        w="12.5rem"
        allowDeselect={false}
        value={date}
        data={quarters.map((q) => ({ value: q.date, label: quarterText(q.date) })).toReversed()}
        onChange={(next) => next !== null && onChoose(next)}
        comboboxProps={{ shadow: 'md' }}
      />
      <Button
        variant="default"
        px="xs"
        aria-label={t('FINANCE.DASHBOARD.NEXT')}
        disabled={!after}
        onClick={() => after && onChoose(after.date)}
      >
        <IconChevronRight size={16} aria-hidden />
      </Button>
    </Group>
  );
}

interface QuarterViewProps {
  readonly date: string;
  readonly today: string;
  /** Whether what stands below the first screen is drawn too. */
  readonly isWhole: boolean;
  readonly onPainted: () => void;
}

function QuarterView({ date, today, isWhole, onPainted }: QuarterViewProps) {
  const { t } = useTranslation();
  const state = useDashboardData(date);
  const quarterText = useQuarterText();
  return (
    <Loaded state={state}>
      {(data) => (
        <Stack gap="md">
          <Group gap="sm" mih="2rem">
            <Badge
              size="lg"
              color={STATE_COLOR[data.quarter.state]}
              styles={{ label: { textTransform: 'none' } }}
              autoContrast
            >
              {quarterText(date)} · {t(`FINANCE.QUARTER.STATE.${data.quarter.state}`)}
            </Badge>
            {data.quarter.state !== 'INITIALIZED' && <ReopenQuarter quarter={data.quarter} />}
          </Group>
          <NextSteps data={data} today={today} />
          <TermWarnings data={data} />
          <SummaryCards data={data} />
          {isWhole ? <Below data={data} today={today} /> : <FirstPaint onPainted={onPainted} />}
        </Stack>
      )}
    </Loaded>
  );
}

/** In the place of what follows, until what is to be read first has been painted: the rest takes a phone a second. */
function FirstPaint({ onPainted }: Pick<QuarterViewProps, 'onPainted'>) {
  useEffect(() => afterPaint(onPainted), [onPainted]);
  return <LoadingState height="60rem" />;
}

function Below({ data, today }: ComponentProps<typeof BalancesPanel>) {
  return (
    <>
      <Overview data={data} today={today} />
      <Suspense fallback={<LoadingState height={`${data.accounts.length * 2.5 + 20}rem`} />}>
        <AccountsPanel data={data} />
        <LimitsPanel data={data} today={today} />
      </Suspense>
      {(data.summary.sealed ?? data.summary.actuals) && (
        <Suspense fallback={null}>
          <ActualsPanel data={data} />
        </Suspense>
      )}
    </>
  );
}

/** Balances and calendar beside the list of what to do, which takes a column only where there is a list. */
function Overview(props: ComponentProps<typeof BalancesPanel>) {
  const hasTransfers = props.data.operations.some((o) => o.kind === 'TRANSFER');
  const isOver = props.data.quarter.state === 'CLOSED';
  const wide = { base: 12, lg: 8 };
  const narrow = { base: 12, lg: 4 };
  if (hasTransfers)
    return (
      <Grid gap="md">
        <Grid.Col span={wide}>
          <Stack gap="md">
            <BalancesPanel {...props} />
            <CalendarPanel {...props} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={narrow}>
          <Suspense fallback={<LoadingState height="24rem" />}>
            <TodoPanel {...props} />
          </Suspense>
        </Grid.Col>
      </Grid>
    );
  return (
    <Grid gap="md">
      <Grid.Col span={12}>
        <BalancesPanel {...props} />
      </Grid.Col>
      <Grid.Col span={isOver ? 12 : wide}>
        <CalendarPanel {...props} />
      </Grid.Col>
      {!isOver && (
        <Grid.Col span={narrow}>
          <Suspense fallback={<LoadingState height="24rem" />}>
            <TodoPanel {...props} />
          </Suspense>
        </Grid.Col>
      )}
    </Grid>
  );
}
