import type { ReconciledAccountBody, ReconciledFigureBody } from '@fibado/contracts';
import { Badge, Button, Group, List, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { ScrollTable } from '../../../components/scroll-table';
import { SectionCard } from '../../../components/section-card';
import { formatDay } from '../../../lib/day';
import { useCanWrite } from '../shared/access';
import { BankFiguresDialog } from './bank-figures-dialog';

interface AccountCardProps {
  readonly account: ReconciledAccountBody;
  readonly year: number;
  readonly onLetter: (accountId: string) => void;
}

/** One account: each figure by the rules and by the bank, what would explain a difference, and the letter. */
export function AccountCard({ account, year, onLetter }: AccountCardProps) {
  const { t } = useTranslation();
  const canWrite = useCanWrite();
  const [isTyping, setTyping] = useState(false);
  return (
    <SectionCard
      title={account.name}
      description={[account.bankName, account.iban].filter(Boolean).join(' · ')}
      actions={
        <Group gap="xs">
          {account.letter !== undefined && (
            <Button
              size="compact-sm"
              aria-label={t('FINANCE.RECONCILIATION.LETTER_OF', { account: account.name })}
              onClick={() => onLetter(account.accountId)}
            >
              {t('FINANCE.RECONCILIATION.LETTER')}
            </Button>
          )}
          {canWrite && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('FINANCE.RECONCILIATION.TYPE_OF', { account: account.name })}
              onClick={() => setTyping(true)}
            >
              {t('FINANCE.RECONCILIATION.TYPE')}
            </Button>
          )}
        </Group>
      }
    >
      {account.basis !== undefined && (
        <Text size="sm" mb="xs">
          {t(`FINANCE.RECONCILIATION.WITHOUT_QUARTER_${account.basis}`)}
        </Text>
      )}
      {account.figures.some(isKnown) && <FiguresTable account={account} />}
      <Bookings account={account} />
      {isTyping && <BankFiguresDialog account={account} year={year} onClose={() => setTyping(false)} />}
    </SectionCard>
  );
}

/** Whether the rules or the bank say anything of it. */
const isKnown = ({ lawCents, bankCents }: ReconciledFigureBody): boolean =>
  lawCents !== undefined || bankCents !== undefined;

interface OfAccount {
  readonly account: ReconciledAccountBody;
}

function FiguresTable({ account }: OfAccount) {
  const { t } = useTranslation();
  const keys = ['FIGURE', 'LAW', 'BANK', 'DIFFERENCE', 'VERDICT'];
  return (
    <ScrollTable label={account.name} minWidth={640}>
      <Table.Thead>
        <Table.Tr>
          {keys.map((key, column) => (
            <Table.Th key={key} ta={column > 0 && column < 4 ? 'right' : 'left'}>
              {t(`FINANCE.RECONCILIATION.${key}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {account.figures.map((figure) => (
          <Table.Tr key={figure.figure}>
            <Table.Th scope="row" fw="inherit">
              {t(`FINANCE.RECONCILIATION.${figure.figure}`)}
              <Compared figure={figure} />
            </Table.Th>
            <Amount cents={figure.lawCents} />
            <Table.Td ta="right">
              <Known cents={figure.bankCents} />
              {figure.origin === 'TYPED' && (
                <Text size="xs" c="dimmed">
                  {t('FINANCE.TAX_YEAR.TYPED')}
                </Text>
              )}
            </Table.Td>
            <Amount cents={figure.differenceCents} sign />
            <Table.Td>
              <Verdict figure={figure} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ScrollTable>
  );
}

interface OfFigure {
  readonly figure: ReconciledFigureBody;
}

/** Which periods the figures are of, where it is not all of them. */
function Compared({ figure: { periods, comparedPeriods } }: OfFigure) {
  const { t } = useTranslation();
  if (comparedPeriods === 0 || comparedPeriods === periods.length) return null;
  return (
    <Text size="xs" c="dimmed">
      {t('FINANCE.RECONCILIATION.COMPARED', { count: comparedPeriods, all: periods.length })}
    </Text>
  );
}

function Amount({ cents, sign = false }: { readonly cents: number | undefined; readonly sign?: boolean }) {
  return (
    <Table.Td ta="right">
      <Known cents={cents} sign={sign} />
    </Table.Td>
  );
}

/** A figure that is not known is said, never shown as nought. */
function Known({ cents, sign = false }: { readonly cents: number | undefined; readonly sign?: boolean }) {
  const { t } = useTranslation();
  if (cents === undefined) return <>{t('FINANCE.RECONCILIATION.NOT_KNOWN')}</>;
  return <Money cents={cents} sign={sign} />;
}

const COLORS = { AGREES: 'green', EXPLAINED: 'yellow', ERROR: 'red', NOT_KNOWN: 'gray' } as const;

function Verdict({ figure: { verdict, explanations } }: OfFigure) {
  const { t } = useTranslation();
  return (
    <>
      <Badge variant="light" color={COLORS[verdict]}>
        {t(`FINANCE.RECONCILIATION.VERDICT_${verdict}`)}
      </Badge>
      {explanations.map(({ practice, with: second, exact }) => (
        <Text key={`${practice}${second ?? ''}`} size="xs">
          {t(`FINANCE.RECONCILIATION.PRACTICE_${practice}`)}
          {second !== undefined && ` + ${t(`FINANCE.RECONCILIATION.PRACTICE_${second}`)}`}
          {!exact && practice !== 'ROUNDING' && ` ${t('FINANCE.RECONCILIATION.TO_A_CENT')}`}
        </Text>
      ))}
    </>
  );
}

/** So many bookings are shown at once. */
const FEW = 4;

/** What was read as the bank's figures, to be checked. */
function Bookings({ account: { bookings } }: OfAccount) {
  const { t } = useTranslation();
  if (bookings.length === 0) return null;
  return (
    <Text component="details" size="sm" open={bookings.length <= FEW}>
      <summary>{t('FINANCE.RECONCILIATION.BOOKINGS')}</summary>
      <List size="xs">
        {bookings.map(({ date, kind, amountCents, description }, index) => (
          <List.Item key={index}>
            {formatDay(date)} · {t(`FINANCE.RECONCILIATION.KIND_${kind}`)} · {description}:{' '}
            <Money cents={amountCents} />
          </List.Item>
        ))}
      </List>
    </Text>
  );
}
