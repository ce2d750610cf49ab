import type { RecurrenceProposal, ResponseOf, recurrences as recurrencesApi } from '@fibado/contracts';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../components/page-header';
import { SectionCard } from '../../../components/section-card';
import { QueryState } from '../../../components/states';
import { formatDay } from '../../../lib/day';
import { accountsQuery, learntQuery, recurrencesQuery } from '../shared/queries';
import { RecurrenceList } from '../shared/recurrence-list';
import { DeclinedList } from './declined-list';
import { DriftList } from './drift-list';
import { ProposalCard } from './proposal-card';

/** Ricorrenze: the rules a household lives on, how what happened departs from them, and rules it suggests. */
export function Component() {
  const { t } = useTranslation();
  const learnt = useQuery(learntQuery());
  const { data: rules } = useQuery(recurrencesQuery());
  return (
    <>
      <PageHeader title={t('FINANCE.RECURRENCES.TITLE')} description={t('FINANCE.RECURRENCES.TEXT')} />
      <Stack>
        {rules?.length === 0 && <Text>{t('FINANCE.RECURRENCES.NO_RULES')}</Text>}
        <RecurrenceList locked={false} framed />
        <QueryState query={learnt}>
          {(data) => (
            <>
              {rules && rules.length > 0 && <DriftList drift={data.drift} rules={rules} />}
              <Proposals learnt={data} />
            </>
          )}
        </QueryState>
      </Stack>
    </>
  );
}

type Learnt = ResponseOf<typeof recurrencesApi.learn>;

function Proposals({ learnt }: { readonly learnt: Learnt }) {
  const { t } = useTranslation();
  const { data: accounts = [] } = useQuery(accountsQuery());
  const name = (id: string | undefined): string => accounts.find((a) => a.id === id)?.name ?? '';
  return (
    <SectionCard
      title={t('FINANCE.RECURRENCES.PROPOSED_TITLE')}
      description={t('FINANCE.RECURRENCES.PROPOSED_TEXT')}
    >
      {learnt.since !== undefined && (
        <Text size="sm" c="dimmed">
          {t('FINANCE.RECURRENCES.READ_FROM', {
            count: learnt.movements,
            from: formatDay(learnt.since),
            to: formatDay(learnt.until ?? learnt.since),
          })}
        </Text>
      )}
      {learnt.proposals.length === 0 && <Text size="sm">{t('FINANCE.RECURRENCES.PROPOSED_NONE')}</Text>}
      {learnt.proposals.map((proposal) => (
        <ProposalCard key={keyOf(proposal)} proposal={proposal} accountName={name} />
      ))}
      <DeclinedList declined={learnt.declined ?? []} />
    </SectionCard>
  );
}

const keyOf = ({ evidence, rule }: RecurrenceProposal): string => `${evidence[0]?.operationId ?? ''}${rule}`;
