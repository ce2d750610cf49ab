import { ApiError } from '@fibado/client';
import { type DocumentOffer, type OfferDocument, termOffers as offersApi } from '@fibado/contracts';
import { daysBetween } from '@fibado/planning';
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { alertError } from '../../../components/confirm';
import { FilePicker } from '../../../components/file-picker';
import { SectionCard } from '../../../components/section-card';
import { client } from '../../../lib/client';
import { formatDay, today } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { useCanWrite } from '../shared/access';
import { saveFile } from '../shared/download';
import { refreshFinance } from '../shared/queries';
import { OfferWords } from './offer-list';
import { offerWords } from './offer-words';
import { examplesQuery, publishedQuery } from './term-deposits-query';

const MAX_FILE_BYTES = 1024 * 1024;

/** Offers of others: taken over from a file, given away as one, or examples to begin from. */
export function OfferSources() {
  const { t } = useTranslation();
  const canWrite = useCanWrite();
  const taking = useImport();
  const done = taking.data;
  return (
    <SectionCard title={t('FINANCE.TERM.FILE.TITLE')} description={t('FINANCE.TERM.FILE.TEXT')}>
      <Group>
        {canWrite && (
          <FilePicker
            accept=".json"
            maxBytes={MAX_FILE_BYTES}
            variant="default"
            loading={taking.isPending}
            onFile={(file) => taking.mutate(() => documentOf(file))}
          >
            {t('FINANCE.TERM.FILE.IMPORT')}
          </FilePicker>
        )}
        <ExportButton />
      </Group>
      {done && (
        <Alert role="status" color="teal" variant="light">
          {t('FINANCE.TERM.FILE.DONE', {
            added: done.added,
            updated: done.updated,
            unchanged: done.unchanged,
          })}
          {done.withoutAccount.length > 0 && (
            <Text size="sm" mt="xs">
              {t('FINANCE.TERM.FILE.WITHOUT', { banks: done.withoutAccount.join(', ') })}
            </Text>
          )}
        </Alert>
      )}
      <Published
        onTake={canWrite ? (document) => taking.mutate(() => Promise.resolve(document)) : undefined}
      />
      {canWrite && <Examples />}
    </SectionCard>
  );
}

function useImport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (read: () => Promise<OfferDocument>) =>
      client.call(offersApi.importDocument, { body: { document: await read() } }),
    onSuccess: () => refreshFinance(queryClient),
    onError: alertError,
    meta: { inline: true },
  });
}

/** The file as it is: whether it is one of offers the server says. */
async function documentOf(file: File): Promise<OfferDocument> {
  try {
    return JSON.parse(await file.text()) as OfferDocument;
  } catch {
    throw new ApiError(400, 'VALIDATION', [file.name]);
  }
}

function ExportButton() {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.call(offersApi.exportDocument),
    onSuccess: (document) =>
      saveFile(
        new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }),
        `fibado-${document.publishedOn}-offers.json`,
      ),
  });
  return (
    <Button variant="default" loading={isPending} onClick={() => mutate()}>
      {t('FINANCE.TERM.FILE.EXPORT')}
    </Button>
  );
}

/** What is published at the instance's address, and how old it is. */
function Published({ onTake }: { readonly onTake: ((document: OfferDocument) => void) | undefined }) {
  const { t } = useTranslation();
  const { data } = useQuery(publishedQuery());
  const { source, fetchedAt, document } = data ?? {};
  if (!document || fetchedAt === undefined) return null;
  const day = fetchedAt.slice(0, 10);
  return (
    <details>
      <summary>
        {t('FINANCE.TERM.FILE.PUBLISHED', {
          source,
          day: formatDay(day),
          count: Math.max(0, daysBetween(day, today())),
        })}
      </summary>
      <Stack gap="sm" mt="sm">
        {onTake && (
          <Button variant="default" w="fit-content" onClick={() => onTake(document)}>
            {t('FINANCE.TERM.FILE.TAKE')}
          </Button>
        )}
        {document.offers.map((offer) => (
          <ForeignOffer key={`${offer.bank.name} ${offer.name} ${offer.asOf}`} offer={offer} />
        ))}
      </Stack>
    </details>
  );
}

function Examples() {
  const { t } = useTranslation();
  const examples = useQuery(examplesQuery());
  return (
    <details>
      <summary>{t('FINANCE.TERM.FILE.EXAMPLES')}</summary>
      <Stack gap="sm" mt="sm">
        {examples.data?.offers.map((offer) => (
          <ForeignOffer key={offer.name} offer={offer} />
        ))}
      </Stack>
    </details>
  );
}

/** An offer of no household, with its terms in words, to begin an own one from. */
function ForeignOffer({ offer }: { readonly offer: DocumentOffer }) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const navigate = useNavigate();
  const canWrite = useCanWrite();
  const { bank: _, example: __, ...terms } = offer;
  return (
    <article aria-label={offer.name}>
      <Text size="sm" fw={600}>
        {offer.bank.name} · {offer.name}
      </Text>
      <OfferWords sentences={offerWords(offer, t, money)} />
      <Text size="xs" c="dimmed">
        {offer.source}
      </Text>
      {canWrite && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          aria-label={t('FINANCE.TERM.FILE.USE_OF', { name: offer.name })}
          onClick={() => void navigate('offers/create', { state: terms })}
        >
          {t('FINANCE.TERM.FILE.USE')}
        </Anchor>
      )}
    </article>
  );
}
