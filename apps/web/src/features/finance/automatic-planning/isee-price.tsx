import type { Person } from '@fibado/contracts';
import {
  type AverageChange,
  averageChanges,
  type IseePrice,
  iseeCostCents,
  iseePrice,
  type Problem,
  type Transfer,
} from '@fibado/planning';
import { Group, NativeSelect, NumberInput, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { MoneyInput } from '../../../components/money-input';
import { ScrollTable } from '../../../components/scroll-table';
import { SectionCard } from '../../../components/section-card';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { personsQuery } from '../shared/persons-query';
import { whereSound } from '../shared/problem';

interface IseePriceProps {
  /** Without the transfers that the plan replaces. */
  readonly problem: Problem;
  readonly transfers: readonly Transfer[];
}

type Mode = 'TABLE' | 'TYPED';

/** What is asked of the household for a price of its average balances. */
interface Asked {
  readonly mode: Mode;
  readonly iseeCents: number | null;
  readonly minors: number;
  readonly typedCents: number | null;
}

/** What the plan's balances weigh in a later ISEE: apart from what it earns, and only when asked for. */
export function IseePricePanel({ problem, transfers }: IseePriceProps) {
  const { t } = useTranslation();
  const { data: persons } = useQuery(personsQuery());
  const changes = useMemo(
    () =>
      whereSound(
        () => averageChanges(problem, transfers),
        () => [],
      ),
    [problem, transfers],
  );
  const [asked, setAsked] = useState<Asked>();
  if (!persons) return null;
  const current = asked ?? beginning(persons);
  return (
    <SectionCard title={t('FINANCE.ISEE_PRICE.TITLE')} description={t('FINANCE.ISEE_PRICE.TEXT')}>
      <AskedFields asked={current} onChange={setAsked} />
      {changes.length === 0 ? (
        <Text size="sm">{t('FINANCE.ISEE_PRICE.NOTHING')}</Text>
      ) : (
        <Stack gap="xs">
          {[...new Set(changes.map(({ year }) => year))].map((year) => (
            <YearTable
              key={year}
              year={year}
              changes={changes.filter((change) => change.year === year)}
              price={priceOf(year, current, persons)}
            />
          ))}
        </Stack>
      )}
      <Text size="sm" c="dimmed">
        {t('FINANCE.ISEE_PRICE.LIMITS')}
      </Text>
    </SectionCard>
  );
}

const beginning = (persons: readonly Person[]): Asked => ({
  mode: 'TABLE',
  iseeCents: null,
  minors: persons.filter(({ role }) => role === 'CHILD').length,
  typedCents: null,
});

/** Of 1,000 euro, with the table it comes from; absent while something for it is not known. */
interface Price {
  readonly per1000EuroCents: number;
  readonly table?: IseePrice;
}

function priceOf(
  year: number,
  { mode, iseeCents, minors, typedCents }: Asked,
  persons: readonly Person[],
): Price | undefined {
  if (mode === 'TYPED') return typedCents === null ? undefined : { per1000EuroCents: typedCents };
  if (iseeCents === null) return undefined;
  const children = persons.filter(({ role }) => role === 'CHILD').length;
  const table = iseePrice(year, {
    members: Math.max(1, persons.length),
    children: Math.max(children, minors),
    minors,
    iseeCents,
  });
  return { per1000EuroCents: table.per1000EuroCents, table };
}

interface AskedFieldsProps {
  readonly asked: Asked;
  readonly onChange: (asked: Asked) => void;
}

function AskedFields({ asked, onChange }: AskedFieldsProps) {
  const { t } = useTranslation();
  const set = (change: Partial<Asked>) => onChange({ ...asked, ...change });
  return (
    <Group align="flex-end">
      <NativeSelect
        label={t('FINANCE.ISEE_PRICE.PRICE')}
        value={asked.mode}
        data={(['TABLE', 'TYPED'] as const).map((mode) => ({
          value: mode,
          label: t(`FINANCE.ISEE_PRICE.MODE_${mode}`),
        }))}
        onChange={(e) => set({ mode: e.currentTarget.value as Mode })}
      />
      {asked.mode === 'TABLE' ? (
        <>
          <MoneyInput
            label={t('FINANCE.ISEE_PRICE.ISEE')}
            value={asked.iseeCents}
            onChange={(iseeCents) => set({ iseeCents })}
          />
          <NumberInput
            label={t('FINANCE.ISEE_PRICE.MINORS')}
            min={0}
            max={20}
            allowDecimal={false}
            value={asked.minors}
            onChange={(minors) => set({ minors: Math.min(20, Math.max(0, Number(minors))) })}
          />
        </>
      ) : (
        <MoneyInput
          label={t('FINANCE.ISEE_PRICE.PER_1000')}
          value={asked.typedCents}
          onChange={(typedCents) => set({ typedCents })}
        />
      )}
    </Group>
  );
}

interface YearTableProps {
  readonly year: number;
  readonly changes: readonly AverageChange[];
  readonly price: Price | undefined;
}

function YearTable({ year, changes, price }: YearTableProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const totalCents = changes.reduce((total, { changeCents }) => total + changeCents, 0);
  const label = t('FINANCE.ISEE_PRICE.YEAR', { year, declaration: year + 2, until: year + 3 });
  return (
    <>
      <ScrollTable label={label} minWidth={300} captionSide="top">
        <Table.Caption ta="left">{label}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('FINANCE.ISEE_PRICE.PERSON')}</Table.Th>
            <Table.Th ta="right">{t('FINANCE.ISEE_PRICE.CHANGE')}</Table.Th>
            <Table.Th ta="right">{t('FINANCE.ISEE_PRICE.WEIGHT')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(({ holder, changeCents }) => (
            <Table.Tr key={holder}>
              <Table.Td>{holder}</Table.Td>
              <Table.Td ta="right">
                <Money cents={changeCents} sign />
              </Table.Td>
              <Cost changeCents={changeCents} price={price} />
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">{t('FINANCE.ISEE_PRICE.ALL')}</Table.Th>
            <Table.Td ta="right">
              <Money cents={totalCents} sign />
            </Table.Td>
            <Cost changeCents={totalCents} price={price} />
          </Table.Tr>
        </Table.Tfoot>
      </ScrollTable>
      {price?.table && (
        <Text size="xs" c="dimmed">
          {t('FINANCE.ISEE_PRICE.SOURCE', {
            price: money(price.per1000EuroCents),
            isee: money(price.table.iseePer1000EuroCents),
            table: price.table.allowanceYear,
            source: price.table.law.source,
          })}
        </Text>
      )}
    </>
  );
}

/** What a change of an average costs, said to be missing while the price is. */
function Cost({ changeCents, price }: Pick<AverageChange, 'changeCents'> & Pick<YearTableProps, 'price'>) {
  const { t } = useTranslation();
  return (
    <Table.Td ta="right">
      {price ? (
        <Money cents={iseeCostCents(changeCents, price.per1000EuroCents)} />
      ) : (
        t('FINANCE.ISEE_PRICE.NO_PRICE')
      )}
    </Table.Td>
  );
}
