import {
  accountGroups,
  accounts,
  banks,
  operations,
  quarters,
  recurrences,
  settings,
  type Account,
  type AccountGroup,
  type Bank,
  type Goal,
  type Lot,
  type Operation,
  type QuarterInFull,
  type Settings,
  type Summary,
  type TermOffer,
} from '@fibado/contracts';
import { type QueryClient, queryOptions, useQueries, type UseQueryResult } from '@tanstack/react-query';
import { client } from '../../../lib/client';
import { byName } from '../../../lib/names';
import { inGroups, inOrderOf } from './order';

/** Everything of finance is kept under one key, so that a tenant's data can be dropped in one go. */
export const FINANCE = 'finance';

/** What a page stands on: a page that cannot have it says so in its place. */
const SHOWN_BY_PAGE = { inline: true } as const;

export const banksQuery = () =>
  queryOptions({
    queryKey: [FINANCE, 'banks'],
    queryFn: async ({ signal }) => (await client.call(banks.get, { signal })).toSorted(byName),
    meta: SHOWN_BY_PAGE,
  });

export const accountGroupsQuery = () =>
  queryOptions({
    queryKey: [FINANCE, 'accountGroups'],
    queryFn: ({ signal }) => client.call(accountGroups.get, { signal }),
    meta: SHOWN_BY_PAGE,
  });

export const accountsQuery = () =>
  queryOptions({
    queryKey: [FINANCE, 'accounts'],
    queryFn: async ({ signal }) => inGroups(await client.call(accounts.get, { signal })),
    meta: SHOWN_BY_PAGE,
  });

export const settingsQuery = () =>
  queryOptions({
    queryKey: [FINANCE, 'settings'],
    queryFn: ({ signal }) => client.call(settings.get, { signal }),
    meta: SHOWN_BY_PAGE,
  });

export const goalsQuery = () =>
  queryOptions({
    queryKey: [FINANCE, 'goals'],
    queryFn: async ({ signal }) => (await import('./goal-calls')).fetchGoals(signal),
    meta: SHOWN_BY_PAGE,
  });

const termDepositCalls = () => import('./term-deposit-calls');

export const termOffersQuery = () =>
  queryOptions({
    queryKey: [FINANCE, 'termOffers'],
    queryFn: async ({ signal }) => (await termDepositCalls()).fetchTermOffers(signal),
    meta: SHOWN_BY_PAGE,
  });

export const lotsQuery = () =>
  queryOptions({
    queryKey: [FINANCE, 'lots'],
    queryFn: async ({ signal }) => (await termDepositCalls()).fetchLots(signal),
    meta: SHOWN_BY_PAGE,
  });

export const quartersQuery = () =>
  queryOptions({
    queryKey: [FINANCE, 'quarters'],
    queryFn: ({ signal }) => client.call(quarters.list, { signal }),
    meta: SHOWN_BY_PAGE,
  });

export const quarterQuery = (date: string) =>
  queryOptions({
    queryKey: [FINANCE, 'quarter', date],
    queryFn: ({ signal }) => client.call(quarters.getQuarter, { params: { date }, signal }),
    meta: SHOWN_BY_PAGE,
  });

export const operationsQuery = (date: string) =>
  queryOptions({
    queryKey: [FINANCE, 'operations', date],
    queryFn: ({ signal }) => client.call(operations.get, { params: { quarter: date }, signal }),
    meta: SHOWN_BY_PAGE,
  });

export const recurrencesQuery = () =>
  queryOptions({
    queryKey: [FINANCE, 'recurrences'],
    queryFn: ({ signal }) => client.call(recurrences.get, { signal }),
    meta: SHOWN_BY_PAGE,
  });

export const learntQuery = () =>
  queryOptions({
    queryKey: [FINANCE, 'learntRecurrences'],
    queryFn: ({ signal }) => client.call(recurrences.learn, { signal }),
    meta: SHOWN_BY_PAGE,
  });

/** How soon a page asks again while a plan is being made, before and after its first incumbent, milliseconds. */
const FIRST_PLAN_POLL_MS = 300;
const PLAN_POLL_MS = 800;

export const summaryQuery = (date: string) =>
  queryOptions({
    queryKey: [FINANCE, 'summary', date],
    queryFn: ({ signal }) => client.call(quarters.summary, { params: { date }, signal }),
    refetchInterval: ({ state: { data } }) => {
      if (!data?.planUnderWay) return false;
      return data.latestPlan?.stale === false ? PLAN_POLL_MS : FIRST_PLAN_POLL_MS;
    },
    meta: SHOWN_BY_PAGE,
  });

export const canInitQuery = (date: string) =>
  queryOptions({
    queryKey: [FINANCE, 'canInit', date],
    queryFn: ({ signal }) => client.call(quarters.canInit, { params: { date }, signal }),
  });

/** After something was written: every figure may have moved, so everything of finance is asked again. */
export const refreshFinance = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [FINANCE] });

/** What a household has, whatever the quarter. */
export interface Household {
  readonly banks: readonly Bank[];
  readonly accountGroups: readonly AccountGroup[];
  readonly accounts: readonly Account[];
  readonly settings: Settings;
  readonly offers?: readonly TermOffer[];
  readonly lots?: readonly Lot[];
  readonly goals?: readonly Goal[];
}

/** A household in one quarter. */
export interface QuarterData extends Household {
  readonly quarter: QuarterInFull;
  readonly operations: readonly Operation[];
}

/** Several queries as one: data when all have some, else the first failure. */
export interface Loading<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

function combined<T>(results: readonly UseQueryResult<unknown>[], make: () => T | undefined): Loading<T> {
  return {
    data: results.every((r) => r.data !== undefined) ? make() : undefined,
    error: results.find((r) => r.data === undefined && r.error !== null)?.error,
    retry: () => {
      for (const result of results) if (result.error !== null) void result.refetch();
    },
  };
}

const householdQueries = () =>
  [
    banksQuery(),
    accountGroupsQuery(),
    accountsQuery(),
    settingsQuery(),
    termOffersQuery(),
    lotsQuery(),
    goalsQuery(),
  ] as const;

type HouseholdResults = [
  UseQueryResult<readonly Bank[]>,
  UseQueryResult<readonly AccountGroup[]>,
  UseQueryResult<readonly Account[]>,
  UseQueryResult<Settings>,
  UseQueryResult<readonly TermOffer[]>,
  UseQueryResult<readonly Lot[]>,
  UseQueryResult<readonly Goal[]>,
];

function householdOf([banks, groups, accounts, settings, offers, lots, goals]: HouseholdResults):
  Household | undefined {
  if (!banks.data || !groups.data || !accounts.data || !settings.data) return undefined;
  if (!offers.data || !lots.data || !goals.data) return undefined;
  return {
    banks: banks.data,
    accountGroups: groups.data,
    accounts: accounts.data,
    settings: settings.data,
    offers: offers.data,
    lots: lots.data,
    goals: goals.data,
  };
}

// Kept outside the hooks: a stable function lets the combined object keep its identity while nothing changes.
const combineHousehold = (results: HouseholdResults): Loading<Household> =>
  combined(results, () => householdOf(results));

const ordered = ({ accounts }: Household, quarter: QuarterInFull): QuarterInFull => ({
  ...quarter,
  setups: inOrderOf(accounts, quarter.setups),
});

const combineQuarter = (
  results: [...HouseholdResults, UseQueryResult<QuarterInFull>, UseQueryResult<readonly Operation[]>],
): Loading<QuarterData> =>
  combined(results, () => {
    const [banks, groups, accounts, settings, offers, lots, goals, quarter, operations] = results;
    const household = householdOf([banks, groups, accounts, settings, offers, lots, goals]);
    if (!household || !quarter.data || !operations.data) return undefined;
    return { ...household, quarter: ordered(household, quarter.data), operations: operations.data };
  });

const combineDashboard = (
  results: [
    ...HouseholdResults,
    UseQueryResult<QuarterInFull>,
    UseQueryResult<readonly Operation[]>,
    UseQueryResult<Summary>,
  ],
): Loading<QuarterData & { readonly summary: Summary }> =>
  combined(results, () => {
    const [banks, groups, accounts, settings, offers, lots, goals, quarter, operations, summary] = results;
    const household = householdOf([banks, groups, accounts, settings, offers, lots, goals]);
    if (!household || !quarter.data || !operations.data || !summary.data) return undefined;
    const { evaluation } = summary.data;
    return {
      ...household,
      quarter: ordered(household, quarter.data),
      operations: operations.data,
      summary: {
        ...summary.data,
        evaluation: { ...evaluation, accounts: inOrderOf(household.accounts, evaluation.accounts) },
      },
    };
  });

export const useHousehold = (): Loading<Household> =>
  useQueries({ queries: householdQueries(), combine: combineHousehold });

export const useQuarterData = (date: string): Loading<QuarterData> =>
  useQueries({
    queries: [...householdQueries(), quarterQuery(date), operationsQuery(date)] as const,
    combine: combineQuarter,
  });

export const useDashboardData = (date: string): Loading<QuarterData & { readonly summary: Summary }> =>
  useQueries({
    queries: [...householdQueries(), quarterQuery(date), operationsQuery(date), summaryQuery(date)] as const,
    combine: combineDashboard,
  });
