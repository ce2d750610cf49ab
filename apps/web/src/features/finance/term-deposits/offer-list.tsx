import { termOffers as offersApi, type TermOffer } from '@fibado/contracts';
import { daysBetween } from '@fibado/planning';
import { Anchor, Button, Group, List, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { SectionCard } from '../../../components/section-card';
import { client } from '../../../lib/client';
import { formatDay, today } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { useCanWrite } from '../shared/access';
import { RowMenu, useDelete } from '../shared/row-menu';
import { offerWords } from './offer-words';

interface OfferListProps {
  readonly offers: readonly TermOffer[];
  readonly bankName: (bankId: string) => string;
  readonly actions?: ReactNode;
}

/** What banks offer, each with its terms in words, where they were read and how long ago. */
export function OfferList({ offers, bankName, actions }: OfferListProps) {
  const { t } = useTranslation();
  return (
    <SectionCard
      title={t('FINANCE.TERM.OFFERS.TITLE')}
      description={t('FINANCE.TERM.OFFERS.TEXT')}
      actions={actions}
    >
      {offers.length === 0 && <Text size="sm">{t('FINANCE.TERM.OFFERS.NONE')}</Text>}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {offers.map((offer) => (
          <OfferCard key={offer.id} offer={offer} bankName={bankName} />
        ))}
      </SimpleGrid>
    </SectionCard>
  );
}

function OfferCard({ offer, bankName }: Pick<OfferListProps, 'bankName'> & { readonly offer: TermOffer }) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const navigate = useNavigate();
  const canWrite = useCanWrite();
  const remove = useDelete((id) => client.call(offersApi.delete, { params: { id } }));
  return (
    <Paper withBorder p="sm" component="article" aria-label={offer.name}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div>
            <Title order={3} size="h5">
              <Anchor component={Link} to={`offers/edit/${offer.id}`} inherit>
                {offer.name}
              </Anchor>
            </Title>
            <Text size="sm">{bankName(offer.bankId)}</Text>
          </div>
          <RowMenu
            name={offer.name}
            onEdit={() => void navigate(`offers/edit/${offer.id}`)}
            onDuplicate={() => void navigate(`offers/create?from=${offer.id}`)}
            onDelete={() => remove(offer.id, offer.name)}
          />
        </Group>
        <OfferWords sentences={offerWords(offer, t, money)} />
        <Text size="xs" c="dimmed">
          {t('FINANCE.TERM.OFFERS.READ', {
            source: offer.source,
            day: formatDay(offer.asOf),
            count: Math.max(0, daysBetween(offer.asOf, today())),
          })}
        </Text>
        {canWrite && (
          <Button
            component={Link}
            to={`lots/create/${offer.id}`}
            variant="default"
            size="xs"
            w="fit-content"
            aria-label={t('FINANCE.TERM.OPEN_ON', { name: offer.name })}
          >
            {t('FINANCE.TERM.OPEN')}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}

/** A bank's terms, a sentence each. */
export function OfferWords({ sentences }: { readonly sentences: readonly string[] }) {
  return (
    <List size="sm">
      {sentences.map((sentence) => (
        <List.Item key={sentence}>{sentence}</List.Item>
      ))}
    </List>
  );
}
