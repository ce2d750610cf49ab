import type { Lot, TermOffer } from '@fibado/contracts';
import { Anchor, Badge } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { DataTable } from '../../../components/data-table';
import { Money } from '../../../components/money';
import { SectionCard } from '../../../components/section-card';
import { formatDay } from '../../../lib/day';
import { formatPercent } from '../../../lib/money';
import { BreakDialog } from './break-dialog';
import { LotMenu } from './lot-menu';
import { useLotChanges } from './use-lot-changes';

interface LotListProps {
  readonly lots: readonly Lot[];
  readonly offers: readonly TermOffer[];
  readonly bankName: (bankId: string) => string;
}

const STATE_COLORS = { OPEN: 'teal', MATURED: 'gray', BROKEN: 'yellow' } as const;

/** The lots of the household, with what can be done with each. */
export function LotList({ lots, offers, bankName }: LotListProps) {
  const { t } = useTranslation();
  const offerOf = (lot: Lot): TermOffer | undefined => offers.find(({ id }) => id === lot.offerId);
  const renewed = new Set(lots.flatMap(({ renewsLotId }) => renewsLotId ?? []));
  const [breaking, setBreaking] = useState<{ lot: Lot; offer: TermOffer }>();
  const changes = useLotChanges();
  return (
    <SectionCard title={t('FINANCE.TERM.LOTS')}>
      <DataTable<Lot>
        label={t('FINANCE.TERM.LOTS')}
        rows={lots}
        rowKey={({ id }) => id}
        initialSort={{ key: 'to', direction: 'desc' }}
        columns={[
          {
            key: 'name',
            title: t('FINANCE.TERM.COLUMN.NAME'),
            sortBy: (lot) => offerOf(lot)?.name ?? '',
            render: (lot) => (
              <Anchor component={Link} to={`lots/edit/${lot.id}`} size="sm">
                {offerOf(lot)?.name}
              </Anchor>
            ),
          },
          {
            key: 'bank',
            title: t('FINANCE.TERM.COLUMN.BANK'),
            render: (lot) => bankName(offerOf(lot)?.bankId ?? ''),
            wideOnly: true,
          },
          {
            key: 'amount',
            title: t('FINANCE.TERM.COLUMN.AMOUNT'),
            align: 'right',
            sortBy: ({ amountCents }) => amountCents,
            render: ({ amountCents }) => <Money cents={amountCents} />,
          },
          {
            key: 'rate',
            title: t('FINANCE.FIELD.RATE'),
            align: 'right',
            render: ({ ratePct }) => formatPercent(ratePct),
            wideOnly: true,
          },
          {
            key: 'from',
            title: t('FINANCE.TERM.COLUMN.FROM'),
            sortBy: ({ openedOn }) => openedOn,
            render: ({ openedOn }) => formatDay(openedOn),
            wideOnly: true,
          },
          {
            key: 'to',
            title: t('FINANCE.FIELD.MATURITY'),
            sortBy: ({ maturityDate }) => maturityDate,
            render: ({ maturityDate }) => formatDay(maturityDate),
            wideOnly: true,
          },
          {
            key: 'state',
            title: t('FINANCE.FIELD.STATUS'),
            render: (lot) => (
              <Badge size="sm" color={STATE_COLORS[lot.state]} autoContrast>
                {t(`FINANCE.TERM.STATE.${renewed.has(lot.id) ? 'RENEWED' : lot.state}`)}
              </Badge>
            ),
            wideOnly: true,
          },
          {
            key: 'actions',
            title: t('COMMON.ACTIONS'),
            align: 'right',
            render: (lot) => (
              <LotMenu
                lot={lot}
                offer={offerOf(lot)}
                isRenewed={renewed.has(lot.id)}
                changes={changes}
                onBreak={(offer) => setBreaking({ lot, offer })}
              />
            ),
          },
        ]}
      />
      {breaking && <BreakDialog {...breaking} onClose={() => setBreaking(undefined)} />}
    </SectionCard>
  );
}
