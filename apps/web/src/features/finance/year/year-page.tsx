import { quarterEnd, quarterOf } from '@fibado/planning';
import { List, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { PageHeader } from '../../../components/page-header';
import { ScrollTable } from '../../../components/scroll-table';
import { SectionCard } from '../../../components/section-card';
import { PageLoading } from '../../../components/states';
import { formatDay, today as todayOf } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { GoalsSection } from '../goals/goals-section';
import { faresOf } from '../goals/goals-model';
import { Loaded } from '../shared/loaded';
import { nameIn } from '../shared/problem';
import { type Household, useHousehold } from '../shared/queries';
import { useQuarterText } from '../shared/quarter-text';
import { horizonProblem } from './horizon-model';
import { HorizonPlan } from './horizon-plan';
import { useYearQuarters } from './use-year-quarters';
import { YearChart } from './year-chart';
import { eventsOf, lineOf, sliceOf, type YearEvent, type YearQuarter } from './year-model';

/** Vista annuale: twelve months from the quarter before today's, the household's own and those that follow from rules. */
export function Component() {
  const { t } = useTranslation();
  const household = useHousehold();
  return (
    <>
      <PageHeader title={t('FINANCE.YEAR.TITLE')} description={t('FINANCE.YEAR.TEXT')} />
      <Loaded state={household}>{(data) => <Year household={data} />}</Loaded>
    </>
  );
}

function Year({ household }: { readonly household: Household }) {
  const { t } = useTranslation();
  const today = todayOf();
  const { first, ready, quarters, known, rules } = useYearQuarters(household, today);
  if (first === undefined && ready) return <Text>{t('FINANCE.YEAR.EMPTY')}</Text>;
  if (!quarters) return <PageLoading />;
  const base = known.find(({ quarter }) => quarter.date === quarterOf(today) && quarter.state !== 'CLOSED');
  const problem = base && rules ? () => horizonProblem(household, base, known, rules) : undefined;
  return (
    <Stack>
      <YearView household={household} quarters={quarters} today={today} />
      <HorizonPlan household={household} problem={problem} today={today} />
    </Stack>
  );
}

interface YearViewProps {
  readonly household: Household;
  readonly quarters: readonly YearQuarter[];
  readonly today: string;
}

function YearView({ household, quarters, today }: YearViewProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState('');
  const quarterText = useQuarterText();
  const money = useMoneyFormat();
  const name = nameIn(household.accounts);
  const whole = useMemo(() => lineOf(quarters, today), [quarters, today]);
  const from = shown === '' ? 0 : whole.days.findIndex((day) => day.startsWith(shown));
  const past = shown === '' ? whole.days.length : whole.days.findLastIndex((day) => day <= endOf(shown)) + 1;
  const line = sliceOf(whole, from, past);
  const { accounts, goals = [] } = household;
  const events = eventsOf(accounts, goals, whole.days);
  const fares = useMemo(
    () =>
      faresOf(
        household.goals ?? [],
        household.accounts,
        quarters.map(({ evaluation }) => evaluation),
      ),
    [household, quarters],
  );
  const text = ({ kind, id, amountCents }: YearEvent): string =>
    amountCents === undefined
      ? t(`FINANCE.YEAR.${kind}`, { account: name(id) })
      : t('FINANCE.YEAR.GOAL', { goal: nameIn(goals)(id), amount: money(amountCents) });
  const months = [...new Set(whole.days.map((day) => day.slice(0, 7)))];
  return (
    <Stack>
      <NativeSelect
        maw="16rem"
        label={t('FINANCE.YEAR.ZOOM')}
        value={shown}
        data={[
          { value: '', label: t('FINANCE.YEAR.WHOLE') },
          ...quarters.map(({ date }) => ({ value: date, label: quarterText(date) })),
          ...months.map((month) => ({ value: month, label: `${month.slice(5)}/${month.slice(0, 4)}` })),
        ]}
        onChange={(e) => setShown(e.currentTarget.value)}
      />
      <YearChart title={t('FINANCE.YEAR.BALANCES')} line={line} events={events} eventText={text} />
      <GoalsSection household={household} fares={fares} />
      <SectionCard title={t('FINANCE.YEAR.EVENTS')}>
        {events.length === 0 && <Text size="sm">{t('FINANCE.YEAR.NO_EVENTS')}</Text>}
        <List size="sm">
          {events.map((event) => (
            <List.Item key={`${event.kind}${event.id}${event.day}`}>
              {formatDay(event.day)}: {text(event)}
            </List.Item>
          ))}
        </List>
      </SectionCard>
      <Returns quarters={quarters} />
    </Stack>
  );
}

/** The last day of a part shown: a quarter by its first day, a month by its first seven characters. */
const endOf = (shown: string): string => (shown.length > 7 ? quarterEnd(shown) : `${shown}-31`);

/** Income and return of each quarter, as the referee has them. */
function Returns({ quarters }: { readonly quarters: readonly YearQuarter[] }) {
  const { t } = useTranslation();
  const quarterText = useQuarterText();
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  return (
    <SectionCard title={t('FINANCE.YEAR.RETURNS')} description={t('FINANCE.YEAR.RETURNS_TEXT')}>
      <ScrollTable label={t('FINANCE.YEAR.RETURNS')} minWidth={420}>
        <Table.Thead>
          <Table.Tr>
            {['QUARTER', 'STATE', 'INCOME', 'EXPENSE', 'NET_RETURN'].map((key, column) => (
              <Table.Th key={key} ta={column < 2 ? 'left' : 'right'}>
                {t(`FINANCE.YEAR.${key}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {quarters.map(({ date, state, evaluation }) => (
            <Table.Tr key={date}>
              <Table.Td>{quarterText(date)}</Table.Td>
              <Table.Td>{t(`FINANCE.YEAR.STATE_${state}`)}</Table.Td>
              <Table.Td ta="right">
                <Money cents={sum(evaluation.accounts.map((a) => a.incomeCents))} />
              </Table.Td>
              <Table.Td ta="right">
                <Money cents={sum(evaluation.accounts.map((a) => a.expenseCents))} />
              </Table.Td>
              <Table.Td ta="right">
                <Money cents={evaluation.netReturnCents} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollTable>
    </SectionCard>
  );
}
