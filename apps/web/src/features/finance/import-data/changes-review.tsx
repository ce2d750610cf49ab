import { type ChangeRow, imports, type ImportChanges, type Operation } from '@fibado/contracts';
import {
  Alert,
  Badge,
  Button,
  Checkbox,
  Group,
  List,
  Pagination,
  Paper,
  SimpleGrid,
  Stack,
  Table,
  Text,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money';
import { ScrollTable } from '../../../components/scroll-table';
import { toastUndo } from '../../../components/toasts';
import { useUnsavedChanges } from '../../../components/unsaved-changes';
import { client } from '../../../lib/client';
import { formatDay, formatInstant } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { nameIn } from '../shared/problem';
import { type Household, operationsQuery, refreshFinance } from '../shared/queries';
import {
  bookedAfterCents,
  bringsNothing,
  decisionsOf,
  isSelectable,
  plannedFor,
  proposedTicks,
  readingOf,
  tickedOf,
  tickVerdict,
  VERDICTS,
} from './import-model';
import { LayoutChoice } from './layout-choice';
import { MatchByHand } from './match-by-hand';

/** Rows drawn at once: a file may hold a hundred thousand, and a browser stands still over a few thousand. */
const PAGE_ROWS = 100;
/** Operations named that the file does not show. */
const MISSING_SHOWN = 20;

const VERDICT_COLOR: Partial<Record<ChangeRow['verdict'], string>> = {
  ERROR: 'red.8',
  DUPLICATE_SUSPECT: 'yellow.4',
  SAME: 'gray.7',
  PENDING: 'gray.7',
  OUTSIDE_QUARTER: 'gray.7',
};

interface ChangesReviewProps {
  readonly household: Household;
  readonly quarter: string;
  readonly accountId: string;
  readonly changes: ImportChanges;
  /** Reads the file otherwise; absent where there is no file. */
  readonly onLayout?: (layout: string) => void;
  readonly onMap?: () => void;
  readonly onDone: () => void;
}

/** What a file would change: how it was read, what it says of itself, and a tick a row before anything is saved. */
export function ChangesReview({
  household,
  quarter,
  accountId,
  changes,
  onLayout,
  onMap,
  onDone,
}: ChangesReviewProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const queryClient = useQueryClient();
  const [ticks, setTicks] = useState(() => proposedTicks(changes));
  const [alternatives, setAlternatives] = useState<ReadonlySet<number>>(new Set());
  const [matches, setMatches] = useState<ReadonlyMap<number, Operation>>(new Map());
  const operations = useQuery(operationsQuery(quarter)).data ?? [];
  const [verdict, setVerdict] = useState<string>('');
  const [page, setPage] = useState(1);
  const [saved, setSaved] = useState<number>();
  useUnsavedChanges(ticks.size > 0 && saved === undefined);

  const revert = useMutation({
    meta: { confirm: true },
    mutationFn: (id: string) => client.call(imports.revert, { params: { id } }),
    onSettled: () => refreshFinance(queryClient),
  });
  const save = useMutation({
    meta: { confirm: true },
    mutationFn: () =>
      client.call(imports.apply, {
        body: {
          comparisonId: changes.comparisonId ?? '',
          ...decisionsOf(changes, { ticks, alternatives, matches }),
        },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: async ({ created, updated, importId }) => {
      setSaved(created + updated);
      await refreshFinance(queryClient);
      if (importId !== undefined)
        toastUndo(t('FINANCE.IMPORT.SAVED', { count: created + updated }), () => revert.mutate(importId));
      onDone();
    },
  });

  const wanted = changes.rows.filter((r) => verdict === '' || r.verdict === verdict);
  const pages = Math.max(1, Math.ceil(wanted.length / PAGE_ROWS));
  const shown = wanted.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS);
  const choose = (next: string) => {
    setVerdict(next);
    setPage(1);
  };
  const toggle = (row: number, on: boolean) =>
    setTicks((old) => {
      const next = new Set(old);
      if (on) next.add(row);
      else next.delete(row);
      return next;
    });
  const nothing = bringsNothing(changes);
  const { bookedBeforeCents, statedCents } = changes.balanceEffect;
  const afterCents = bookedAfterCents(changes, ticks, alternatives, { quarter, accountId });

  return (
    <Stack gap="sm">
      <Paper withBorder p="sm" component="section" aria-label={t('FINANCE.IMPORT.FILE')}>
        <SimpleGrid cols={{ base: 1, md: 3 }}>
          <div>
            <Text fw={600} size="sm">
              {changes.file.name}
            </Text>
            <Text size="xs" c="dimmed">
              {changes.file.format} ·{' '}
              {t('FINANCE.IMPORT.PERIOD', {
                from: formatDay(changes.period.from),
                to: formatDay(changes.period.to),
              })}{' '}
              · {t('FINANCE.IMPORT.ROWS', { count: changes.rows.length })}
            </Text>
            <Text size="xs" c="dimmed">
              SHA-256 {changes.file.hash.slice(0, 16)}…
            </Text>
          </div>
          <div>
            <LayoutChoice changes={changes} onLayout={onLayout} onMap={onMap} />
          </div>
          <div>
            <Text size="xs" c="dimmed">
              {t('FINANCE.IMPORT.EFFECT')}
            </Text>
            <Text size="sm">
              <Money cents={bookedBeforeCents} /> → <Money cents={afterCents} />
            </Text>
            {statedCents !== undefined && (
              <Text size="xs" fw={statedCents === afterCents ? 400 : 600}>
                {t(
                  statedCents === afterCents ? 'FINANCE.IMPORT.STATED_SAME' : 'FINANCE.IMPORT.STATED_OTHER',
                  { amount: money(statedCents) },
                )}
              </Text>
            )}
          </div>
        </SimpleGrid>
        <Group gap="xs" mt="xs">
          {changes.checks.map((check, index) => (
            <Badge
              key={index}
              color={check.ok ? 'teal.9' : 'red.8'}
              variant="filled"
              styles={{ label: { textTransform: 'none' } }}
            >
              {t(`FINANCE.IMPORT_CHECK.${check.kind}`)}:{' '}
              {check.ok
                ? t('FINANCE.IMPORT_CHECK.OK')
                : t('FINANCE.IMPORT_CHECK.WRONG', {
                    expected: check.kind === 'COUNT' ? check.expected : money(check.expected),
                    actual: check.kind === 'COUNT' ? check.actual : money(check.actual),
                  })}
            </Badge>
          ))}
        </Group>
      </Paper>
      {changes.file.importedAt !== undefined && (
        <Alert color="yellow">
          {t('FINANCE.IMPORT.ALREADY', { at: formatInstant(changes.file.importedAt) })}
        </Alert>
      )}
      {nothing && <Alert color="teal">{t('FINANCE.IMPORT.NOTHING')}</Alert>}
      {changes.accountNames.length > 1 && (
        <Alert color="yellow">
          {t('FINANCE.IMPORT.SEVERAL_ACCOUNTS', { names: changes.accountNames.join(', ') })}
        </Alert>
      )}
      <Group gap="xs" role="group" aria-label={t('FINANCE.IMPORT.VERDICTS')}>
        <Button
          size="compact-sm"
          variant={verdict === '' ? 'light' : 'subtle'}
          aria-pressed={verdict === ''}
          onClick={() => choose('')}
        >
          {t('FINANCE.IMPORT.ALL')} ({changes.rows.length})
        </Button>
        {VERDICTS.filter((v) => (changes.counts[v] ?? 0) > 0).map((v) => {
          const { ticked, of } = tickedOf(changes, ticks, v);
          return (
            <Group key={v} gap={4}>
              <Button
                size="compact-sm"
                variant={verdict === v ? 'light' : 'subtle'}
                aria-pressed={verdict === v}
                onClick={() => choose(verdict === v ? '' : v)}
              >
                {t(`FINANCE.VERDICT_N.${v}`, { count: changes.counts[v] ?? 0 })}
              </Button>
              {of > 0 && (
                <Checkbox
                  size="xs"
                  aria-label={t('FINANCE.IMPORT.TICK_ALL', { what: t(`FINANCE.VERDICT.${v}`) })}
                  checked={ticked === of}
                  indeterminate={ticked > 0 && ticked < of}
                  onChange={(e) => setTicks(tickVerdict(changes, ticks, v, e.currentTarget.checked))}
                />
              )}
            </Group>
          );
        })}
      </Group>
      <Paper withBorder>
        {/* A phone leaves out the row's number and the value date: what it was and how much come first. */}
        <ScrollTable
          minWidth={820}
          phoneMinWidth={420}
          maxHeight="60vh"
          label={t('FINANCE.IMPORT.PREVIEW')}
          stickyHeader
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('FINANCE.IMPORT.TAKE')}</Table.Th>
              <Table.Th scope="col" visibleFrom="sm">
                {t('FINANCE.IMPORT.ROW')}
              </Table.Th>
              <Table.Th scope="col">{t('FINANCE.OPERATION.date')}</Table.Th>
              <Table.Th scope="col" visibleFrom="sm">
                {t('FINANCE.OPERATION.valueDate')}
              </Table.Th>
              <Table.Th scope="col">{t('FINANCE.OPERATION.description')}</Table.Th>
              <Table.Th scope="col" ta="right">
                {t('FINANCE.OPERATION.amount')}
              </Table.Th>
              <Table.Th scope="col">{t('FINANCE.IMPORT.VERDICT')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((row) => (
              <Row
                key={row.row}
                row={row}
                household={household}
                ticked={ticks.has(row.row)}
                alternative={alternatives.has(row.row)}
                planned={plannedFor(row, changes, operations, accountId, matches)}
                matched={matches.get(row.row)}
                onMatch={(operation) => {
                  setMatches((old) => {
                    const next = new Map(old);
                    if (operation) next.set(row.row, operation);
                    else next.delete(row.row);
                    return next;
                  });
                  if (operation) toggle(row.row, true);
                }}
                onTick={(on) => toggle(row.row, on)}
                onAlternative={(on) =>
                  setAlternatives((old) => {
                    const next = new Set(old);
                    if (on) next.add(row.row);
                    else next.delete(row.row);
                    return next;
                  })
                }
              />
            ))}
          </Table.Tbody>
        </ScrollTable>
        {pages > 1 && (
          <Group justify="space-between" p="xs">
            <Text size="sm" c="dimmed" role="status">
              {t('COMMON.TABLE.RANGE', {
                from: (page - 1) * PAGE_ROWS + 1,
                to: (page - 1) * PAGE_ROWS + shown.length,
                total: wanted.length,
              })}
            </Text>
            <Pagination
              size="sm"
              total={pages}
              value={page}
              onChange={setPage}
              getItemProps={(at) => ({ 'aria-label': t('COMMON.TABLE.PAGE', { page: at }) })}
              getControlProps={(control) =>
                control === 'previous' || control === 'next'
                  ? { 'aria-label': t(`COMMON.TABLE.${control === 'previous' ? 'PREVIOUS' : 'NEXT'}`) }
                  : {}
              }
            />
          </Group>
        )}
      </Paper>
      {changes.missing.length > 0 && (
        <Alert color="yellow" title={t('FINANCE.IMPORT.MISSING', { count: changes.missing.length })}>
          <List size="xs">
            {changes.missing.slice(0, MISSING_SHOWN).map(({ operation, reason }) => (
              <List.Item key={operation.id}>
                {formatDay(operation.date)} · {operation.description} · {money(operation.amountCents)} (
                {t(`FINANCE.IMPORT.${reason}`)})
              </List.Item>
            ))}
            {changes.missing.length > MISSING_SHOWN && (
              <List.Item>
                {t('FINANCE.IMPORT.MISSING_MORE', { count: changes.missing.length - MISSING_SHOWN })}
              </List.Item>
            )}
          </List>
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t('COMMON.CANCEL')}
        </Button>
        <Button
          disabled={ticks.size === 0 || changes.comparisonId === undefined}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('FINANCE.IMPORT.SAVE_N', { count: ticks.size, quarter })}
        </Button>
      </Group>
    </Stack>
  );
}

function Row({
  row,
  household,
  ticked,
  alternative,
  planned,
  matched,
  onMatch,
  onTick,
  onAlternative,
}: {
  readonly row: ChangeRow;
  readonly household: Household;
  readonly ticked: boolean;
  readonly alternative: boolean;
  readonly planned: readonly Operation[];
  readonly matched: Operation | undefined;
  readonly onMatch: (operation: Operation | undefined) => void;
  readonly onTick: (on: boolean) => void;
  readonly onAlternative: (on: boolean) => void;
}) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const name = nameIn(household.accounts);
  const { movement, existing, message, recognition } = row;
  const operation = readingOf(row, alternative);
  const value = (field: string, text: string) =>
    field === 'amountCents'
      ? money(Number(text))
      : field === 'date' || field === 'valueDate'
        ? formatDay(text)
        : field === 'toAccountId'
          ? name(text)
          : text;
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox
          size="xs"
          aria-label={t('FINANCE.IMPORT.TAKE_ROW', { row: row.row })}
          checked={ticked}
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
            checked={alternative}
            onChange={(e) => onAlternative(e.currentTarget.checked)}
          />
        )}
      </Table.Td>
    </Table.Tr>
  );
}
