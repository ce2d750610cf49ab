import { Group, List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { SectionCard } from '../../../components/section-card';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { nameIn } from '../shared/shown';
import type { Household } from '../shared/queries';
import type { PlannedLot } from './planned-lots-model';

interface PlannedLotsProps {
  readonly household: Household;
  readonly lots: readonly PlannedLot[];
  /** Opened after the quarter planned: an outline, which applying the plan does not record. */
  readonly later: readonly PlannedLot[];
}

/** The lots a plan opens, what each earns in the days it looks at, and what breaking recorded ones changes; of a plan asked for some without any, that. */
export function PlannedLots({ household, lots, later }: PlannedLotsProps) {
  const { t } = useTranslation();
  if (lots.length === 0 && later.length === 0)
    return <Text size="sm">{t('FINANCE.PLANNING.LOTS.NONE')}</Text>;
  return (
    <SectionCard title={t('FINANCE.PLANNING.LOTS.TITLE')} description={t('FINANCE.PLANNING.LOTS.TEXT')}>
      <LotLines household={household} lots={lots} />
      {later.length > 0 && (
        <>
          <Text size="sm" fw={500}>
            {t('FINANCE.PLANNING.LATER.TITLE')}
          </Text>
          <LotLines household={household} lots={later} />
        </>
      )}
    </SectionCard>
  );
}

const textOf = (lotId: string | undefined, brokenOn: string | undefined) =>
  lotId !== undefined ? 'BREAK' : brokenOn === undefined ? 'LOT' : 'LOT_BROKEN';

function LotLines({ household: { offers = [] }, lots }: Pick<PlannedLotsProps, 'household' | 'lots'>) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const name = nameIn(offers);
  return (
    <List size="sm" listStyleType="none">
      {lots.map(
        ({ lotId, offerId, amountCents, openedOn, maturityDate, brokenOn, netReturnCents }, index) => (
          <List.Item key={`${String(index)} ${offerId} ${openedOn}`}>
            <Group gap="xs" justify="space-between">
              <span>
                {t(`FINANCE.PLANNING.LOTS.${textOf(lotId, brokenOn)}`, {
                  name: name(offerId),
                  amount: money(amountCents),
                  from: formatDay(openedOn),
                  to: formatDay(brokenOn ?? maturityDate),
                })}
              </span>
              <Money cents={netReturnCents} sign />
            </Group>
          </List.Item>
        ),
      )}
    </List>
  );
}
