import { ActionIcon, Button, Checkbox, Group, Table, Text, Tooltip } from '@mantine/core';
import { IconHelpCircle, IconPin, IconPinFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { ScrollTable } from '../../../components/scroll-table';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { piecesText, wholeAmounts } from '../shared/pieces';
import { nameIn } from '../shared/problem';
import type { Household } from '../shared/queries';
import { type Choice, choiceOf, type ProposedTransfer, type SwitchEffect, transferKey } from './plan-model';

interface TransfersTableProps {
  readonly household: Household;
  readonly transfers: readonly ProposedTransfer[];
  readonly choices: ReadonlyMap<string, Choice>;
  /** What each one does for the plan as it is chosen, by its key. */
  readonly effects: ReadonlyMap<string, SwitchEffect>;
  readonly readOnly: boolean;
  readonly onChoose: (transfer: ProposedTransfer, choice: Choice) => void;
  /** Asks what doing without a transfer would cost; absent where that cannot be asked. */
  readonly onAsk: ((transfer: ProposedTransfer) => void) | undefined;
  readonly onChooseAll: (choice: Choice) => void;
}

/** Every proposed transfer with why it is there and what it is worth; switched off, on, or fixed. */
export function TransfersTable({
  household,
  transfers,
  choices,
  effects,
  readOnly,
  onChoose,
  onAsk,
  onChooseAll,
}: TransfersTableProps) {
  const { t } = useTranslation();
  const name = nameIn(household.accounts);
  if (transfers.length === 0) return <Text size="sm">{t('FINANCE.TRANSFERS.NONE')}</Text>;
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Text fw={600} size="sm" id="transfers-table">
          {t('FINANCE.TRANSFERS.TITLE')}
        </Text>
        {!readOnly && (
          <Group gap={4}>
            <Button size="compact-xs" variant="subtle" onClick={() => onChooseAll('ON')}>
              {t('FINANCE.TRANSFERS.ALL')}
            </Button>
            <Button size="compact-xs" variant="subtle" onClick={() => onChooseAll('OFF')}>
              {t('FINANCE.TRANSFERS.NO_ONE')}
            </Button>
          </Group>
        )}
      </Group>
      <ScrollTable minWidth={640} labelledBy="transfers-table" fz="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('FINANCE.TRANSFERS.USE')}</Table.Th>
            <Table.Th scope="col">{t('FINANCE.OPERATION.date')}</Table.Th>
            <Table.Th scope="col">{t('FINANCE.TRANSFERS.FROM_TO')}</Table.Th>
            <Table.Th scope="col" ta="right">
              {t('FINANCE.OPERATION.amount')}
            </Table.Th>
            <Table.Th scope="col">{t('FINANCE.TRANSFERS.REASON')}</Table.Th>
            <Table.Th scope="col" ta="right">
              {t('FINANCE.TRANSFERS.WORTH')}
            </Table.Th>
            <Table.Th scope="col">{t('FINANCE.TRANSFERS.FIX')}</Table.Th>
            {onAsk && <Table.Th scope="col">{t('FINANCE.TRANSFERS.WHY')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rowsOf(transfers).map(({ transfer, pieces, amountCents }) => {
            const chooseAll = (next: Choice) => {
              for (const piece of pieces) onChoose(piece, next);
            };
            const choice = choiceOf(choices, transfer);
            const what = {
              from: name(transfer.fromAccountId),
              to: name(transfer.toAccountId),
              day: formatDay(transfer.date),
            };
            return (
              <Table.Tr key={transferKey(transfer)} opacity={choice === 'OFF' ? 0.65 : 1}>
                <Table.Td>
                  <Checkbox
                    aria-label={t('FINANCE.TRANSFERS.USE_ONE', what)}
                    checked={choice !== 'OFF'}
                    disabled={readOnly}
                    onChange={(e) => chooseAll(e.currentTarget.checked ? 'ON' : 'OFF')}
                  />
                </Table.Td>
                <Table.Td>
                  {what.day}
                  <Speed transfer={transfer} />
                </Table.Td>
                <Table.Th scope="row" fw={500}>
                  {what.from} → {what.to}
                </Table.Th>
                <Table.Td ta="right">
                  <Money cents={amountCents} />
                  <Pieces pieces={pieces} />
                </Table.Td>
                <Table.Td>
                  <Text size="xs">
                    {transfer.reason
                      ? t(`FINANCE.REASON.${transfer.reason}`)
                      : t('FINANCE.TRANSFERS.PENDING')}
                  </Text>
                </Table.Td>
                <Table.Td ta="right">
                  <Worth transfer={transfer} effect={effects.get(transferKey(transfer))} />
                </Table.Td>
                <Table.Td>
                  <Tooltip label={t('FINANCE.TRANSFERS.FIX_HELP')}>
                    <ActionIcon
                      variant={choice === 'FIXED' ? 'filled' : 'subtle'}
                      color={choice === 'FIXED' ? 'teal.9' : 'gray'}
                      aria-label={t('FINANCE.TRANSFERS.FIX_ONE', what)}
                      aria-pressed={choice === 'FIXED'}
                      disabled={readOnly}
                      onClick={() => chooseAll(choice === 'FIXED' ? 'ON' : 'FIXED')}
                    >
                      {choice === 'FIXED' ? (
                        <IconPinFilled size={16} aria-hidden />
                      ) : (
                        <IconPin size={16} aria-hidden />
                      )}
                    </ActionIcon>
                  </Tooltip>
                </Table.Td>
                {onAsk && (
                  <Table.Td>
                    <Tooltip label={t('FINANCE.TRANSFERS.WHY_HELP')}>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={t('FINANCE.TRANSFERS.WHY_ONE', what)}
                        onClick={() => onAsk(transfer)}
                      >
                        <IconHelpCircle size={16} aria-hidden />
                      </ActionIcon>
                    </Tooltip>
                  </Table.Td>
                )}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </ScrollTable>
    </>
  );
}

/** One row an amount: its pieces are chosen together. */
function rowsOf(transfers: readonly ProposedTransfer[]) {
  const pieceOf = ({ date, fromAccountId: from, toAccountId: to, amountCents }: ProposedTransfer) => ({
    date,
    from,
    to,
    amountCents,
  });
  return wholeAmounts(transfers, pieceOf).flatMap((pieces) => {
    const [transfer] = pieces;
    const amountCents = pieces.reduce((sum, piece) => sum + piece.amountCents, 0);
    return transfer === undefined ? [] : [{ transfer, pieces, amountCents }];
  });
}

/** In which transfers an amount is sent that a limit does not let leave in one. */
function Pieces({ pieces }: { readonly pieces: readonly ProposedTransfer[] }) {
  const money = useMoneyFormat();
  if (pieces.length < 2) return null;
  const amounts = pieces.map(({ amountCents }) => amountCents);
  return (
    <Text size="xs" c="dimmed">
      {piecesText(amounts, money)}
    </Text>
  );
}

/** What is lost without a transfer, the others as they are; below it what is lost when the rest is planned again. */
function Worth({
  transfer: { marginalCents, unpriced },
  effect,
}: {
  readonly transfer: ProposedTransfer;
  readonly effect: SwitchEffect | undefined;
}) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  return (
    <>
      {effect && <Money cents={effect.lossCents} />}
      {effect?.breaksLimit === true && (
        <Text size="xs" c="dimmed">
          {t('FINANCE.TRANSFERS.BREAKS_LIMIT')}
        </Text>
      )}
      {marginalCents !== undefined && unpriced === undefined && (
        <Text size="xs" c="dimmed">
          {marginalCents === null
            ? t('FINANCE.TRANSFERS.NEEDED')
            : t('FINANCE.TRANSFERS.REPLANNED', { amount: money(marginalCents) })}
        </Text>
      )}
    </>
  );
}

/** How it is sent where that is not the ordinary way within a day. */
function Speed({
  transfer,
}: {
  readonly transfer: Pick<ProposedTransfer, 'date' | 'arrivalDate' | 'speed'>;
}) {
  const { t } = useTranslation();
  const text =
    transfer.speed === 'INSTANT'
      ? t('FINANCE.TRANSFERS.INSTANT')
      : transfer.arrivalDate !== transfer.date
        ? t('FINANCE.TRANSFERS.ARRIVES', { day: formatDay(transfer.arrivalDate) })
        : undefined;
  return text === undefined ? null : (
    <Text size="xs" c="dimmed">
      {text}
    </Text>
  );
}
