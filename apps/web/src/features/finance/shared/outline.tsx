import type { PlanDifference, PlanOutline } from '@fibado/contracts';
import { Badge, List, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';

type OutlineTransfer = PlanOutline['transfers'][number];
/** An account's name by its id. */
export type NameOf = (id: string | undefined) => string;

/** One transfer in words: when, from where, to where, how much. */
function useTransferText(name: NameOf): (transfer: OutlineTransfer) => string {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  return (transfer) =>
    t('FINANCE.OUTLINE.TRANSFER', {
      day: formatDay(transfer.date),
      from: name(transfer.fromAccountId),
      to: name(transfer.toAccountId),
      amount: money(transfer.amountCents),
    });
}

/** Some transfers under a heading; nothing where there are none. */
export function TransferList({
  title,
  transfers,
  name,
}: {
  readonly title: string;
  readonly transfers: readonly OutlineTransfer[];
  readonly name: NameOf;
}) {
  const text = useTransferText(name);
  if (transfers.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm" spacing={2}>
        {transfers.map((transfer, index) => (
          <List.Item key={index}>{text(transfer)}</List.Item>
        ))}
      </List>
    </div>
  );
}

/** The transfers of a plan in words. */
export function OutlineTransfers({ plan, name }: { readonly plan: PlanOutline; readonly name: NameOf }) {
  const { t } = useTranslation();
  if (plan.transfers.length === 0) return <Text size="sm">{t('FINANCE.OUTLINE.NO_TRANSFERS')}</Text>;
  return (
    <TransferList
      title={t('FINANCE.OUTLINE.TRANSFERS', { count: plan.transfers.length })}
      transfers={plan.transfers}
      name={name}
    />
  );
}

/** What one plan does that the other does not. */
export function DifferenceLists({
  difference,
  name,
}: {
  readonly difference: PlanDifference;
  readonly name: NameOf;
}) {
  const { t } = useTranslation();
  if (difference.added.length + difference.removed.length === 0)
    return <Text size="sm">{t('FINANCE.OUTLINE.SAME')}</Text>;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TransferList title={t('FINANCE.OUTLINE.ADDED')} transfers={difference.added} name={name} />
      <TransferList title={t('FINANCE.OUTLINE.REMOVED')} transfers={difference.removed} name={name} />
    </SimpleGrid>
  );
}

/** Whether a figure is proven or the best found in the time there was. */
export function ExactBadge({ exact }: { readonly exact: boolean }) {
  const { t } = useTranslation();
  return (
    <Badge
      size="sm"
      miw="max-content"
      variant="outline"
      color={exact ? 'teal' : 'yellow'}
      styles={{ label: { textTransform: 'none' } }}
    >
      {t(exact ? 'FINANCE.OUTLINE.EXACT' : 'FINANCE.OUTLINE.ESTIMATE')}
    </Badge>
  );
}

/** Why a plan does not exist, in words. */
export function ConflictList({
  conflicts,
  name,
  bank,
  goal,
}: {
  readonly conflicts: PlanOutline['conflicts'];
  readonly name: NameOf;
  readonly bank: NameOf;
  readonly goal: NameOf;
}) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  return (
    <Stack gap="xs">
      {conflicts.map(({ relaxation, ...conflict }, index) => (
        <div key={index}>
          <Text size="sm" fw={600}>
            {t(`FINANCE.INFEASIBLE.${conflict.kind}`, {
              account: name(conflict.accountId),
              bank: bank(conflict.bankId),
              holder: conflict.holder ?? '',
              goal: goal(conflict.goalId),
              day: formatDay(conflict.date),
              amount: money(conflict.missingCents),
            })}
          </Text>
          {relaxation && conflict.kind !== 'TRANSFER_NOT_ALLOWED' && (
            <Text size="sm">
              {t(
                `FINANCE.INFEASIBLE.WAY_OUT.${relaxation.limit === 'maxTransfers' ? 'TRANSFERS' : conflict.kind}`,
                {
                  account: name(relaxation.accountId ?? conflict.accountId),
                  bank: bank(conflict.bankId),
                  goal: goal(conflict.goalId),
                  amount: money(relaxation.byCents),
                },
              )}
            </Text>
          )}
        </div>
      ))}
    </Stack>
  );
}
