import { bankConnections, type ImportChanges, type ResponseOf } from '@fibado/contracts';
import { Alert, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../components/page-header';
import { QueryState } from '../../../components/states';
import { client } from '../../../lib/client';
import { today } from '../../../lib/day';
import { errorMessage } from '../../../lib/errors';
import { useHasRole } from '../../../lib/roles';
import { Loaded } from '../shared/loaded';
import { useQuarterText } from '../shared/quarter-text';
import { type Household, quartersQuery, useHousehold } from '../shared/queries';
import type { QuarterListItem } from '../shared/types';
import { ChangesReview } from './changes-review';
import { ConsentsCard } from './connection-consents';
import { ConnectionKeyCard } from './connection-key';
import { connectionQuery } from './connection-queries';
import { ConnectionReturn } from './connection-return';

/** Collegamento alle banche: the household's own key, its consents, and an account fetched now. */
export function Component() {
  const { t } = useTranslation();
  const connection = useQuery(connectionQuery());
  const household = useHousehold();
  const quarters = useQuery(quartersQuery());
  return (
    <>
      <PageHeader title={t('FINANCE.CONNECTION.TITLE')} description={t('FINANCE.CONNECTION.TEXT')} />
      <QueryState query={connection}>
        {(data) =>
          data.enabled ? (
            <Loaded state={household}>
              {(own) => (
                <QueryState query={quarters}>
                  {(list) => <ConnectionPage connection={data} household={own} quarters={list} />}
                </QueryState>
              )}
            </Loaded>
          ) : (
            <Alert color="gray" title={t('FINANCE.CONNECTION.OFF_TITLE')}>
              {t('FINANCE.CONNECTION.OFF')}
            </Alert>
          )
        }
      </QueryState>
    </>
  );
}

interface Fetched {
  readonly accountId: string;
  readonly quarter: string;
  readonly changes: ImportChanges;
}

interface ConnectionPageProps {
  readonly connection: ResponseOf<typeof bankConnections.get>;
  readonly household: Household;
  readonly quarters: readonly QuarterListItem[];
}

function ConnectionPage({ connection, household, quarters }: ConnectionPageProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const quarterText = useQuarterText();
  const canConnect = useHasRole('FBDO_CONNECT');
  const open = quarters.filter(({ state, date }) => state !== 'CLOSED' && date <= today());
  const [chosen, setChosen] = useState<string>();
  const quarter = chosen ?? open.at(-1)?.date;
  const [fetched, setFetched] = useState<Fetched>();
  const [notClosed, setNotClosed] = useState<readonly string[]>([]);
  const fetch = useMutation({
    meta: { blocking: false, inline: true },
    mutationFn: (body: { accountId: string; quarter: string }) =>
      client.call(bankConnections.fetch, { body }),
    onMutate: () => setFetched(undefined),
    onSuccess: (changes, body) => setFetched({ ...body, changes }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: connectionQuery().queryKey }),
  });
  return (
    <Stack gap="md">
      <ConnectionReturn />
      <Alert color="yellow">{t('FINANCE.CONNECTION.UNTRIED')}</Alert>
      {!canConnect && <Alert color="gray">{t('FINANCE.CONNECTION.NO_ROLE')}</Alert>}
      {notClosed.length > 0 && (
        <Alert color="yellow" role="alert">
          {t('FINANCE.CONNECTION.NOT_CLOSED', { banks: notClosed.join(', ') })}
        </Alert>
      )}
      <ConnectionKeyCard connection={connection} canConnect={canConnect} onNotClosed={setNotClosed} />
      {connection.key && (
        <>
          {quarter !== undefined && (
            <Select
              label={t('FINANCE.FIELD.QUARTER')}
              allowDeselect={false}
              w="13rem"
              value={quarter}
              data={open.map(({ date }) => ({ value: date, label: quarterText(date) })).toReversed()}
              onChange={(value) => setChosen(value ?? undefined)}
            />
          )}
          <ConsentsCard
            consents={connection.consents}
            household={household}
            canConnect={canConnect}
            fetching={fetch.isPending ? fetch.variables.accountId : undefined}
            onFetch={quarter === undefined ? undefined : (accountId) => fetch.mutate({ accountId, quarter })}
          />
        </>
      )}
      {fetch.isPending && <Text role="status">{t('FINANCE.CONNECTION.FETCHING')}</Text>}
      {fetch.error && (
        <Alert color="red" role="alert" title={t('FINANCE.CONNECTION.FETCH_FAILED')}>
          {errorMessage(fetch.error, t)}
        </Alert>
      )}
      {fetched && (
        <ChangesReview
          key={`${fetched.changes.file.hash}:${fetched.accountId}`}
          household={household}
          quarter={fetched.quarter}
          accountId={fetched.accountId}
          changes={fetched.changes}
          onDone={() => setFetched(undefined)}
        />
      )}
    </Stack>
  );
}
