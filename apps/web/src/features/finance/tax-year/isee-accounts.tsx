import type { TaxPerson, TaxYearReport } from '@fibado/contracts';
import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ScrollTable } from '../../../components/scroll-table';
import { formatDay } from '../../../lib/day';
import { WholeEuro } from './whole-euro';

export interface PersonTableProps {
  readonly person: TaxPerson;
  readonly report: TaxYearReport;
}

type Line = TaxYearReport['isee']['lines'][number];

/** Section I of a person's panel: the accounts, and the two sums that are compared. */
export function AccountsTable({ person: { id, name }, report }: PersonTableProps) {
  const { t } = useTranslation();
  const { isee, iseeOver366 } = report;
  const ofPerson = <T extends { readonly personId: string }>(rows: readonly T[] = []) =>
    rows.filter(({ personId }) => personId === id);
  const lines = ofPerson(isee.lines);
  const [total] = ofPerson(isee.persons);
  const [totalOver366] = ofPerson(iseeOver366?.persons);
  const over366 = new Map(ofPerson(iseeOver366?.lines).map((line) => [line.accountId, line]));
  const isSomeExempt = lines.some(({ exemptEuro }) => exemptEuro > 0);
  if (lines.length === 0) return null;
  return (
    <ScrollTable label={name} minWidth={680} captionSide="top">
      <Table.Caption ta="left">{name}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('FINANCE.TAX_YEAR.TYPE_CODE')}</Table.Th>
          <Table.Th>{t('FINANCE.TAX_YEAR.IDENTIFIER')}</Table.Th>
          <Table.Th>{t('FINANCE.TAX_YEAR.OPERATOR')}</Table.Th>
          <Table.Th>{t('FINANCE.TAX_YEAR.SHARE')}</Table.Th>
          <Table.Th ta="right">{t('FINANCE.TAX_YEAR.BALANCE_ON', { year: report.year })}</Table.Th>
          <Table.Th ta="right">
            {t('FINANCE.TAX_YEAR.AVERAGE_OVER', { year: report.year, divisor: isee.divisor })}
          </Table.Th>
          {iseeOver366 && (
            <Table.Th ta="right">
              {t('FINANCE.TAX_YEAR.AVERAGE_OVER', { year: report.year, divisor: iseeOver366.divisor })}
            </Table.Th>
          )}
          {isSomeExempt && <Table.Th ta="right">{t('FINANCE.TAX_YEAR.EXEMPT')}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line) => (
          <Table.Tr key={line.accountId}>
            <AccountCells line={line} report={report} />
            <Amount euro={line.balanceEuro} isTyped={line.balanceOrigin === 'TYPED'} />
            <Amount euro={line.averageEuro} isTyped={line.averageOrigin === 'TYPED'} />
            {iseeOver366 && <Amount euro={over366.get(line.accountId)?.averageEuro} />}
            {isSomeExempt && <Amount euro={line.exemptEuro} />}
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th colSpan={4} scope="row">
            {t(isSomeExempt ? 'FINANCE.TAX_YEAR.SUM_AFTER_EXEMPT' : 'FINANCE.TAX_YEAR.SUM')}
            {total?.basis !== undefined && ` · ${t(`FINANCE.TAX_YEAR.BASIS_${total.basis}`)}`}
          </Table.Th>
          <Amount euro={total?.balanceEuro} />
          <Amount euro={total?.averageEuro} />
          {iseeOver366 && <Amount euro={totalOver366?.averageEuro} />}
          {isSomeExempt && <Amount euro={lines.reduce((sum, { exemptEuro }) => sum + exemptEuro, 0)} />}
        </Table.Tr>
      </Table.Tfoot>
    </ScrollTable>
  );
}

function AccountCells({ line, report }: { readonly line: Line; readonly report: TaxYearReport }) {
  const { t } = useTranslation();
  const account = report.accounts.find(({ accountId }) => accountId === line.accountId);
  const isIncomplete = line.balanceOrigin === 'MISSING' || line.averageOrigin === 'MISSING';
  const spans = (isIncomplete ? line.missing : [])
    .map(({ from, to }) => t('FINANCE.TAX_YEAR.SPAN', { from: formatDay(from), to: formatDay(to) }))
    .join(', ');
  return (
    <>
      <Table.Td>{line.type}</Table.Td>
      <Table.Td>
        {account?.iban ?? '–'}
        <Text size="xs" c="dimmed">
          {account?.name}
        </Text>
        {spans !== '' && (
          <Text size="xs" c="dimmed">
            {t('FINANCE.TAX_YEAR.MISSING', { spans })}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{account?.bankName}</Table.Td>
      <Table.Td>
        {line.totalParts === 1 ? '100 %' : `${String(line.parts)}/${String(line.totalParts)}`}
      </Table.Td>
    </>
  );
}

interface AmountProps {
  readonly euro: number | undefined;
  /** Copied from the bank's paper. */
  readonly isTyped?: boolean;
}

/** A missing figure is said, never shown as nought. */
export function Amount({ euro, isTyped = false }: AmountProps) {
  const { t } = useTranslation();
  return (
    <Table.Td ta="right">
      {euro === undefined ? t('FINANCE.TAX_YEAR.UNKNOWN') : <WholeEuro euro={euro} />}
      {isTyped && (
        <Text size="xs" c="dimmed">
          {t('FINANCE.TAX_YEAR.TYPED')}
        </Text>
      )}
    </Table.Td>
  );
}
