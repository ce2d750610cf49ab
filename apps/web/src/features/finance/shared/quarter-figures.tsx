import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { ScrollTable } from '../../../components/scroll-table';

type AmountColumn = 'INCOME' | 'WITHOUT' | 'WITH';

export interface QuarterFiguresRow {
  readonly key: string;
  readonly name: string;
  /** One for each column, cents. */
  readonly amounts: readonly number[];
  readonly transfers: number;
  readonly isTotal?: boolean;
}

interface QuarterFiguresProps {
  readonly label: string;
  readonly minWidth: number;
  readonly columns: readonly AmountColumn[];
  readonly rows: readonly QuarterFiguresRow[];
}

/** Amounts and number of transfers of each quarter of a plan. */
export function QuarterFigures({ label, minWidth, columns, rows }: QuarterFiguresProps) {
  const { t } = useTranslation();
  return (
    <ScrollTable label={label} minWidth={minWidth}>
      <Table.Thead>
        <Table.Tr>
          {['QUARTER', ...columns, 'MOVES'].map((key, column) => (
            <Table.Th key={key} ta={column === 0 ? 'left' : 'right'}>
              {t(`FINANCE.YEAR.PLAN.${key}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.key} fw={row.isTotal ? 600 : undefined}>
            <Table.Th scope="row" fw="inherit">
              {row.name}
            </Table.Th>
            {row.amounts.map((amountCents, index) => (
              <Table.Td key={columns[index]} ta="right">
                <Money cents={amountCents} />
              </Table.Td>
            ))}
            <Table.Td ta="right">{row.transfers}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ScrollTable>
  );
}
