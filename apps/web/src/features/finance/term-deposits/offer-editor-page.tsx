import {
  saveTermOffer,
  termOffers as offersApi,
  type SaveTermOffer,
  type TermOffer,
} from '@fibado/contracts';
import { Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { QueryState } from '../../../components/states';
import { client } from '../../../lib/client';
import { today } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import type { Editor } from '../shared/editor';
import { NotThere } from '../shared/not-there';
import { nameIn } from '../shared/problem';
import type { Household } from '../shared/queries';
import { ResourceEditorPage, ResourceForm } from '../shared/resource-pages';
import { linkable, OfferBank } from './offer-bank';
import { ExitFields, OpeningFields } from './offer-exit';
import { OfferWords } from './offer-list';
import { AmountFields, RateFields } from './offer-rate';
import { TaxFields } from './offer-tax';
import { offerWords, type Terms } from './offer-words';
import { termOffersQuery } from '../shared/queries';

const BACK = '/fibado/term-deposits';

/** @param given the terms to begin from, of an offer of others. */
function newOffer(household: Household, given: Partial<SaveTermOffer>): SaveTermOffer {
  const account = linkable(household.accounts)[0];
  return {
    name: '',
    bankId: account?.bankId ?? '',
    linkedAccountId: account?.id ?? '',
    tenor: { months: 12 },
    ...(given.steps ? {} : { ratePct: 0 }),
    minCents: 100_000,
    stepCents: 100_000,
    payout: 'MATURITY',
    exit: { kind: 'NONE' },
    partialExit: false,
    renewal: 'TO_LINKED',
    dutyBase: 'PRUDENT',
    source: '',
    asOf: today(),
    ...given,
  };
}

/** Create, copy or edit one offer of a term deposit. */
export function Component() {
  const offers = useQuery(termOffersQuery());
  const given = (useLocation().state ?? {}) as Partial<SaveTermOffer>;
  return (
    <QueryState query={offers}>
      {(all) => (
        <ResourceEditorPage<TermOffer, SaveTermOffer>
          back={BACK}
          begin={(household) =>
            linkable(household.accounts).length === 0
              ? { instead: <NoAccount /> }
              : {
                  all,
                  copy: (offer, name) => ({ ...offer, name }),
                  create: () => newOffer(household, given),
                }
          }
          form={(initial, household) => <OfferForm initial={initial} household={household} />}
        />
      )}
    </QueryState>
  );
}

function NoAccount() {
  const { t } = useTranslation();
  return <NotThere back={BACK} title={t('FINANCE.TERM.OFFERS.NO_ACCOUNT')} />;
}

interface OfferFormProps {
  readonly initial: SaveTermOffer;
  readonly household: Household;
}

function OfferForm({ initial, household }: OfferFormProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const bankName = nameIn(household.banks);
  const accountName = nameIn(household.accounts);
  return (
    <ResourceForm<SaveTermOffer>
      initial={initial}
      schema={saveTermOffer}
      save={(body) => client.call(offersApi.save, { body })}
      texts="FINANCE.TERM.OFFERS"
      back={BACK}
      reread={(queries) => queries.fetchQuery({ ...termOffersQuery(), staleTime: 0 })}
      describe={(offer) => [
        [t('FINANCE.FIELD.NAME'), offer.name],
        [t('FINANCE.FIELD.BANK'), bankName(offer.bankId)],
        [t('FINANCE.FIELD.LINKED'), accountName(offer.linkedAccountId)],
        [t('FINANCE.TERM.IN_WORDS'), offerWords(whole(offer), t, money).join(' ')],
        [t('FINANCE.TERM.FIELD.SOURCE'), offer.source],
        [t('FINANCE.TERM.FIELD.AS_OF'), offer.asOf],
      ]}
    >
      {(editor) => (
        <Stack>
          <OfferFields editor={editor} household={household} />
          <Paper withBorder p="md" component="section" aria-label={t('FINANCE.TERM.IN_WORDS')}>
            <Text fw={600} size="sm" mb="xs">
              {t('FINANCE.TERM.IN_WORDS')}
            </Text>
            <OfferWords sentences={offerWords(whole(editor.value), t, money)} />
          </Paper>
        </Stack>
      )}
    </ResourceForm>
  );
}

/** With what the contract fills in where it is absent. */
const whole = (offer: SaveTermOffer): Terms => ({
  ...offer,
  partialExit: offer.partialExit ?? false,
  dutyBase: offer.dutyBase ?? 'PRUDENT',
});

interface FieldsProps {
  readonly editor: Editor<SaveTermOffer>;
  readonly household: Household;
}

function OfferFields({ editor, household }: FieldsProps) {
  return (
    <>
      <Paper withBorder p="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <OfferBank editor={editor} household={household} />
        </SimpleGrid>
      </Paper>
      <Paper withBorder p="md">
        <RateFields editor={editor} />
        <SimpleGrid cols={{ base: 1, sm: 2 }} mt="md">
          <AmountFields editor={editor} />
        </SimpleGrid>
      </Paper>
      <Paper withBorder p="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <ExitFields editor={editor} />
        </SimpleGrid>
      </Paper>
      <Paper withBorder p="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <OpeningFields editor={editor} />
        </SimpleGrid>
      </Paper>
      <Paper withBorder p="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TaxFields editor={editor} />
        </SimpleGrid>
      </Paper>
    </>
  );
}
