import type { Recurrence } from '@fibado/contracts';
import { previousQuarter, quarterOf } from '@fibado/planning';
import { useQueries, useQuery } from '@tanstack/react-query';
import {
  type Household,
  operationsQuery,
  quarterQuery,
  quartersQuery,
  recurrencesQuery,
} from '../shared/queries';
import { type KnownQuarter, quartersOf, type YearQuarter } from './year-model';

/** The quarters shown that the household has: from the one before today's on. */
function useKnownQuarters(today: string): {
  first: string | undefined;
  known: KnownQuarter[];
  ready: boolean;
} {
  const { data: list } = useQuery(quartersQuery());
  const from = previousQuarter(quarterOf(today));
  const dates = (list ?? [])
    .map(({ date }) => date)
    .filter((date) => date >= from)
    .sort();
  const quarters = useQueries({ queries: dates.map((date) => quarterQuery(date)) });
  const operations = useQueries({ queries: dates.map((date) => operationsQuery(date)) });
  const known = quarters.flatMap(({ data: quarter }, index) => {
    const own = operations[index]?.data;
    return quarter && own ? [{ quarter, operations: own }] : [];
  });
  return { first: dates[0], known, ready: list !== undefined && known.length === dates.length };
}

/** The year's quarters once everything they are made of is there. */
export function useYearQuarters(
  household: Household,
  today: string,
): {
  first: string | undefined;
  ready: boolean;
  quarters: YearQuarter[] | undefined;
  known: KnownQuarter[];
  rules: readonly Recurrence[] | undefined;
} {
  const { first, known, ready } = useKnownQuarters(today);
  const { data: rules } = useQuery(recurrencesQuery());
  const quarters =
    ready && rules && first !== undefined ? quartersOf(household, known, rules, first) : undefined;
  return { first, ready, quarters, known, rules };
}
