import type { Summary } from '@fibado/contracts';
import { Badge, Group, Paper, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { ScrollTable } from '../../../components/scroll-table';
import { formatInstant } from '../../../lib/day';
import { inOrderOf } from '../shared/order';
import { nameIn } from '../shared/shown';
import type { QuarterData } from '../shared/queries';

/** The sealed plan beside today's, and for a closed quarter what was planned beside what came of it. */
export function ActualsPanel({ data }: { readonly data: QuarterData & { readonly summary: Summary } }) {
  const { t } = useTranslation();
  const { sealed, actuals, evaluation } = data.summary;
  if (!sealed && !actuals) return null;
  const name = nameIn(data.accounts);
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="actuals-panel">
      <Group justify="space-between">
        <Text fw={600} size="sm" id="actuals-panel">
          {t('FINANCE.ACTUALS.TITLE')}
        </Text>
        {sealed && (
          <Group gap="xs">
            <Text size="xs" c="dimmed" component="details">
              <summary>{t('FINANCE.ACTUALS.SEALED', { at: formatInstant(sealed.sealedAt) })}</summary>
              {t('FINANCE.ACTUALS.SEAL', { hash: sealed.sealHash.slice(0, 12) })}
            </Text>
            <Badge size="sm" color={sealed.changedSince ? 'yellow' : 'teal'} autoContrast>
              {t(sealed.changedSince ? 'FINANCE.ACTUALS.CHANGED' : 'FINANCE.ACTUALS.UNCHANGED')}
            </Badge>
          </Group>
        )}
      </Group>
      {sealed && (
        <Text size="sm" my="xs">
          {t('FINANCE.ACTUALS.NET')}: <Money cents={sealed.evaluation.netReturnCents} /> →{' '}
          <strong>
            <Money cents={evaluation.netReturnCents} />
          </strong>{' '}
          (<Money cents={evaluation.netReturnCents - sealed.evaluation.netReturnCents} sign colored />)
        </Text>
      )}
      {actuals && (
        <ScrollTable minWidth={720} labelledBy="actuals-panel">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('FINANCE.FIELD.ACCOUNT')}</Table.Th>
              {(['CLOSING', 'INTEREST', 'DUTY'] as const).flatMap((what) =>
                (['PLANNED', 'ACTUAL', 'DIFFERENCE'] as const).map((side) => (
                  <Table.Th key={what + side} scope="col" ta="right">
                    {t(`FINANCE.COLUMN.${what}`)} {t(`FINANCE.ACTUALS.${side}`)}
                  </Table.Th>
                )),
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {inOrderOf(data.accounts, actuals).map((row) => (
              <Table.Tr key={row.accountId}>
                <Table.Th scope="row" fw={500}>
                  {name(row.accountId)}
                  {data.quarter.joined?.includes(row.accountId) && (
                    <Text span size="xs" c="dimmed">
                      {' '}
                      ({t('FINANCE.ACTUALS.JOINED')})
                    </Text>
                  )}
                </Table.Th>
                {[
                  [row.plannedClosingCents, row.actualClosingCents],
                  [row.computedNetInterestCents, row.actualNetInterestCents],
                  [row.computedStampDutyCents, row.actualStampDutyCents],
                ].flatMap(([planned = 0, actual = 0], index) => [
                  <Table.Td key={`${String(index)}p`} ta="right">
                    <Money cents={planned} />
                  </Table.Td>,
                  <Table.Td key={`${String(index)}a`} ta="right">
                    <Money cents={actual} />
                  </Table.Td>,
                  <Table.Td key={`${String(index)}d`} ta="right" fw={planned === actual ? 400 : 600}>
                    <Money cents={actual - planned} sign />
                  </Table.Td>,
                ])}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </ScrollTable>
      )}
    </Paper>
  );
}
