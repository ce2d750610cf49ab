import {
  averageRatePct,
  lots as lotsApi,
  type Lot,
  saveLot,
  type SaveLot,
  type TermOffer,
} from '@fibado/contracts';
import { isDay, maturityOf } from '@fibado/planning';
import { NativeSelect, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { DayInput } from '../../../components/day-input';
import { DecimalInput } from '../../../components/decimal-input';
import { MoneyInput } from '../../../components/money-input';
import { PageHeader } from '../../../components/page-header';
import { QueryState } from '../../../components/states';
import { client } from '../../../lib/client';
import { formatDay, today } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { formatPercent } from '../../../lib/money';
import { useCanWrite } from '../shared/access';
import { type Editor, EditorForm, useEditor } from '../shared/editor';
import { optional } from '../shared/editor-values';
import { NotThere } from '../shared/not-there';
import { OfferWords } from './offer-list';
import { offerWords } from './offer-words';
import { lotsQuery, termOffersQuery } from '../shared/queries';

const BACK = '/fibado/term-deposits';

/** Record a lot on an offer, or correct one. */
export function Component() {
  const { id, offer: offerId } = useParams();
  const [proposed] = useSearchParams();
  const offers = useQuery(termOffersQuery());
  const lots = useQuery(lotsQuery());
  return (
    <QueryState query={offers}>
      {(all) => (
        <QueryState query={lots}>
          {(recorded) => {
            const lot = recorded.find((one) => one.id === id);
            const offer = all.find((one) => one.id === (lot?.offerId ?? offerId));
            if (!offer || (id !== undefined && !lot)) return <NotThere back={BACK} />;
            return (
              <LotForm
                key={id ?? 'new'}
                offer={offer}
                initial={lot ? editable(lot) : newLot(offer, proposed)}
              />
            );
          }}
        </QueryState>
      )}
    </QueryState>
  );
}

const editable = ({ state: _, renewsLotId: __, ...lot }: Lot): SaveLot => lot;

/** What a plan proposes, where the address says so; else the least amount from today on. */
function newLot(offer: TermOffer, proposed: URLSearchParams): SaveLot {
  const day = proposed.get('day') ?? '';
  const amountCents = Number(proposed.get('amount'));
  const openedOn = isDay(day) ? day : today();
  return {
    offerId: offer.id,
    amountCents: Number.isSafeInteger(amountCents) && amountCents > 0 ? amountCents : offer.minCents,
    openedOn,
    maturityDate: maturityOf(offer.tenor, openedOn),
    ratePct: averageRatePct(offer),
  };
}

function LotForm({ offer, initial }: { readonly offer: TermOffer; readonly initial: SaveLot }) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const canWrite = useCanWrite();
  const leave = () => void navigate(BACK);
  const editor = useEditor<SaveLot>({
    initial,
    schema: saveLot,
    save: (body) => client.call(lotsApi.save, { body }),
    reload: async (id) => {
      const lot = (await queryClient.fetchQuery({ ...lotsQuery(), staleTime: 0 })).find(
        (one) => one.id === id,
      );
      return lot && editable(lot);
    },
    onSaved: leave,
  });
  const day = (value: string | undefined): string => (value === undefined ? '–' : formatDay(value));
  return (
    <>
      <PageHeader
        title={t(initial.id === undefined ? 'FINANCE.TERM.OPEN_ON' : 'FINANCE.TERM.LOT_OF', {
          name: offer.name,
        })}
        description={t('FINANCE.TERM.LOT_TEXT')}
      />
      <EditorForm
        editor={editor}
        readOnly={!canWrite}
        onCancel={leave}
        describe={(lot) => [
          [t('FINANCE.FIELD.AMOUNT'), money(lot.amountCents)],
          [t('FINANCE.TERM.COLUMN.FROM'), day(lot.openedOn)],
          [t('FINANCE.FIELD.MATURITY'), day(lot.maturityDate)],
          [t('FINANCE.FIELD.RATE'), formatPercent(lot.ratePct ?? 0)],
          [t('FINANCE.TERM.FIELD.RENEWAL'), t(`FINANCE.TERM.RENEWAL.${lot.renewal ?? offer.renewal}`)],
          [t('FINANCE.TERM.FIELD.BROKEN_ON'), day(lot.brokenOn)],
        ]}
      >
        <LotFields editor={editor} offer={offer} />
        <Paper withBorder p="md" component="section" aria-label={t('FINANCE.TERM.IN_WORDS')}>
          <Stack gap="xs">
            <Text fw={600} size="sm">
              {t('FINANCE.TERM.IN_WORDS')}
            </Text>
            <OfferWords sentences={offerWords(offer, t, money)} />
          </Stack>
        </Paper>
      </EditorForm>
    </>
  );
}

interface LotFieldsProps {
  readonly editor: Editor<SaveLot>;
  readonly offer: TermOffer;
}

/** Whether the bank takes a lot of the amount; a renewed one may hold interest beside it. */
const isOffered = ({ minCents, stepCents }: TermOffer, cents: number): boolean =>
  cents >= minCents && (cents - minCents) % stepCents === 0;

function LotFields({ editor, offer }: LotFieldsProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const { value, set, setAll, error, unreadable } = editor;
  const unusual = isOffered(offer, value.amountCents)
    ? undefined
    : t('FINANCE.TERM.HELP.AMOUNT', { min: money(offer.minCents), step: money(offer.stepCents) });
  return (
    <Paper withBorder p="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <MoneyInput
          label={t('FINANCE.FIELD.AMOUNT')}
          required
          description={unusual}
          value={value.amountCents}
          error={error('amountCents')}
          onValidity={unreadable('amountCents')}
          onChange={(cents) => set('amountCents', cents ?? 0)}
        />
        <DayInput
          label={t('FINANCE.TERM.COLUMN.FROM')}
          required
          value={value.openedOn}
          error={error('openedOn')}
          onChange={(day) => {
            if (day !== null)
              setAll((old) => ({ ...old, openedOn: day, maturityDate: maturityOf(offer.tenor, day) }));
          }}
        />
        <DayInput
          label={t('FINANCE.FIELD.MATURITY')}
          required
          value={value.maturityDate ?? null}
          error={error('maturityDate')}
          onChange={(day) => set('maturityDate', optional(day))}
        />
        <DecimalInput
          label={t('FINANCE.FIELD.RATE')}
          required
          value={value.ratePct ?? null}
          error={error('ratePct')}
          onValidity={unreadable('ratePct')}
          onChange={(rate) => set('ratePct', optional(rate))}
        />
        <NativeSelect
          label={t('FINANCE.TERM.FIELD.RENEWAL')}
          value={value.renewal ?? ''}
          data={[
            {
              value: '',
              label: t('FINANCE.TERM.AS_OFFERED', { renewal: t(`FINANCE.TERM.RENEWAL.${offer.renewal}`) }),
            },
            ...(['TO_LINKED', 'AUTO'] as const).map((one) => ({
              value: one,
              label: t(`FINANCE.TERM.RENEWAL.${one}`),
            })),
          ]}
          onChange={(e) => set('renewal', (e.currentTarget.value || undefined) as SaveLot['renewal'])}
        />
        {value.id !== undefined && (
          <DayInput
            label={t('FINANCE.TERM.FIELD.BROKEN_ON')}
            description={t('COMMON.OPTIONAL')}
            clearable
            clearButtonProps={{ 'aria-label': t('COMMON.CLEAR') }}
            value={value.brokenOn ?? null}
            error={error('brokenOn')}
            onChange={(day) => set('brokenOn', optional(day))}
          />
        )}
      </SimpleGrid>
    </Paper>
  );
}
