import type { Operation, Summary } from '@fibado/contracts';
import { addMonths, isBusinessDay } from '@fibado/planning';
import { Group, Paper, SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { formatDay } from '../../../lib/day';
import { nameIn } from '../shared/shown';
import type { QuarterData } from '../shared/queries';
import classes from './calendar-panel.module.css';
import { monthWeeks } from './view-models';

interface CalendarPanelProps {
  readonly data: QuarterData & { readonly summary: Summary };
  readonly today: string;
}

const KIND_SIGN = { INCOME: '▲', EXPENSE: '▼', TRANSFER: '◆' } as const;

/** The quarter's three months with what happens on each day; a day chosen lists it. */
export function CalendarPanel({ data, today }: CalendarPanelProps) {
  const { t, i18n } = useTranslation();
  const [chosen, setChosen] = useState<string>();
  const name = nameIn(data.accounts);
  const byDay = new Map<string, Operation[]>();
  for (const operation of data.operations)
    byDay.set(operation.date, [...(byDay.get(operation.date) ?? []), operation]);
  const months = [0, 1, 2].map((n) => addMonths(data.quarter.date, n));
  const monthName = new Intl.DateTimeFormat(i18n.language, { month: 'long', timeZone: 'UTC' });
  const dayName = new Intl.DateTimeFormat(i18n.language, { weekday: 'narrow', timeZone: 'UTC' });
  const longDay = new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' });
  // Any Monday: 4 January 2027.
  const week = Array.from({ length: 7 }, (_, index) => new Date(Date.UTC(2027, 0, 4 + index)));
  const listed = chosen === undefined ? [] : (byDay.get(chosen) ?? []);

  return (
    <Paper withBorder p="sm" component="section" aria-label={t('FINANCE.CALENDAR.TITLE')}>
      <Text fw={600} size="sm" mb="xs">
        {t('FINANCE.CALENDAR.TITLE')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        {months.map((month) => (
          <table key={month} className={classes.month}>
            <caption>{monthName.format(new Date(`${month}T00:00:00Z`))}</caption>
            <thead>
              <tr>
                {week.map((day) => (
                  <th key={day.getTime()} scope="col" abbr={longDay.format(day)}>
                    {dayName.format(day)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {monthWeeks(month).map((days, index) => (
                <tr key={index}>
                  {days.map((day, at) => {
                    if (day === undefined) return <td key={at} />;
                    const events = byDay.get(day) ?? [];
                    const closed = !isBusinessDay(day, data.settings.calendar);
                    const className = [
                      classes.day,
                      closed ? classes.closed : '',
                      day === today ? classes.today : '',
                      day === chosen ? classes.chosen : '',
                    ].join(' ');
                    const number = Number(day.slice(8));
                    return (
                      <td key={at}>
                        {events.length === 0 ? (
                          <span className={className}>{number}</span>
                        ) : (
                          <UnstyledButton
                            className={className}
                            aria-pressed={day === chosen}
                            aria-label={t('FINANCE.CALENDAR.DAY', {
                              day: formatDay(day),
                              count: events.length,
                            })}
                            onClick={() => setChosen(day === chosen ? undefined : day)}
                          >
                            {number}
                            <span className={classes.signs} aria-hidden>
                              {[...new Set(events.map((e) => KIND_SIGN[e.kind]))].join('')}
                            </span>
                          </UnstyledButton>
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </SimpleGrid>
      <div aria-live="polite">
        {chosen !== undefined && (
          <>
            <Text size="xs" fw={600} mt="xs">
              {formatDay(chosen)}
            </Text>
            {listed.map((o) => (
              <Group key={o.id} justify="space-between" wrap="nowrap" gap="xs">
                <Text size="xs" truncate>
                  <span aria-hidden>{KIND_SIGN[o.kind]}</span> {o.description} ({name(o.accountId)}
                  {o.kind === 'TRANSFER' ? ` → ${name(o.toAccountId)}` : ''})
                </Text>
                <Text size="xs" fw={600}>
                  <Money cents={o.kind === 'EXPENSE' ? -o.amountCents : o.amountCents} />
                </Text>
              </Group>
            ))}
          </>
        )}
      </div>
    </Paper>
  );
}
