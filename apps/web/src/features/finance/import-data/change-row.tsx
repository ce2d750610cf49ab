import type { ChangeRow as Change, Operation } from '@fibado/contracts';
import { Badge, Checkbox, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { nameIn } from '../shared/problem';
import type { Household } from '../shared/queries';
import { isSelectable, readingOf } from './import-model';
import { MatchByHand } from './match-by-hand';

const VERDICT_COLOR: Partial<Record<Change['verdict'], string>> = {
  ERROR: 'red.8',
  DUPLICATE_SUSPECT: 'yellow.4',
  SAME: 'gray.7',
  PENDING: 'gray.7',
  OUTSIDE_QUARTER: 'gray.7',
};

interface ChangeRowProps {
  readonly row: Change;
  readonly household: Household;
  readonly isTicked: boolean;
  readonly isAlternative: boolean;
  readonly planned: readonly Operation[];
  readonly matched: Operation | undefined;
  readonly onMatch: (operation: Operation | undefined) => void;
  readonly onTick: (isOn: boolean) => void;
  readonly onAlternative: (isOn: boolean) => void;
}

/** One row of a file: whether it is taken, what it says, and what saving it would change. */
export function ChangeRow({
  row,
  household,
  isTicked,
  isAlternative,
  planned,
  matched,
  onMatch,
  onTick,
  onAlternative,
}: ChangeRowProps) {
  const { t } = useTranslation();
  const name = nameIn(household.accounts);
  const { movement } = row;
  const operation = readingOf(row, isAlternative);
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox
          size="xs"
          aria-label={t('FINANCE.IMPORT.TAKE_ROW', { row: row.row })}
          checked={isTicked}
          disabled={!isSelectable(row)}
          onChange={(e) => onTick(e.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td visibleFrom="sm">{row.row}</Table.Td>
      <Table.Td>{movement ? formatDay(movement.date) : '–'}</Table.Td>
      <Table.Td visibleFrom="sm">
        {movement && movement.valueDate !== movement.date ? formatDay(movement.valueDate) : ''}
      </Table.Td>
      <Table.Td style={{ maxWidth: '24rem', whiteSpace: 'normal' }}>
        {movement?.description ?? ''}
        {operation?.toAccountId !== undefined && (
          <Text size="xs" c="dimmed">
            {name(operation.accountId)} → {name(operation.toAccountId)}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">{movement ? <Money cents={movement.amountCents} colored /> : '–'}</Table.Td>
      <Table.Td style={{ maxWidth: '22rem', whiteSpace: 'normal' }}>
        <Verdict row={row} household={household} />
        <MatchByHand row={row} planned={planned} matched={matched} onMatch={onMatch} />
        {row.alternative && (
          <Checkbox
            size="xs"
            mt={2}
            label={t(
              row.operation?.id === undefined
                ? 'FINANCE.IMPORT.ALTERNATIVE_MATCH'
                : 'FINANCE.IMPORT.ALTERNATIVE_NEW',
            )}
            checked={isAlternative}
            onChange={(e) => onAlternative(e.currentTarget.checked)}
          />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** How a row compares with what is stored: the verdict, its reason, and each difference. */
function Verdict({ row, household }: { readonly row: Change; readonly household: Household }) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const name = nameIn(household.accounts);
  const { existing, message, recognition } = row;
  const value = (field: string, text: string) =>
    field === 'amountCents'
      ? money(Number(text))
      : field === 'date' || field === 'valueDate'
        ? formatDay(text)
        : field === 'toAccountId'
          ? name(text)
          : text;
  return (
    <>
      <Badge
        size="sm"
        color={VERDICT_COLOR[row.verdict] ?? 'teal.9'}
        autoContrast
        styles={{ label: { textTransform: 'none' } }}
      >
        {t(`FINANCE.VERDICT.${row.verdict}`)}
      </Badge>
      {message && (
        <Text size="xs">
          {t(`FINANCE.ROW_MESSAGE.${message.code}`, {
            first: message.params[0] ?? '',
            second: message.params[1] ?? '',
          })}
        </Text>
      )}
      {recognition && (
        <Text size="xs">
          {recognition.computedCents === undefined
            ? t(`FINANCE.RECOGNITION.${recognition.kind}`)
            : t('FINANCE.RECOGNITION.COMPARED', {
                what: t(`FINANCE.RECOGNITION.${recognition.kind}`),
                charged: money(recognition.chargedCents),
                computed: money(recognition.computedCents),
              })}
        </Text>
      )}
      {existing && row.verdict !== 'SAME' && (
        <Text size="xs" c="dimmed">
          {t('FINANCE.IMPORT.EXISTING', {
            day: formatDay(existing.date),
            what: existing.description,
            amount: money(existing.amountCents),
          })}
        </Text>
      )}
      {row.differences.map((difference) => (
        <Text size="xs" key={difference.field}>
          {t(`FINANCE.DIFFERENCE.${difference.field}`)}: {value(difference.field, difference.before)} →{' '}
          {value(difference.field, difference.after)}
        </Text>
      ))}
    </>
  );
}
